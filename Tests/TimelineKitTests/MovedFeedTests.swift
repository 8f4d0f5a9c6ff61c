import Foundation
import HikidashiLoading
import HikidashiLoadingTesting
import HikidashiStorage
import Synchronization
import TestSupport
import Testing
import TimelineKit

/// A feed that has moved for good is asked where it is now, and keeps its posts.
struct MovedFeedTests {
  private static let old = "https://old.example/feed"
  private static let new = "https://new.example/feed"
  private static let feed =
    "<rss><channel><title>F</title><item><guid>1</guid><title>One</title></item></channel></rss>"

  private static func script(
    _ text: String = feed, status: Int = 200, movedTo: String? = nil
  ) -> TransferScript {
    var head = ResponseHead(http: status, headers: ["Content-Type": "application/rss+xml"])
    head.movedTo = movedTo.flatMap { URL(string: $0) }
    return TransferScript([
      .deliver(.head(head)), .deliver(.chunk(Array(text.utf8))),
      .deliver(.finished(TransferMetrics(receivedBytes: text.utf8.count))),
    ])
  }

  @Test func aFeedThatMovedIsAskedWhereItIsAndKeepsItsPosts() async throws {
    let folder = try ScratchFolder()
    let store = try TimelineStore(folder: folder.url.path)
    let source = TimelineSource(.feed, title: "F", address: Self.old)
    try store.put(source)
    let asked = Mutex<[String]>([])
    let answer = Mutex(Self.script(movedTo: Self.new))
    let isBack = Mutex(false)
    let transport = ScriptedTransport { request in
      asked.withLock { $0.append("\(request.target)") }
      if isBack.withLock({ $0 }), "\(request.target)".contains("old.example") {
        return Self.script()
      }
      return answer.withLock { $0 }
    }
    let loader = TimelineLoader(store, Connector(transports: [transport]))
    #expect(try await loader.refresh(source).added.new.count == 1)
    #expect(store.movedAddress(of: source.id) == Self.new)
    #expect(store.source(at: Self.new)?.id == source.id)
    #expect(store.source(at: Self.old)?.id == source.id)
    #expect(store.atMovedAddresses([source]).map(\.address) == [Self.new])
    answer.withLock { $0 = Self.script() }
    #expect(try await loader.refresh(source).added.new.isEmpty)
    #expect(asked.withLock { $0.last }?.contains("new.example") == true)
    // The next process knows it, too.
    let again = try TimelineStore(folder: folder.url.path)
    #expect(again.movedAddress(of: source.id) == Self.new)
    // Trouble, and an old address that fails, too, do not undo the move.
    for status in [500, 404, 410] {
      answer.withLock { $0 = TransferScript(status: status) }
      await #expect(throws: TimelineError.self) { try await loader.refresh(source) }
      #expect(store.movedAddress(of: source.id) == Self.new)
    }
    // A feed that is back at its old address is read there.
    isBack.withLock { $0 = true }
    _ = try await loader.refresh(source)
    #expect(store.movedAddress(of: source.id) == nil)
    #expect(asked.withLock { $0.last }?.contains("old.example") == true)
    #expect(try store.posts.count() == 1)
  }

  @Test func somethingElseInItsPlaceIsNoMove() async throws {
    let folder = try ScratchFolder()
    let store = try TimelineStore(folder: folder.url.path)
    let source = TimelineSource(.feed, title: "F", address: Self.old)
    try store.put(source)
    let transport = ScriptedTransport { _ in
      Self.script("<html><title>Domain for sale</title></html>", movedTo: Self.new)
    }
    let loader = TimelineLoader(store, Connector(transports: [transport]))
    await #expect(throws: TimelineError.self) { try await loader.refresh(source) }
    #expect(store.movedAddress(of: source.id) == nil)
  }
}
