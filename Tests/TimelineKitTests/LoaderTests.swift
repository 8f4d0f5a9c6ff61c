import Foundation
import HikidashiBase
import HikidashiLoading
import HikidashiLoadingTesting
import HikidashiRecords
import HikidashiStorage
import Synchronization
import TestSupport
import Testing
import TimelineKit

/// Loading from a server that fails in every way: nothing is lost, and nothing doubled.
struct LoaderTests {
  private let timeline = MastodonTimeline("example.org", .public(isLocal: false))
  private var source: TimelineSource {
    TimelineSource(.mastodon, title: "All", address: timeline.address)
  }

  private func memoryStore(_ folder: ScratchFolder) throws -> TimelineStore {
    try TimelineStore(folder: folder.url.path) { _ in .memory }
  }

  private func loader(_ store: TimelineStore, _ server: FaultyServer) -> TimelineLoader {
    TimelineLoader(
      store, Connector(transports: []),
      loadPage: { request, parser throws(LoadError) in try server.load(request, parser) },
      // A minute later at each look, so that no server is left alone for long.
      now: { [clock = TestClock(step: 60)] in clock.now })
  }

  @Test func aRefreshLoadsWhatIsNewAndLeavesAGapOfTheRest() async throws {
    let folder = try ScratchFolder()
    let store = try memoryStore(folder)
    let server = FaultyServer(pageSize: 5)
    let loader = loader(store, server)
    for index in 0..<8 { server.post("a\(index)", at: Double(index)) }
    #expect(try await loader.refresh(source).added.new.count == 5)
    for index in 0..<22 { server.post("b\(index)", at: 100 + Double(index)) }
    #expect(try await loader.refresh(source, pages: 2).added.new.count == 10)
    let gap = try #require(store.gaps(of: source.id).first)
    #expect(gap.older.id.hasSuffix("a7") && gap.newer.id.hasSuffix("b12"))
    let (outcome, rest) = try await loader.fill(gap, from: .older)
    #expect(outcome.added.new.map { $0.suffix(2) } == ["b4", "b3", "b2", "b1", "b0"])
    #expect(rest?.older.id.hasSuffix("b4") == true)
    #expect(store.gaps() == [rest].compactMap(\.self))
  }

  @Test(arguments: FaultyServer.Fault.allCases)
  func aFaultWhileAGapIsFilledLeavesTheGap(fault: FaultyServer.Fault) async throws {
    let folder = try ScratchFolder()
    let store = try memoryStore(folder)
    let server = FaultyServer(pageSize: 4)
    let loader = loader(store, server)
    server.post("a", at: 0)
    _ = try await loader.refresh(source)
    for index in 0..<20 { server.post("b\(index)", at: 100 + Double(index)) }
    _ = try await loader.refresh(source, pages: 1)
    let gap = try #require(store.gaps().first)
    server.setFault(fault)
    switch fault {
    case .truncated, .doubled:
      let (outcome, rest) = try await loader.fill(gap, from: .newer)
      #expect(rest != nil && rest != gap && !outcome.problems.isEmpty)
    case .reversed, .late:
      // What came is kept, and what is still missing is known to be.
      let (outcome, rest) = try await loader.fill(gap, from: .newer)
      #expect(!outcome.added.new.isEmpty && rest != nil)
    default:
      let error = await #expect(throws: TimelineError.self) {
        try await loader.fill(gap, from: .newer)
      }
      #expect(store.gaps() == [gap])
      #expect((error.map { "\($0)" } ?? "").contains("example.org"))
    }
  }

  @Test func aConnectorLoadsAndItsErrorsAreExplained() async throws {
    let folder = try ScratchFolder()
    let store = try memoryStore(folder)
    func refresh(_ script: TransferScript) async throws -> TimelineLoader.Outcome {
      let connector = Connector(transports: [ScriptedTransport(script)])
      return try await TimelineLoader(store, connector).refresh(source)
    }
    await #expect(throws: TimelineError.needsToken(server: "example.org")) {
      try await refresh(TransferScript(status: 401, text: "{\"error\": \"no\"}"))
    }
    await #expect(throws: TimelineError.nothingShown(server: "example.org")) {
      try await refresh(TransferScript(text: "[]"))
    }
    await #expect(throws: TimelineError.self) {
      try await refresh(TransferScript(text: "<html>Log in</html>"))
    }
    #expect(try await refresh(TransferScript(text: Samples.mastodon)).added.new.count == 2)
    #expect(try await refresh(TransferScript(text: Samples.mastodon)).added.known == 2)
  }

  @Test func aServerIsNotAskedBeforeTheTimeThatItNames() async throws {
    let folder = try ScratchFolder()
    let store = try memoryStore(folder)
    let (server, clock) = (FaultyServer(pageSize: 3), TestClock(step: 0))
    let loader = TimelineLoader(
      store, Connector(transports: []),
      loadPage: { request, parser throws(LoadError) in try server.load(request, parser) },
      now: { clock.now })
    server.post("a", at: 0)
    server.setFault(.tooMany)
    func refuses(_ requests: Int) async {
      let error = await #expect(throws: TimelineError.self) { try await loader.refresh(source) }
      guard case .tooManyRequests("example.org", let wait?) = error else {
        Issue.record("\(error.map { "\($0)" } ?? "")")
        return
      }
      #expect(wait <= .seconds(5) && server.requests == requests)
    }
    await refuses(1)
    server.setFault(nil)
    clock.seconds.withLock { $0 = 4 }
    await refuses(1)
    clock.seconds.withLock { $0 = 6 }
    #expect(try await loader.refresh(source).added.new.count == 1)
  }

  @Test func aGapWhoseOlderEndIsGoneCloses() async throws {
    let folder = try ScratchFolder()
    let store = try memoryStore(folder)
    let server = FaultyServer(pageSize: 4)
    let loader = loader(store, server)
    server.post("a", at: 0)
    _ = try await loader.refresh(source)
    for index in 0..<6 { server.post("b\(index)", at: 100 + Double(index)) }
    _ = try await loader.refresh(source, pages: 1)
    let gap = try #require(store.gaps().first)
    for name in ["a", "b0", "b1"] { server.remove(name) }
    // A server that hides everything has not lost it.
    server.setFault(.empty)
    await #expect(throws: TimelineError.nothingShown(server: "example.org")) {
      try await loader.fill(gap, from: .newer)
    }
    server.setFault(nil)
    #expect(try await loader.fill(gap, from: .newer).rest == nil)
    #expect(store.gaps().isEmpty)
  }

  @Test func olderPagesAreLoadedAhead() async throws {
    let folder = try ScratchFolder()
    let store = try memoryStore(folder)
    let server = FaultyServer(pageSize: 4)
    let loader = loader(store, server)
    for index in 0..<10 { server.post("a\(index)", at: Double(index)) }
    _ = try await loader.refresh(source)
    for _ in 0..<2 {
      let (outcome, isLast) = try await loader.loadOlder(source)
      #expect(!outcome.added.new.isEmpty && !isLast)
    }
    let end = try await loader.loadOlder(source)
    #expect(end.0.added.new.isEmpty && end.isLast)
    #expect(try store.posts.count() == 10)
  }

  @Test func severalSourcesAreRefreshedAndOneThatFailsStopsNoOther() async throws {
    let folder = try ScratchFolder()
    let store = try memoryStore(folder)
    let server = FaultyServer(pageSize: 4)
    server.post("a", at: 0)
    let broken = TimelineSource(.archive, title: "None", address: folder.url.path + "/none")
    let done = TestClock(step: 1)
    let results = try await loader(store, server).refresh(all: [broken, source]) { progress in
      done.seconds.withLock { $0 += Double(progress.done) }
    }
    #expect(results.map(\.source) == [broken, source] && done.seconds.withLock { $0 } == 3)
    #expect((try? results[0].outcome.get()) == nil)
    #expect(try results[1].outcome.get().added.new.count == 1)
    // Both were asked just now, whatever a post of long ago says.
    #expect(loader(store, server).due([source], at: moment(1_200)).isEmpty)
    #expect(loader(store, server).due([source, broken], at: moment(90_000)) == [source])
  }

  /// The posts of feeds that come at once are written in one step, and each feed is told of its own.
  @Test func manyFeedsAreRefreshedAndEachIsToldOfItsOwn() async throws {
    let folder = try ScratchFolder()
    let store = try memoryStore(folder)
    let items = Mutex(2)
    let gone = try #require(URL(string: "http://example.org/7"))
    let transport = ScriptedTransport { request in
      guard request.target != .url(gone) else { return TransferScript(status: 404, text: "") }
      let names = (0..<items.withLock { $0 }).map {
        "<item><guid>\($0)</guid><pubDate>Fri, 0\($0 + 2) Jan 2026 03:04:05 GMT</pubDate></item>"
      }
      return TransferScript(text: "<rss><channel>\(names.joined())</channel></rss>")
    }
    let loader = TimelineLoader(store, Connector(transports: [transport]))
    let feeds = (0..<150).map {
      TimelineSource(.feed, title: "\($0)", address: "http://example.org/\($0)")
    }
    for (count, new, known) in [(2, 2, 0), (3, 1, 2)] {
      items.withLock { $0 = count }
      let counts = Mutex<[Int]>([])
      let results = try await loader.refresh(all: feeds) { progress in
        counts.withLock { $0.append(progress.done) }
      }
      #expect(results.map(\.source) == feeds)
      #expect(counts.withLock { $0 } == counts.withLock { Array(Set($0)).sorted() })
      #expect(counts.withLock { $0.last } == feeds.count)
      for result in results where result.source.title != "7" {
        let added = try result.outcome.get().added
        #expect(added.new.count == new && added.known == known, "\(result.source.title)")
        let own = (count - new..<count).map { Post.id(result.source.id, "\($0)") }
        #expect(Set(added.new) == Set(own))
      }
      #expect((try? results[7].outcome.get()) == nil)
      #expect(try store.posts.count() == 149 * count)
    }
  }

  /// Who ends a refresh has what has come by then.
  @Test func aRefreshThatIsCancelledKeepsWhatHasCome() async throws {
    let folder = try ScratchFolder()
    let store = try memoryStore(folder)
    let asked = Mutex(0)
    let transport = ScriptedTransport { _ in
      asked.withLock { $0 += 1 }
      return TransferScript(text: "<rss><channel><item><guid>1</guid></item></channel></rss>")
    }
    let loader = TimelineLoader(store, Connector(transports: [transport]))
    let feeds = (0..<300).map {
      TimelineSource(.feed, title: "\($0)", address: "http://example.org/\($0)")
    }
    let task = Task {
      try await loader.refresh(all: feeds) { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let (kept, all) = (try store.posts.count(), asked.withLock { $0 })
    // Those that were on their way are eight at most.
    #expect(kept > 0 && kept < feeds.count && kept >= all - 8)
  }

  @Test func aForgottenSourceHasNoGaps() async throws {
    let folder = try ScratchFolder()
    let store = try memoryStore(folder)
    let server = FaultyServer(pageSize: 2)
    server.post("a", at: 0)
    _ = try await loader(store, server).refresh(source)
    for index in 0..<9 { server.post("b\(index)", at: 100 + Double(index)) }
    _ = try await loader(store, server).refresh(source, pages: 1)
    #expect(store.gaps().count == 1)
    try store.remove(source: source.id)
    #expect(store.gaps().count == 1)
    try store.remove(source: source.id, isForgotten: true)
    #expect(try store.gaps().isEmpty && store.posts.count() == 0)
  }

  @Test func anyFaultsLoseNothingAndDoubleNothing() async throws {
    var generator = seededGenerator()
    for round in 0..<testSteps(25) {
      let context = "seed \(generator.seed), round \(round)"
      let folder = try ScratchFolder()
      let store = try memoryStore(folder)
      let server = FaultyServer(pageSize: Int.random(in: 2...7, using: &generator))
      let loader = loader(store, server)
      var (clock, count) = (0.0, 0)
      // Where dates are wrong, too, nothing says that a page is an old one, or which of its posts is the oldest.
      let isPunctual = Bool.random(using: &generator)
      let faults = FaultyServer.Fault.allCases.filter {
        isPunctual || $0 != .late && $0 != .reversed
      }
      for _ in 0..<25 {
        for _ in 0..<Int.random(in: 0...9, using: &generator) {
          clock += 10
          // A clock that was wrong for one post.
          let jump = !isPunctual && Int.random(in: 0..<15, using: &generator) == 0
          let shift = jump ? Double.random(in: -200...200, using: &generator).rounded() : 0
          // Names are no numbers, and have no order.
          server.post("x\(UInt64.random(in: 0 ... .max, using: &generator))", at: clock + shift)
          count += 1
        }
        let isFaulty = Bool.random(using: &generator)
        server.setFault(
          isFaulty ? faults.randomElement(using: &generator) : nil)
        let pages = Int.random(in: 1...3, using: &generator)
        if let gap = store.gaps().randomElement(using: &generator),
          Bool.random(using: &generator)
        {
          let end: TimelineGap.End = Bool.random(using: &generator) ? .newer : .older
          _ = try? await loader.fill(gap, from: end)
        } else {
          _ = try? await loader.refresh(source, pages: pages)
        }
      }
      server.setFault(nil)
      try await settle(store, server, loader, context)
      let table = try store.newest(.max)
      let kept = Set(table.map { $0[PostFields.name] })
      #expect(kept.count == table.count, "\(context)")
      let names = server.names
      let first = names.firstIndex { kept.contains($0) } ?? names.count
      let lost = names[first...].filter { !kept.contains($0) }
      #expect(lost.isEmpty, "\(context): \(lost.count) of \(count) lost")
      if !lost.isEmpty { return }
    }
  }

  /// Refreshes and fills all gaps.
  private func settle(
    _ store: TimelineStore, _ server: FaultyServer, _ loader: TimelineLoader, _ context: String
  ) async throws {
    guard !server.names.isEmpty else { return }
    _ = try await loader.refresh(source)
    for _ in 0..<500 {
      guard let gap = store.gaps().first else { return }
      _ = try await loader.fill(gap, from: .newer)
    }
    Issue.record("\(context): the gap \(store.gaps()[0]) does not end")
  }
}

/// A clock that goes on at each look.
private final class TestClock: Sendable {
  let seconds = Mutex(0.0)
  private let step: Double

  init(step: Double) { self.step = step }

  var now: Date {
    moment(
      seconds.withLock { seconds in
        seconds += step
        return seconds
      })
  }
}
