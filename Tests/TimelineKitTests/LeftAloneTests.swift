import Foundation
import HikidashiLoading
import HikidashiLoadingTesting
import HikidashiRecords
import Synchronization
import TestSupport
import Testing
import TimelineKit

/// Servers that ask to be left alone are, for as long as they say, and by the next process, too.
struct LeftAloneTests {
  /// A server that answers as it is told, and counts what it is asked.
  private final class Server: Sendable {
    let answer = Mutex(TransferScript(text: feed))
    let requests = Mutex(0)
    let seconds = Mutex(0.0)

    static let feed =
      "<rss><channel><title>F</title><item><guid>1</guid><title>One</title></item></channel></rss>"

    func loader(_ store: TimelineStore) -> TimelineLoader {
      let transport = ScriptedTransport { [self] _ in
        requests.withLock { $0 += 1 }
        return answer.withLock { $0 }
      }
      let connector = Connector(transports: [transport])
      return TimelineLoader(
        store, connector,
        loadPage: { request, parser throws(LoadError) in
          try await connector.load(request, parser: parser).value
        }, now: { [self] in moment(seconds.withLock { $0 }) })
    }

    func count(_ body: () async throws -> Void) async rethrows -> Int {
      let before = requests.withLock { $0 }
      try await body()
      return requests.withLock { $0 } - before
    }
  }

  private let feeds = (1...3).map {
    TimelineSource(.feed, title: "F\($0)", address: "http://news.example/\($0)")
  }
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func store() throws -> TimelineStore {
    let store = try TimelineStore(folder: folder.url.path)
    try store.put(feeds)
    return store
  }

  @Test(arguments: [
    (429, ["Retry-After": "3600"], 3_600.0), (503, ["Retry-After": "3600"], 3_600),
    (403, ["Retry-After": "120"], 120), (429, [:], 300), (500, ["Retry-After": "86400"], 86_400),
    (429, ["Retry-After": "999999999"], 604_800),
  ])
  func aServerIsNotAskedBeforeItsTime(
    _ status: Int, _ fields: [String: String], _ wait: Double
  ) async throws {
    let server = Server()
    var headers = HeaderFields()
    for (name, value) in fields { headers[name] = value }
    server.answer.withLock { $0 = TransferScript(status: status, headers: headers) }
    let loader = server.loader(try store())
    let first = await server.count {
      let error = await #expect(throws: TimelineError.self) { try await loader.refresh(feeds[0]) }
      guard case .tooManyRequests("news.example", _) = error else {
        Issue.record("\(error.map { "\($0)" } ?? "")")
        return
      }
    }
    #expect(first == 1)
    server.answer.withLock { $0 = TransferScript(text: Server.feed) }
    server.seconds.withLock { $0 = wait - 5 }
    // Nor for the other feeds that it has, nor by the next process.
    for loader in [loader, server.loader(try store())] {
      let asked = try await server.count {
        for refreshed in try await loader.refresh(all: feeds) {
          #expect(throws: TimelineError.self) { try refreshed.outcome.get() }
        }
      }
      #expect(asked == 0)
    }
    server.seconds.withLock { $0 = wait + 5 }
    let again = server.loader(try store())
    #expect(try await server.count { _ = try await again.refresh(all: feeds) } == 3)
    #expect(try store().newest().count == 3)
  }

  @Test func aServerOfTimelinesIsLeftAloneByTheNextProcessToo() async throws {
    let server = Server()
    server.answer.withLock {
      $0 = TransferScript(status: 503, headers: ["Retry-After": "600"])
    }
    let timeline = MastodonTimeline("social.example", .public(isLocal: false))
    let source = TimelineSource(.mastodon, title: "All", address: timeline.address)
    for expected in [1, 0, 0] {
      let loader = server.loader(try store())
      let asked = await server.count {
        await #expect(throws: TimelineError.self) { try await loader.refresh(source) }
      }
      #expect(asked == expected)
    }
  }

  @Test func aTroubleThatNamesNoTimeIsAskedAgain() async throws {
    let server = Server()
    server.answer.withLock { $0 = TransferScript(status: 404) }
    let loader = server.loader(try store())
    for _ in 0..<2 {
      let asked = await server.count { _ = try? await loader.refresh(feeds[0]) }
      #expect(asked == 1)
    }
  }

  @Test func aFeedThatIsGoneIsAskedAloneOnly() async throws {
    let server = Server()
    server.answer.withLock { $0 = TransferScript(status: 410) }
    let loader = server.loader(try store())
    let first = await server.count {
      let error = await #expect(throws: TimelineError.self) { try await loader.refresh(feeds[0]) }
      #expect(error == .gone(feeds[0].address))
    }
    #expect(first == 1)
    server.answer.withLock { $0 = TransferScript(text: Server.feed) }
    let next = server.loader(try store())
    #expect(next.isGone(feeds[0]) && next.due(feeds).map(\.id) == feeds.dropFirst().map(\.id))
    #expect(try await server.count { _ = try await next.refresh(all: feeds) } == 2)
    // A person who wants to know asks it, and it is there again.
    #expect(try await next.refresh(all: [feeds[0]]).first?.outcome.get().added.new.count == 1)
    #expect(!server.loader(try store()).isGone(feeds[0]))
  }
}
