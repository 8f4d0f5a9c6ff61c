import FoundationEssentials
import Hikidashi
import HikidashiFeeds
import HikidashiLoadingTesting
import Synchronization

enum LoadStatesPage: GalleryPage {
  static let title = "A load and its states"
  static let summary =
    "Choose what goes wrong, press Load, and watch; cancel at any moment. No network is needed: the "
    + "server is a script."
  static let file = #filePath

  static func make() -> Part {
    let faults = DropDown(LoadFault.allCases.map(\.rawValue), label: "What goes wrong")
    let slot = LoadSlot<Feed>()
    let view = LoadView { slot.current?.cancel() }
    let start = Button("_Load") {
      view.begin()
      // The load before is superseded, where it still goes on: it never lands.
      slot.load(LoadFault.allCases[faults.chosen ?? 0].load()) {
        view.show($0)
      } onEnd: {
        view.show($0)
      }
    }.styleClass("suggested-action")
    return Stack(.vertical, spacing: 12) {
      Stack(.horizontal, spacing: 6) {
        faults.expand(.horizontal)
        start
        view.cancel
      }
      view.parts
    }.margin(24)
  }
}

/// What is to be seen of a load.
@MainActor
private final class LoadView {
  let cancel: Button
  private let bar = ProgressBar()
  private let numbers = Label("Nothing is loaded yet").wrapping().styleClass("numeric")
  private let states = Label("").wrapping().styleClass("monospace")
  private let outcome = Label("").wrapping().selectable()
  private var way: [String] = []

  init(cancel: @escaping @MainActor () -> Void) {
    self.cancel = Button("_Cancel", cancel).enabled(false)
  }

  var parts: [Part] { [bar, numbers, states, outcome] }

  func begin() {
    way = []
    outcome.text = ""
  }

  func show(_ status: LoadStatus) {
    if way.last != ".\(status.state)" { way.append(".\(status.state)") }
    states.text = way.joined(separator: " → ")
    bar.fraction = status.fraction ?? 0
    cancel.enabled(!status.state.isTerminal)
    let size = "\(status.bytes) of \(status.expectedBytes.map(String.init) ?? "?") bytes"
    let wait = status.retryDelay.map { ", tried again in \(Int($0 / .milliseconds(1))) ms" }
    numbers.text = "Attempt \(status.attempt), \(size)\(wait ?? "")"
  }

  func show(_ result: Result<LoadResponse<Feed>, LoadError>) {
    outcome.text =
      switch result {
      case .success(let response):
        response.output.entries.map { "• " + ($0.title?.value ?? $0.id) }.joined(separator: "\n")
      case .failure(let error): "\(error)"
      }
  }
}

/// What a visitor may have go wrong.
enum LoadFault: String, CaseIterable {
  case nothing = "Nothing goes wrong"
  case slow = "It is slow"
  case reset = "It breaks in mid-body"
  case truncated = "It is cut short"
  case recovery = "503, then it recovers"
  case missing = "404"
  case stalled = "Nothing more comes"
  case wrongType = "A login page instead"

  func load() -> Load<Feed> {
    var request = LoadRequest(Self.address)
    request.timeouts.idle = .seconds(1)
    var options = LoadOptions()
    options.retry = Retry(attempts: 2, first: .seconds(1))
    return Connector(transports: [transport]).load(request, parser: FeedParser(), options: options)
  }

  private var transport: ScriptedTransport {
    let attempts = Mutex(0)
    return ScriptedTransport { request in
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      return script(attempt, for: request.target)
    }
  }

  private func script(_ attempt: Int, for target: LoadTarget) -> TransferScript {
    let feed = TransferScript(headers: ["Content-Type": "application/atom+xml"], text: Self.news)
      .with(.slowDrip(bytes: 40, every: .milliseconds(40)), for: target)
    let pause = TransferFault.delay(.milliseconds(300))
    return switch self {
    case .nothing: feed
    case .slow: feed.with(.slowDrip(bytes: 10, every: .milliseconds(200)), for: target)
    case .reset: feed.with(.reset(after: 300), for: target)
    case .truncated: feed.with(.truncated(after: 300), for: target)
    case .recovery where attempt > 1: feed
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
