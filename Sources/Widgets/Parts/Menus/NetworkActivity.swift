internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiLoading

/// A wheel that turns while a connector has anything to do; its tooltip says how much.
///
/// ```swift
/// HeaderBar(end: [NetworkActivity(connector)])
/// ```
///
/// Loads of the connector that wait for a network are tried again when the desktop says that the network
/// has changed.
public final class NetworkActivity: Part {
  private var network: SignalConnection?

  public init(_ connector: Connector) {
    super.init(native: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    guard let native else { return }
    let wheel = Spinner(tr("Network")).spinning { connector.activity.isBusy }
    wheel.adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) }
    tooltip { connector.activity.isBusy ? Self.text(of: connector.activity) : nil }
    network = connectToNetwork { connector.retryNetwork() }
  }

  private static func text(of activity: ConnectorActivity) -> String {
    tr("{} under way, {} waiting", activity.transfers, activity.waiting)
  }

  public override func nativeDied() {
    super.nativeDied()
    network?.disconnect()
    network = nil
  }
}
