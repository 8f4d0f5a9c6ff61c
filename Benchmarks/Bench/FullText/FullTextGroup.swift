import BenchPeers
import Foundation
import HikidashiBase
import HikidashiStorage
import RFCKit

/// Full-text search over as many documents as there are RFCs.
let fullTextGroup = Group(
  name: "fulltext",
  summary: "words found in 9,800 documents, beside FTS5 filled in C, and ripgrep"
) { report in
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  guard let library = try FullTextLibrary(in: folder.url, count: 9_800) else {
    throw FullTextFailure.noData
  }
  try FullTextRun(library: library, folder: folder.url).measure(&report)
}

private enum FullTextFailure: Error, CustomStringConvertible {
  case noData
  case peer

  var description: String {
    switch self {
    case .noData: "../shared/data is not beside the checkout, or xz or tar is missing"
    case .peer: "SQLite failed in C; its reason stands above"
    }
  }
}

private struct FullTextRun {
  let library: FullTextLibrary
  let folder: URL

  private var name: String { "\(library.count) documents of \(library.size / 1_000_000) MB" }

  func measure(_ report: inout Report) throws {
    try measureFilling(&report)
    let search = try RFCTextSearch(
      .mirror(directory: library.folder.path), entries: [], path: path("search.db"))
    // What the peak was before is of no interest.
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    let start = ContinuousClock.now
    try update(search)
    add("read, divide and index \(name)", "s", [(.now - start) / .seconds(1)], [], &report)
    add("the index, of the text", "%", [share(of: "search.db")], [], &report)
    try measureQueries(search, &report)
    add("most memory while indexing and searching", "MB", [Self.peakMemory()], [], &report)
  }

  private func update(_ search: RFCTextSearch) throws {
    let end = DispatchSemaphore(value: 0)
    let failure = Guarded<(any Error)?>(nil)
    Task {
      do { try await search.update() } catch { failure.withLock { $0 = error } }
      end.signal()
    }
    end.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func share(of name: String) -> Double {
    let size = try? FileManager.default.attributesOfItem(atPath: path(name))[.size] as? Int
    return Double(size ?? 0) / Double(library.size) * 100
  }

  private func add(
    _ name: String, _ unit: String, _ values: [Double], _ peers: [(name: String, value: Double)],
    _ report: inout Report
  ) {
    let measured = Measured(values)
    report.add(
      Row(
        group: "fulltext", name: name, value: measured.median, unit: unit, spread: measured.spread,
        peers: peers))
  }

  /// The same sections to both, a batch to each in turn.
  private func measureFilling(_ report: inout Report) throws {
    let index = try TextIndex(path("index.db"), language: .english)
    guard let peer = bench_text_open(path("peer.db")) else { throw FullTextFailure.peer }
    defer { bench_text_close(peer) }
    var (ours, theirs) = (0.0, 0.0)
    var row: Int64 = 1
    var turn = 0
    try library.batches { batch in
      turn += 1
      if turn.isMultiple(of: 2) { ours += try seconds { try index.put(batch) } }
      theirs += try seconds { try fill(peer, batch, &row) }
      if !turn.isMultiple(of: 2) { ours += try seconds { try index.put(batch) } }
    }
    add("fill FTS5 with the sections of \(name)", "s", [ours], [("C", theirs)], &report)
    let merging = (
      try seconds { try index.merge() }, try seconds { try check(bench_text_merge(peer)) }
    )
    add("… and merge it", "s", [merging.0], [("C", merging.1)], &report)
  }

  private func fill(_ peer: OpaquePointer, _ batch: [IndexedText], _ row: inout Int64) throws {
    try check(bench_text_begin(peer))
    for document in batch {
      try put(peer, BENCH_TEXT_TITLE, row, document.title)
      for passage in document.passages {
        try put(peer, BENCH_TEXT_HEADING, row, passage.heading)
        try put(peer, BENCH_TEXT_BODY, row, passage.body)
        row += 1
      }
    }
    try check(bench_text_commit(peer))
  }

  private func put(
    _ peer: OpaquePointer, _ table: bench_text_table, _ row: Int64, _ text: String
  ) throws {
    if text.isEmpty { return }
    var text = text
    let code = text.withUTF8 { bytes in
      bytes.baseAddress.map { bench_text_add(peer, table, row, $0, bytes.count) } ?? 0
    }
    try check(code)
  }

  private func check(_ code: Int32) throws { if code != 0 { throw FullTextFailure.peer } }

  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .seconds(1)
  }
}

extension FullTextRun {
  private func measureQueries(_ search: RFCTextSearch, _ report: inout Report) throws {
    if Launch.find("rg") == nil { report.leaveOut("ripgrep") }
    let queries = [
      ("a rare word", "ENHANCE_YOUR_CALM"), ("a rare word", "idempotent"),
      ("a word", "congestion"), ("a word", "header"), ("a common word", "server"),
      ("a common word", "protocol"), ("a word next to everywhere", "the"),
      ("a phrase", "\"transmission control\""), ("a phrase", "\"internet protocol\""),
      ("a phrase next to everywhere", "\"of the\""), ("the beginning of a word", "prot*"),
      ("a question", "how does tcp slow start work"),
    ]
    for (kind, query) in queries {
      var found = 0
      let times = try Bench.measure(.milliseconds, runs: 9) {
        found = try search.hits(query, limit: 20).count
      }
      var row = Row(
        group: "fulltext", name: "\(kind): \(query), \(found) sections", value: times.median,
        unit: "ms", spread: times.spread)
      if let time = try ripgrep(query) { row.peers = [("ripgrep", time)] }
      report.add(row)
    }
  }

  /// How long ripgrep takes to find the same words in the files; nil where it is not there, or the query
  /// is none of its own.
  private func ripgrep(_ query: String) throws -> Double? {
    guard let program = Launch.find("rg"), !query.contains("how") else { return nil }
    let process = Process()
    process.executableURL = program
    let words = query.filter { $0 != "\"" && $0 != "*" }
    process.arguments =
      ["--count-matches", "-i", "-F"] + (query.hasSuffix("*") ? [] : ["-w"])
      + ["--", words, library.folder.path]
    process.standardOutput = FileHandle.nullDevice
    let time = try ContinuousClock().measure {
      try process.run()
      process.waitUntilExit()
    }
    return time / .milliseconds(1)
  }

  /// The most memory of this process since the peak was set back.
  private static func peakMemory() -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
    return (Double(line.filter(\.isNumber)) ?? 0) / 1_000
  }
}
