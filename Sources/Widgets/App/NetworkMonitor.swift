internal import CHikidashiGTK

/// Calls a closure when the desktop reports that the network has changed, until it is disconnected.
///
/// Whether it says that there is one is not asked: where there is no route it says that there is none,
/// though this machine itself can be reached.
@MainActor
func connectToNetwork(_ body: @escaping @MainActor () -> Void) -> SignalConnection? {
  guard let monitor = g_network_monitor_get_default() else { return nil }
  return connect(UnsafeMutableRawPointer(monitor), "network-changed") { _ in
    body()
    return false
  }
}
