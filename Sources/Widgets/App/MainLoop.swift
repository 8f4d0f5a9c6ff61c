internal import CHikidashiGTK
internal import CHikidashiWidgetBridge

/// The connection that lets main-actor jobs and Dispatch's main queue run in GLib's main loop.
///
/// Swift's concurrency puts main-actor jobs on Dispatch's main queue, which nobody drains while GLib
/// waits for events. The bridge is a source on that queue's event descriptor. It runs just below
/// GDK's redraw: at a higher priority a flood of jobs starves drawing (11 frames a second instead of
/// 60 were measured). Where frames take all the time, as on a slow machine, jobs that have waited for
/// 8 ms go first for 4 ms: otherwise none would run until the animation ends.
@MainActor
public enum MainLoop {
  /// GDK redraws at this priority, `G_PRIORITY_HIGH_IDLE` + 20.
  private static let redraw: Int32 = 120
  private static var isAttached = false

  /// Connects the two loops; a second call does nothing.
  ///
  /// ``App`` calls this before it runs; only a program with a loop of its own needs to.
  ///
  /// - Returns: False when this toolchain's Dispatch no longer offers its main queue.
  @discardableResult
  public static func attach() -> Bool {
    if !isAttached { isAttached = hk_attach_main_queue(redraw + 1, redraw - 1) }
    return isAttached
  }

  /// Runs one iteration of GLib's loop, waiting for an event when `mayBlock` is true.
  ///
  /// - Returns: True when something ran.
  @discardableResult
  package static func iterate(mayBlock: Bool) -> Bool {
    g_main_context_iteration(nil, mayBlock ? 1 : 0) != 0
  }
}
