import Dispatch
import Foundation
import Loading
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
      let connector = Connector(transports: [HalfTransport(part: Array(bytes[..<count]))])
      let load = connector.load(LoadRequest(address), parser: FeedParser(blockSize: 16))
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

/// Sends a part of a body, and never more.
private struct HalfTransport: Transport {
  let part: [UInt8]

  func serves(_ target: LoadTarget) -> Bool { true }

  func start(_ request: LoadRequest, receiver: any TransferReceiver) -> any Transfer {
    let transfer = HalfTransfer(receiver)
    DispatchQueue.global().async {
      transfer.gate.deliver(.head(ResponseHead(http: 200, headers: [:])))
      transfer.gate.deliver(.chunk(part))
    }
    return transfer
  }
}

private final class HalfTransfer: Transfer {
  let gate: TransferGate

  init(_ receiver: any TransferReceiver) { gate = TransferGate(receiver) }

  func resume() { _ = gate.resume() }
  func cancel() { _ = gate.close() }
}
