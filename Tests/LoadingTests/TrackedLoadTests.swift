import Foundation
import HikidashiLoading
import HikidashiLoadingTesting
import TestSupport
import Testing

/// A load and its connector are followed by `Observation`.
@Test @MainActor func aLoadIsFollowed() async throws {
  let connector = Connector(transports: [
    ScriptedTransport { _ in TransferScript(text: "Hikidashi\n") }
  ])
  let activity = TrackedReading { connector.activity.isBusy }
  let url = try #require(URL(string: "https://example.org/page"))
  let load = connector.load(LoadRequest(url), parser: LinesParser())
  let states = TrackedReading { load.status.state }
  await states.wait { $0 == .finished }
  #expect(try await load.value == ["Hikidashi"])
  await activity.wait { !$0 }
  #expect(!connector.activity.isBusy)
}
