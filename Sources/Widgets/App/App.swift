package import CHikidashiGTK
internal import Glibc
internal import HikidashiBase
internal import HikidashiOutlines
public import HikidashiPresentation

/// The application, with its windows, its actions, its log and the code that runs before it ends.
///
/// A second start of the same app brings the running one to the front instead.
///
/// ```swift
/// App(id: "org.example.Animals") {
///   Window("Animals") { Label("Hello") }
/// }.run()
/// ```
@MainActor
public final class App {
  /// The app that runs in this process.
  public private(set) static weak var current: App?

  /// The reverse-domain name of the app, such as `org.example.Animals`, used on the session bus and
  /// for the app's folders.
  public let id: String
  /// The queue of the dialogs, toasts and banners of all windows. It can be used from any thread,
  /// and starts when the app shows its first window.
  ///
  /// An item whose owner is a window's ``Window/owner`` is shown for that window and ends with it;
  /// every other item is shown over the window that was used last.
  nonisolated public let presentation: PresentationQueue
  /// The `GtkApplication`, or nil before the app runs.
  package private(set) var native: UnsafeMutablePointer<GtkApplication>?
  /// The log in the user's state folder; nil before the app runs and if the folder cannot be
  /// written.
  public private(set) var log: LogFile?
  private var actions: [Action] = []
  private(set) var actionMap: ActionMap?
  private let makeWindows: @MainActor () throws -> [Window]
  private let instance: Instance
  let quitting = Quitting()
  let saving = Saving()
  /// See ``state``, which makes it.
  var madeState: StateStore?
  var exitStatus: Int32 = 0
  /// Asked to quit before it ran.
  var isOver = false
  /// The windows that are made now are its own.
  private(set) var isMakingWindows = false
  /// The window that tells why the others could not be made.
  private weak var failed: Window?
  /// The URIs that were handed over, and not opened yet.
  private var handed: [String] = []
  /// ``runLoop()`` is running.
  private(set) var isRunning = false

  /// The rule for a start while another instance of the app is running.
  public enum Instance: Sendable, Hashable {
    /// Every start is handed to the running app, which comes to the front.
    case single
    /// A start is handed to the running instance of the same name, for example one for each
    /// database.
    case named(String)
    /// Every start runs an app of its own.
    case separate
  }

  /// Creates an app; ``run()`` starts it.
  ///
  /// - Parameters:
  ///   - id: Reverse-domain name, such as `org.example.Animals`.
  ///   - instance: Which starts go to an app that is running already.
  ///   - windows: Makes the windows, once the app runs. What it throws is shown in a window, with a button
  ///     to try again. An app without a window says so, and ends.
  public init(
    id: String, instance: Instance = .single,
    @WindowBuilder windows: @escaping @MainActor () throws -> [Window]
  ) {
    self.id = id
    self.instance = instance
    makeWindows = windows
    let presenter = WindowPresenter()
    presentation = PresentationQueue(
      presenter: presenter, rules: [.notices: ChannelRules(limit: 100)])
    presentation.suspend()
    presenter.latestWindow = { [weak self] in self?.windows.first }
  }

  /// The URIs to open, such as `rfc:2119`. The instance that is already running gets them through
  /// ``onOpen``, or else this one. Set them before ``run()``.
  public var opens: [String] = []
  /// Called with the URIs of this start and of later starts that are handed to this app, once its windows are made. What
  /// it throws is told in the window that was used last.
  public var onOpen: (@MainActor ([String]) async throws -> Void)?

  /// Adds actions that are available in all windows of the app.
  ///
  /// By itself every app has the keys that people expect of any: Ctrl+Q quits, Ctrl+W closes the window,
  /// F11 shows it on the whole screen, F10 opens its main menu, and Ctrl+? lists the shortcuts. Menus
  /// name them `app.quit`, `win.close`, `win.fullscreen` and `win.show-help-overlay`. An action of one
  /// of these names takes the place of the standard one, and an action with one of these keys has it.
  @discardableResult
  public func actions(@ActionBuilder _ actions: () -> [Action]) -> Self {
    self.actions += actions()
    return self
  }

  /// The path at which to save a picture of the first window once it shows its content; then the
  /// app quits.
  ///
  /// The environment variable `HIKIDASHI_SCREENSHOT` sets it for any app.
  public var picture = Environment.value("HIKIDASHI_SCREENSHOT")
  /// Called before a ``picture`` is taken; it returns when the first window shows its content.
  public var ready: @MainActor () async -> Void = {}

  private let look = AppLook()
  /// The colour scheme of all windows: light, dark, or that of the desktop.
  public var colorScheme: ColorScheme {
    get { look.colorScheme }
    set { look.colorScheme = newValue }
  }
  /// The size of all text in proportion to the desktop's; 1, unless it is set. What is not above 0 is
  /// taken as 1.
  public var textScale: Double {
    get { look.textScale }
    set { look.textScale = newValue }
  }
  /// The side at which lines and rows begin: that of the reader's language, unless it is set.
  public var textDirection: TextDirection {
    get { look.textDirection }
    set { look.textDirection = newValue }
  }

  /// The open windows, the most recently used first.
  public var windows: [Window] {
    var windows: [Window] = []
    var entry = native.flatMap { gtk_application_get_windows($0) }
    while let item = entry {
      if let data = item.pointee.data,
        let window = Part.of(data.assumingMemoryBound(to: GtkWidget.self)) as? Window,
        !window.isDialog
      {
        windows.append(window)
      }
      entry = item.pointee.next
    }
    return windows
  }

  /// Whether one of its windows has the keyboard.
  var isInFront: Bool {
    windows.contains { window in
      window.native.map { gtk_window_is_active($0.cast(to: GtkWindow.self)) != 0 } ?? false
    }
  }

  /// Runs the app until its last window is closed, then ends the process.
  public func run() -> Never {
    let status = runLoop()
    if status == 0 { quitting.beginAnew() }
    exit(status)
  }

  /// Runs the app until its last window is closed.
  ///
  /// - Returns: The exit status, 0 when all went well.
  public func runLoop() -> Int32 {
    guard makeApplication() else { return 1 }
    App.unblockSignals()
    let signals = [SIGTERM, SIGINT, SIGHUP].map { watch($0) }
    isRunning = true
    let words = [id] + opens
    let status = withCStrings(words) { list in
      let list = UnsafeMutableRawPointer(mutating: list)
        .assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
      return g_application_run(gApplication, gint(words.count), list)
    }
    for signal in signals { g_source_remove(signal) }
    // The process ends now, and its windows with it.
    native = nil
    actionMap = nil
    return status == 0 ? exitStatus : status
  }

  /// Shows the windows in a main loop that is already running, as in a test.
  ///
  /// - Returns: False when another app of this name runs.
  package func launch() -> Bool {
    guard makeApplication(), let gApplication else { return false }
    guard g_application_register(gApplication, nil, nil) != 0,
      g_application_get_is_remote(gApplication) == 0
    else { return false }
    g_application_activate(gApplication)
    return true
  }

  /// Releases the application that ``launch()`` made, with its windows.
  package func forgetApplication() {
    for window in windows { window.destroy() }
    if let native { g_object_unref(native) }
    native = nil
    actionMap = nil
  }

  private func makeApplication() -> Bool {
    Toolkit.start()
    FrameLog.beginIfAsked()
    var flags = G_APPLICATION_HANDLES_OPEN.rawValue
    if instance == .separate || picture != nil { flags |= G_APPLICATION_NON_UNIQUE.rawValue }
    guard let application = adw_application_new(busName, GApplicationFlags(flags)) else {
      return false
    }
    native = UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self)
    App.current = self
    let sender = UnsafeMutableRawPointer(application)
    connect(sender, "activate") { [weak self] _ in
      self?.activate()
      return false
    }
    connect(sender, "open") { [weak self] arguments in
      guard let self else { return false }
      if windows.isEmpty { activate() } else { windows.first?.present() }
      handed += arguments.uris(1, count: arguments.int(2))
      openHanded()
      return false
    }
    return true
  }

  /// Opens what was handed over, once the windows could be made.
  private func openHanded() {
    guard failed == nil, !handed.isEmpty else { return }
    let uris = handed
    handed = []
    if let onOpen { Work(title: { tr("Open") }) { try await onOpen(uris) }.start() }
  }

  /// The name on the session bus. A name of an instance may be any text, a part of a bus name not.
  private var busName: String {
    guard case .named(let name) = instance else { return id }
    return id + ".i" + String(NodeID(path: [name]).rawValue, radix: 16)
  }

  func activate(_ action: String) -> Bool { actionMap?.activate(action) ?? false }

  var gApplication: UnsafeMutablePointer<GApplication>? {
    native.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GApplication.self) }
  }

  /// Shows the windows: the app was started, or started once more.
  private func activate() {
    if isOver { return end() }
    if let window = windows.first { return window.present() }
    let folder = UserFolders.state(of: id)
    if log == nil, let folder, let file = LogFile(folder: folder) {
      file.captureGLibMessages()
      log = file
    }
    look.show()
    if let native {
      var map = ActionMap(prefix: "app", native: OpaquePointer(native))
      map.add(StandardKeys.actions(of: self) + actions)
      map.bindShortcuts(in: native)
      actionMap = map
    }
    guard showWindows() else { return }
    followState()
    outliveLastWindow()
    quitting.isWatched = { [weak self] in
      self.map { $0.saving.mayAsk && !$0.windows.isEmpty } ?? false
    }
    quitting.tell = { [weak self] in self?.tellWait(for: $0) }
    presentation.resume()
    if let picture, let window = windows.last { takePicture(of: window, to: picture) }
  }

  /// The windows, or one that says why there are none.
  private func madeWindows() -> [Window] {
    do {
      return try makeWindows()
    } catch {
      let reason = "\(error)"
      log?.write(.error, reason)
      writeError("\(programName): \(reason)")
      let window = Window(programName, name: "failed", width: 480, height: 400) {
        StatusPage(
          tr("Could not be opened"), icon: "dialog-warning-symbolic", description: sentence(reason)
        ) {
          Stack(.horizontal, spacing: 12) {
            Button(tr("_Quit")) { [weak self] in self?.quit() }
            Button(tr("Try Again")) { [weak self] in self?.tryAgain() }.asDefault()
          }
        }.styleClass("compact")
      }
      failed = window
      return [window]
    }
  }

  private func tryAgain() {
    let old = failed
    failed = nil
    if showWindows() { old?.destroy() }
    openHanded()
  }

  /// Makes the windows and shows them.
  ///
  /// - Returns: False if there is none, which is told, and the app ends.
  private func showWindows() -> Bool {
    isMakingWindows = true
    let made = madeWindows()
    isMakingWindows = false
    for window in made { show(window) }
    if made.isEmpty {
      fail(tr("the app has no window to show; put one into its closure: App(id: …) { Window(…) }"))
    }
    return !made.isEmpty
  }

  /// Keeps the app while it has no window any more, so that it ends in order by ``quit()``.
  private func outliveLastWindow() {
    guard isRunning, !windows.isEmpty, let gApplication else { return }
    g_application_hold(gApplication)
    connect(UnsafeMutableRawPointer(gApplication), "window-removed", after: true) { [weak self] _ in
      if let self, windows.isEmpty { quit() }
      return false
    }
  }

  /// Shows another window.
  public func show(_ window: Window) {
    if window.isFree { window.join(self) }
    FrameLog.current?.watch(window)
    window.present()
  }

  /// Reports an error in one line on standard error and in the log, and quits with exit status 1.
  public func fail(_ message: String) {
    log?.write(.error, message)
    writeError("\(programName): \(message)")
    exitStatus = 1
    quit(mayAsk: false)
  }

  private func takePicture(of window: Window, to path: String) {
    Task {
      // What was handed over is opened meanwhile.
      await Task.yield()
      await ready()
      do {
        try await window.savePictureWhenDrawn(to: path)
        quit()
      } catch {
        fail("\(error)")
      }
    }
  }

  /// A parent that starts programs from a Dispatch thread passes on that thread's mask, in which they
  /// are all blocked: the app could not be asked to end.
  private static func unblockSignals() {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, signal) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  private func watch(_ signal: Int32) -> guint {
    g_unix_signal_add(
      signal,
      { _ in
        MainActor.assumeIsolated { App.current?.quit(mayAsk: false) }
        return gboolean(1)
      }, nil)
  }
}
