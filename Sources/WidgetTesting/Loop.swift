internal import CHikidashiGTK
internal import HikidashiWidgets

/// An error that ends a test of a window.
public enum WidgetTestError: Error, CustomStringConvertible, Sendable {
  /// There is no display; run the tests under `xvfb-run -a`.
  case noDisplay
  /// The app has no window, or another app of its name is running.
  case notStarted
  case timedOut(String)
  /// No element has that role and name; `dump` lists the elements that are there.
  case notFound(String, dump: String)
  /// The display does not accept input through XTEST.
  case noInput(String)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .noDisplay: "no display: run the tests under “xvfb-run -a”"
    case .notStarted: "the app did not start: does it have a window, and does no other run?"
    case .timedOut(let what): "gave up waiting for \(what)"
    case .notFound(let what, let dump): "found no \(what) among:\n\(dump)"
    case .noInput(let what): "cannot send \(what): is this an X11 display with XTEST?"
    }
  }
}

/// Runs `body` on the main actor inside GLib's main loop, and returns when it has ended.
///
/// Call it from a synchronous test method, on the first thread (XCTest stays on it):
///
/// ```swift
/// func testPress() throws {
///   try onLoop {
///     let stage = try await Stage.show(Button("Press") {})
///     try await stage.click("button", "Press")
///   }
/// }
/// ```
///
/// - Parameters:
///   - limit: How long a test that hangs is waited for. No test should depend on it: a busy machine may
///     need a hundred times as long as a quiet one.
///   - body: The test.
/// - Throws: What `body` throws, or ``WidgetTestError/timedOut(_:)`` after `limit`.
public func onLoop<Result: Sendable>(
  within limit: Duration = .seconds(300), _ body: @escaping @MainActor () async throws -> Result
) throws -> Result {
  try MainActor.assumeIsolated {
    try startGTK()
    var outcome: Swift.Result<Result, any Error>?
    let task = Task { @MainActor in
      do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
    }
    let alarm = Alarm(after: limit)
    while outcome == nil && !alarm.hasRung { MainLoop.iterate(mayBlock: true) }
    guard let outcome else {
      task.cancel()
      throw WidgetTestError.timedOut("the test to end")
    }
    return try outcome.get()
  }
}

/// Waits until `condition` holds, and checks it after each iteration of the main loop.
///
/// - Parameters:
///   - what: What is waited for, for the error.
///   - limit: How long, before ``WidgetTestError/timedOut(_:)`` is thrown.
///   - condition: Whether it has come.
@MainActor
public func until(
  _ what: String, within limit: Duration = .seconds(120), _ condition: () -> Bool
) async throws {
  let start = ContinuousClock.now
  while !condition() {
    if ContinuousClock.now - start > limit { throw WidgetTestError.timedOut(what) }
    await nextIteration()
  }
}

/// Waits until the main loop has nothing else to do, for 2 ms at least and 100 ms at most.
///
/// Where frames take all the time, as on a slow machine, there is always another one to draw.
@MainActor
func nextIteration() async {
  await withCheckedContinuation { Turn($0).wait() }
}

/// Resumes once, by whichever of two sources comes first.
@MainActor
private final class Turn {
  private var continuation: CheckedContinuation<Void, Never>?
  private var sources: [guint] = []

  init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

  /// Adds the sources, which keep this alive.
  func wait() {
    sources = [
      source(after: 2, priority: G_PRIORITY_DEFAULT_IDLE + 50),
      source(after: 100, priority: G_PRIORITY_DEFAULT),
    ]
  }

  private func source(after milliseconds: guint, priority: gint) -> guint {
    g_timeout_add_full(
      priority, milliseconds,
      { data in
        guard let data else { return 0 }
        let turn = Unmanaged<Turn>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { turn.end() }
        return 0
      }, Unmanaged.passRetained(self).toOpaque(),
      { data in if let data { Unmanaged<Turn>.fromOpaque(data).release() } })
  }

  private func end() {
    // The source that calls this goes by itself, after this has removed it.
    for source in sources { g_source_remove(source) }
    sources = []
    continuation?.resume()
    continuation = nil
  }
}

/// Rings once, by a source that wakes the main loop.
@MainActor
private final class Alarm {
  private(set) var hasRung = false
  private var source: guint = 0

  init(after limit: Duration) {
    let milliseconds = limit / .milliseconds(1)
    source = g_timeout_add(
      guint(clamping: Int(milliseconds)),
      { data in
        guard let data else { return 0 }
        MainActor.assumeIsolated {
          let alarm = Unmanaged<Alarm>.fromOpaque(data).takeUnretainedValue()
          alarm.hasRung = true
          alarm.source = 0
        }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  isolated deinit {
    if source != 0 { g_source_remove(source) }
  }
}

@MainActor
private func startGTK() throws {
  // What a screen reader is told can be read back only in this mode; and a test's window must look
  // the same wherever it runs.
  g_setenv("GTK_A11Y", "test", 0)
  g_setenv("GSETTINGS_BACKEND", "memory", 0)
  guard Toolkit.startIfPossible() else { throw WidgetTestError.noDisplay }
  if let settings = gtk_settings_get_default() {
    var off = GValue()
    g_value_init(&off, GType(5 << 2))
    g_object_set_property(
      UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self),
      "gtk-enable-animations", &off)
    g_value_unset(&off)
  }
}
