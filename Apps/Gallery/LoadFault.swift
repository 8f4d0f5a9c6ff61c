import FoundationEssentials
import Hikidashi
import HikidashiLoadingTesting
import Synchronization

/// What a visitor may have go wrong with a load, and the server that does it.
enum LoadFault: String, CaseIterable {
  case nothing = "Nothing goes wrong"
  case slow = "It is slow"
  case reset = "It breaks in mid-body"
  case truncated = "It is cut short"
  case recovery = "503, then it recovers"
  case missing = "404"
  case stalled = "Nothing more comes"
  case wrongType = "A login page instead"

  /// What asks the server for the news, with this fault.
  var request: LoadRequest {
    var request = LoadRequest(Self.address)
    request.headers["X-Fault"] = rawValue
    request.timeouts.idle = .seconds(1)
    return request
  }

  /// A server that does what a request says. What recovers does so every second time.
  static func connector() -> Connector {
    let hasFailed = Mutex(false)
    let server = ScriptedTransport { request in
      let fault = request.headers["X-Fault"].flatMap(LoadFault.init) ?? .nothing
      let isFirst = hasFailed.withLock { hasFailed in
        if fault == .recovery { hasFailed.toggle() }
        return hasFailed
      }
      return fault.script(isFirst: isFirst, for: request.target)
    }
    return Connector(transports: [server])
  }

  private func script(isFirst: Bool, for target: LoadTarget) -> TransferScript {
    let feed = TransferScript(headers: ["Content-Type": "application/atom+xml"], text: Self.news)
      .with(.slowDrip(bytes: 40, every: .milliseconds(40)), for: target)
    let pause = TransferFault.delay(.milliseconds(300))
    return switch self {
    case .nothing: feed
    case .slow: feed.with(.slowDrip(bytes: 10, every: .milliseconds(200)), for: target)
    case .reset: feed.with(.reset(after: 300), for: target)
    case .truncated: feed.with(.truncated(after: 300), for: target)
    case .recovery where !isFirst: feed
    case .recovery: feed.with(.status(503), for: target).with(pause, for: target)
    case .missing: feed.with(.status(404), for: target).with(pause, for: target)
    case .stalled: feed.with(.stalled(after: 300), for: target)
    case .wrongType:
      TransferScript(text: "<!DOCTYPE html><title>Log in</title>").with(pause, for: target)
    }
  }

  private static let address =
    URL(string: "https://example.org/news.atom") ?? URL(filePath: "/news.atom")
  private static let news = """
    <?xml version="1.0" encoding="utf-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom">
      <title>News of the workshop</title>
      <id>urn:example:news</id>
      <updated>2026-11-21T00:00:00Z</updated>
      <entry><id>urn:example:1</id><title>引き出し in oak</title></entry>
      <entry><id>urn:example:2</id><title>A plane that was sharpened</title></entry>
      <entry><id>urn:example:3</id><title>Fewer screws, more joints</title></entry>
    </feed>
    """
}
