import Foundation
import HikidashiLoading
import HikidashiLoadingTesting
import Testing

private struct Release: Decodable, Sendable {
  let version: String
}

@Test func releasesAreFetchedAlsoOverABadConnection() async throws {
  let lines = """
    {"version": "1.0"}
    {"version": "1.1"}
    """
  // In an app: HTTPTransport(), DescriptorTransport()
  let transport = ScriptedTransport { request in
    let page = TransferScript(text: lines)
    let isFirst = request.headers["X-Attempt"] == "first"
    return isFirst ? page.with(.reset(after: 20), for: request.target) : page
  }
  let connector = Connector(transports: [transport])

  let url = try #require(URL(string: "https://example.org/releases"))
  let load = connector.load(LoadRequest(url), parser: JSONLinesParser(Release.self))
  for await status in load.statuses {
    print(status.state, status.fraction ?? 0, connector.activity.isBusy)
  }
  #expect(try await load.value.map(\.version) == ["1.0", "1.1"])

  var request = LoadRequest(url)
  request.headers["X-Attempt"] = "first"
  request.limits.decoded = 1 << 20
  var options = LoadOptions()
  options.retry = .never
  let broken = connector.load(request, parser: JSONLinesParser(Release.self), options: options)
  let error = await #expect(throws: LoadError.self) { try await broken.value }
  #expect(error == .reset(LoadFailure(.url(url))))
}
