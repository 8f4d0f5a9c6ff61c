import Hikidashi
import HikidashiFeeds
import Observation

enum LoadStatesPage: GalleryPage {
  static let title = tr("A load and its states")
  static let summary = tr(
    """
    Choose what goes wrong, press Load, and watch; cancel at any moment. No network is needed: \
    the server is a script.
    """)
  static let file = #filePath

  @Observable @MainActor
  final class Model { var load: Load<Feed>? }

  static func make() -> Part {
    let (model, connector) = (Model(), LoadFault.connector())
    let faults = DropDown(LoadFault.allCases.map(\.rawValue), label: "What goes wrong")
    let list = TableView<Feed.Entry>([]) { $0.title?.value ?? $0.id }
      .whenEmpty("Nothing is loaded yet")
    return Stack(.vertical, spacing: 12) {
      Stack(.horizontal, spacing: 6) {
        faults.expand(.horizontal)
        Button("_Load") {
          let fault = LoadFault.allCases[faults.chosen ?? 0]
          let load = connector.load(fault.request, parser: FeedParser(), options: options)
          model.load = load
          list.show(load) { $0.entries }
        }.styleClass("suggested-action")
        Button("_Cancel") { model.load?.cancel() }
          .enabled { model.load.map { !$0.status.state.isTerminal } ?? false }
        NetworkActivity(connector)
      }
      Label { model.load.map { text(of: $0.status) } ?? "" }.wrapping().styleClass("numeric")
      list
    }.margin(24)
  }

  private static let options = LoadOptions(retry: Retry(attempts: 2, first: .seconds(1)))

  private static func text(of status: LoadStatus) -> String {
    let size = "\(status.bytes) of \(status.expectedBytes.map(String.init) ?? "?") bytes"
    let wait = status.retryDelay.map { ", tried again in \(Int($0 / .milliseconds(1))) ms" }
    return ".\(status.state): attempt \(status.attempt), \(size)\(wait ?? "")"
  }
}
