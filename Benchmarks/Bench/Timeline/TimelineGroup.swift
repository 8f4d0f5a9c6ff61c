import Foundation
import HikidashiBase
import HikidashiLoading
import HikidashiRecords
import HikidashiStorage
import TimelineKit

/// The store of Timeline with a million posts, beside one with a hundred.
let timelineGroup = Group(
  name: "timeline",
  summary: "a million posts of 1 GB: opened, read on, marked and searched"
) { report in
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  try TimelineRun(folder: folder.url).measure(&report)
}

/// A Twitter archive, imported and imported again.
let archiveGroup = Group(
  name: "archive", summary: "a Twitter archive of 100,000 statuses, decoded and indexed"
) { report in
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  try TimelineRun(folder: folder.url).measureArchive(&report)
}

private struct TimelineRun {
  let folder: URL
  private static let count = 1_000_000

  func measure(_ report: inout Report) throws {
    let few = folder.appendingPathComponent("few").path
    let many = folder.appendingPathComponent("many").path
    try fill(few, 100, &report, isTold: false)
    try fill(many, Self.count, &report, isTold: true)
    try measureOpening(many, few, &report)
    let store = try TimelineStore(folder: many)
    try measureReading(store, &report)
    try measureSearch(store, &report)
    try measureMarks(store, &report)
    add("memory when all this was done", "MB", [Self.memory()], &report)
  }

  private func fill(
    _ path: String, _ count: Int, _ report: inout Report, isTold: Bool
  ) throws {
    let store = try TimelineStore(folder: path)
    for source in GeneratedPosts.sources { try store.put(source) }
    var posts = GeneratedPosts(seed: 1)
    var writing = 0.0
    while posts.count < count {
      let page = posts.page(min(10_000, count - posts.count))
      writing += try milliseconds { try store.add(page) }
    }
    let middle = GeneratedPosts.date(count / 2)
    try store.keep(TimelinePlace(id: "", date: middle), in: TimelineStore.mergedList)
    guard isTold else { return }
    let name = "add \(count) posts of \(posts.bytes / 1_000_000) MB"
    add(name, "s", [writing / 1_000], &report)
    let merging = try milliseconds { try store.posts.mergeWords() }
    add("… and merge their words", "s", [merging / 1_000], &report)
    let size = try FileManager.default.attributesOfItem(atPath: path + "/posts.db")[.size] as? Int
    add("their file", "MB", [Double(size ?? 0) / 1e6], &report)
  }

  /// The store, its sources and the list round the kept place, with the text of its first rows.
  private func open(_ path: String) throws -> Int {
    let store = try TimelineStore(folder: path)
    let place = store.place(in: TimelineStore.mergedList)
    let list = try store.list(around: place)
    let row = place.flatMap { list.row(of: $0) } ?? 0
    var shown = 0
    for case .post(let thing) in list.rows[row...].prefix(20) {
      shown += try store.post(thing.shown.id)?.text.utf8.count ?? 0
      _ = try store.record(thing.shown.id).map { try store.user($0[PostFields.author]) }
    }
    return shown
  }

  private func measureOpening(_ many: String, _ few: String, _ report: inout Report) throws {
    let found = try alternate(
      runs: 15, { try milliseconds { blackHole(try open(many)) } },
      { try milliseconds { blackHole(try open(few)) } })
    report.add(
      Row(
        group: "timeline", name: "open at the kept place among \(Self.count)",
        value: found.first.median, unit: "ms", spread: found.first.spread,
        peers: [("among 100", found.second.median)]))
    add("… times that of 100, at most 2", "×", [found.ratios.median], &report)
  }

  private func measureReading(_ store: TimelineStore, _ report: inout Report) throws {
    let place = store.place(in: TimelineStore.mergedList)
    var list = try store.list(around: place)
    var steps: [Double] = []
    var inserting: [Double] = []
    for _ in 0..<100 {
      steps.append(
        try milliseconds {
          guard let more = try store.more(of: list.coverage, .older, by: 200) else { return }
          inserting.append(milliseconds { list.insert(more.items, covering: more.coverage) })
          if let end = list.coverage.oldest { list.trim(around: end, to: 2_000) }
        })
    }
    add("200 older posts ahead", "ms", steps, &report)
    add("… of that on the main thread", "ms", inserting, &report)
    let old = GeneratedPosts.date(Self.count / 10)
    add(
      "count what is new, 900,000 posts", "ms",
      try (0..<5).map { _ in
        try milliseconds { blackHole(try store.newCount(since: TimelinePlace(id: "", date: old))) }
      }, &report)
    add(
      "where the newest post stands", "ms",
      try (0..<9).map { _ in try milliseconds { blackHole(try store.newestPlace()) } }, &report)
    add(
      "what is not read, by source", "ms",
      try (0..<3).map { _ in try milliseconds { blackHole(try store.unreadCounts()) } }, &report)
  }

  private func measureSearch(_ store: TimelineStore, _ report: inout Report) throws {
    var (pages, thousands, numbers): ([Double], [Double], [Double]) = ([], [], [])
    for text in ["k", "ka", "kar", "karu", "karun", "karun t", "karun to", "stiwerter", "mi no"] {
      pages.append(
        try milliseconds { blackHole(try store.search(text, isTyping: true, limit: 30)) })
      thousands.append(
        try milliseconds { blackHole(try store.search(text, isTyping: true, limit: 1_000)) })
      numbers.append(try milliseconds { blackHole(try store.searchCount(text, isTyping: true)) })
    }
    // The slowest key is what one notices.
    addSlowest("a key of a search, 30 hits, at most 16.7", pages, &report)
    add("… the median key", "ms", pages, &report)
    addSlowest("… the first 1,000 hits, at most 100", thousands, &report)
    addSlowest("… and their number", numbers, &report)
  }

  private func measureMarks(_ store: TimelineStore, _ report: inout Report) throws {
    let place = TimelinePlace(id: "", date: GeneratedPosts.date(Self.count - 100_000))
    var list = try store.list(around: place)
    var (shown, durable): ([Double], [Double]) = ([], [])
    for _ in 0..<5 {
      shown.append(
        milliseconds {
          list.mark(list.ids(.newer, of: place))
          blackHole(list.unreadCount())
        })
      var marks: ReadMarks?
      durable.append(try milliseconds { marks = try store.markRead(.newer, of: place) })
      if let marks { try store.undo(marks) }
    }
    add("mark 100,000 read: shown, at most 50", "ms", shown, &report)
    add("… and durable, at most 500", "ms", durable, &report)
  }

  func measureArchive(_ report: inout Report) throws {
    let archive = folder.appendingPathComponent("archive")
    let bytes = try GeneratedArchive.write(100_000, seed: 2, in: archive)
    let source = TimelineSource(.archive, title: "Archive", address: archive.path)
    let store = try TimelineStore(folder: folder.appendingPathComponent("imported").path)
    try store.put(source)
    let start = clock()
    let first = try milliseconds { try importArchive(source, store) }
    let busy = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    add(
      "import an archive of 100,000 statuses of \(bytes / 1_000_000) MB, at most 2", "s",
      [first / 1_000], &report)
    add("… of the processors’ time", "s", [busy], &report)
    let again = try milliseconds { try importArchive(source, store) }
    add("… and again, when nothing is new", "s", [again / 1_000], &report)
    let count = try store.posts.count()
    guard count == 100_000 else { throw TimelineFailure.wrongCount(count) }
  }

  private func importArchive(_ source: TimelineSource, _ store: TimelineStore) throws {
    let loader = TimelineLoader(store, Connector(transports: []))
    let done = DispatchSemaphore(value: 0)
    let failure = Guarded<(any Error)?>(nil)
    Task {
      do { _ = try await loader.refresh(source) } catch {
        failure.withLock { $0 = error }
      }
      done.signal()
    }
    done.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .milliseconds(1)
  }

  private func add(
    _ name: String, _ unit: String, _ values: [Double], _ report: inout Report
  ) {
    let measured = Measured(values)
    report.add(
      Row(
        group: "timeline", name: name, value: measured.median, unit: unit, spread: measured.spread))
  }

  private func addSlowest(_ name: String, _ values: [Double], _ report: inout Report) {
    report.add(
      Row(
        group: "timeline", name: name, value: values.max() ?? 0, unit: "ms",
        spread: (values.min() ?? 0)...(values.max() ?? 0)))
  }

  private static func memory() -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Double($0) } ?? 0) / 1_024
  }
}

private enum TimelineFailure: Error, CustomStringConvertible {
  case wrongCount(Int)

  var description: String {
    switch self {
    case .wrongCount(let count): "the archive was imported as \(count) posts"
    }
  }
}
