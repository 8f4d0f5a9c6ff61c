import Foundation
import HikidashiBase
import HikidashiLoadingCache
import HikidashiLoadingTesting

@testable import HikidashiLoading

/// A connector over a scripted transport, whose time moves when told.
struct TestWorld {
  let clock = ManualClock()
  let transport: ScriptedTransport
  let environment: LoadEnvironment
  let connector: Connector
  /// What the wall's clock shows when the test begins.
  static let start = 784_111_777

  init(
    cache: ResponseCache? = nil, limits: ConnectorLimits = ConnectorLimits(), seed: UInt64 = 1,
    answer: @escaping @Sendable (LoadRequest) -> TransferScript = { _ in TransferScript() }
  ) {
    let start = clock.now
    let wallTime = { @Sendable [clock] in
      Duration.seconds(Self.start) + start.duration(to: clock.now)
    }
    transport = ScriptedTransport(answer: answer)
    environment = LoadEnvironment(clock: clock, wallTime: wallTime, seed: seed)
    connector = Connector(
      transports: [transport], cache: cache, limits: limits, environment: environment)
  }

  func request(_ path: String = "page", host: String = "example.org") -> LoadRequest {
    LoadRequest(.url(URL(fileURLWithPath: "/")), host, path)
  }

  func load(
    _ path: String = "page", host: String = "example.org", _ options: LoadOptions = LoadOptions(),
    priority: LoadPriority = .normal
  ) -> Load<[String]> {
    var request = request(path, host: host)
    request.priority = priority
    return connector.load(request, parser: LinesParser(), options: options)
  }
}

extension LoadRequest {
  fileprivate init(_ fallback: LoadTarget, _ host: String, _ path: String) {
    self.init(URL(string: "http://\(host)/\(path)").map(LoadTarget.url) ?? fallback)
  }
}

extension ScriptedTransfer {
  /// Answers with a text and ends.
  func answer(_ text: String) {
    deliver(.head(ResponseHead(http: 200, headers: [:])))
    deliver(.chunk(Array(text.utf8)))
    deliver(.finished(TransferMetrics()))
  }
}

extension Load {
  /// The first status of a state; the last one where it ends before.
  @discardableResult
  func status(in state: LoadState) async -> LoadStatus {
    for await status in statuses where status.state == state { return status }
    return status
  }

  var result: Result<Output, LoadError> {
    get async {
      do throws(LoadError) { return .success(try await value) } catch { return .failure(error) }
    }
  }

  var failure: LoadError? {
    get async { if case .failure(let error) = await result { error } else { nil } }
  }
}
