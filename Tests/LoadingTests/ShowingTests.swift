import Foundation
import HikidashiLoading
import HikidashiLoadingTesting
import Testing

@Test @MainActor func onlyTheLatestLoadIsShown() async throws {
  let connector = Connector(
    transports: [
      ScriptedTransport { request in
        let page = TransferScript(text: "Hikidashi\n")
        let isSlow = request.headers["X-Page"] == "slow"
        return isSlow ? page.with(.stalled(after: 3), for: request.target) : page
      }
    ])
  var states: [LoadState] = []
  var shown: [String] = []

  // What a button or a search field does each time.
  let slot = LoadSlot<[String]>()
  func show(_ page: String) throws {
    var request = LoadRequest(try #require(URL(string: "https://example.org/page")))
    request.headers["X-Page"] = page
    slot.load(connector.load(request, parser: LinesParser())) {
      states.append($0.state)
    } onEnd: {
      if case .success(let response) = $0 { shown = response.output }
    }
  }

  try show("slow")
  try show("fast")
  _ = try await slot.current?.value
  while shown.isEmpty { await Task.yield() }
  #expect(shown == ["Hikidashi"])
  #expect(!states.contains(.cancelled))
}
