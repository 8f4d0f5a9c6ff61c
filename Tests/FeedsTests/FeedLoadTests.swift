import Foundation
import HikidashiFeeds
import HikidashiLoading
import HikidashiLoadingTesting
import Testing

/// Feeds that come through a connector.
struct FeedLoadTests {
  @Test func aFeedIsLoadedFromAFile() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("feed-\(UUID().uuidString).xml")
    try Data(FeedSamples.atom.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let connector = Connector(transports: [DescriptorTransport()])
    let feed = try await connector.load(LoadRequest(file), parser: FeedParser()).value
    #expect(feed == (try readFeed(FeedSamples.atom, at: file.absoluteString)))
  }

  @Test func cancelBetweenChunksDeliversNoFeed() async throws {
    let bytes = Array(FeedSamples.rss.utf8)
    let address = try #require(URL(string: "http://example.org/feed"))
    for count in [1, 700, bytes.count - 1] {
      let request = LoadRequest(address)
      let script = TransferScript(body: bytes).with(.stalled(after: count), for: request.target)
      let connector = Connector(transports: [ScriptedTransport(script)])
      let load = connector.load(request, parser: FeedParser(blockSize: 16))
      for await status in load.statuses where status.bytes > 0 { break }
      load.cancel()
      let error = await #expect(throws: LoadError.self) { try await load.value }
      guard case .cancelled = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(load.status.state == .cancelled)
    }
  }
}
