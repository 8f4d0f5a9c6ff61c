internal import CHikidashiGTK
public import HikidashiBase
internal import HikidashiPresentation

/// Services of the desktop: opens files, folders and addresses, writes mails, and tells of the network.
///
/// ```swift
/// try await Desktop.open("https://www.rfc-editor.org")
/// try await Desktop.open(folder + "/report.pdf")
/// try await Desktop.compose(Email(to: "ada@example.org", subject: "The report"))
/// ```
///
/// The desktop may ask the person something, such as which program to use. Like a dialog of the app it
/// therefore waits in the queue of the window until no other dialog is there, and is not shown over an
/// alert.
@MainActor
public enum Desktop {
  /// Opens a file, folder or address with the program that the user has chosen for it.
  ///
  /// - Parameters:
  ///   - target: An absolute path, or a URI such as `https://example.org`, `mailto:…`.
  ///   - window: The window in whose turn it is opened; nil for the one that has the keyboard, or that
  ///     was used last. Where there is none it is opened at once.
  /// - Throws: ``DesktopError``; ``DesktopError/notAsked(_:)`` when the window is closed before its turn.
  public static func open(
    _ target: String, over window: Window? = nil
  ) async throws(DesktopError) {
    let uri = try uri(of: target)
    Toolkit.start()
    try await ask(tr("Open {}", target), over: window) { await launch(uri, of: target) }
  }

  /// Does `work` when no other dialog is in the way.
  private static func ask(
    _ name: String, over window: Window?,
    _ work: @escaping @MainActor @Sendable () async -> Result<Void, DesktopError>
  ) async throws(DesktopError) {
    guard let window = window ?? Window.inFront else { return try await work().get() }
    let result: Result<Void, DesktopError>
    do throws(PresentationError) {
      result = try await window.present(DesktopErrand(name: name, work: work))
    } catch {
      throw .notAsked(error)
    }
    try result.get()
  }

  /// Returns when the program was started, or as soon as the task is cancelled.
  private static func launch(_ uri: String, of target: String) async -> Result<Void, DesktopError> {
    let ending = Ending<Result<Void, DesktopError>>()
    let context = gdk_display_get_default().flatMap { gdk_display_get_app_launch_context($0) }
    defer { if let context { g_object_unref(UnsafeMutableRawPointer(context)) } }
    let receipt = LaunchReceipt(target: target, ending: ending)
    g_app_info_launch_default_for_uri_async(
      uri,
      context.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GAppLaunchContext.self) },
      nil,
      { _, result, data in
        guard let data else { return }
        let receipt = Unmanaged<LaunchReceipt>.fromOpaque(data).takeRetainedValue()
        var error: UnsafeMutablePointer<GError>?
        let isOpen = g_app_info_launch_default_for_uri_finish(result, &error) != 0
        receipt.take(isOpen ? nil : message(of: &error))
      }, Unmanaged.passRetained(receipt).toOpaque())
    // GLib itself does not give up what it has asked the desktop for.
    let cancelled = DesktopError.notAsked(.ended(name: target, .cancelled))
    return await ending.wait { ending.end(.failure(cancelled))() } ?? .failure(cancelled)
  }

  /// Opens the target of a link in a document if it is a web page or a mail address.
  ///
  /// For documents that somebody else has written: such a link could name any file of this machine, or
  /// an address that makes another program do something.
  ///
  /// - Parameters:
  ///   - target: A URI with the scheme `http`, `https` or `mailto`.
  ///   - window: The window in whose turn it is opened, as for ``open(_:over:)``.
  /// - Throws: ``DesktopError/refusedLink(_:)`` for all others, and what ``open(_:over:)`` throws.
  public static func open(
    link target: String, over window: Window? = nil
  ) async throws(DesktopError) {
    guard WebAddress.link(target) == target else { throw .refusedLink(target) }
    try await open(target, over: window)
  }

  /// Calls a closure when the desktop reports that the network has changed, as when a cable is plugged in
  /// or a radio finds its network, until the token is cancelled or released.
  ///
  /// ```swift
  /// watch = Desktop.onNetworkChange { mirror.tryAgain() }
  /// ```
  ///
  /// It says nothing of whether a server can be reached: try it.
  public static func onNetworkChange(
    _ body: @escaping @MainActor () -> Void
  ) -> ObservationToken {
    Toolkit.start()
    let connection = connectToNetwork(body)
    return ObservationToken { Task { @MainActor in connection?.disconnect() } }
  }

  /// Opens the user's mail program with a message that is ready to send.
  ///
  /// It asks `xdg-email` of xdg-utils, which knows the program of each desktop. Addresses, subject and
  /// body are passed as they are, through no shell. Once it is started it is in nobody's way.
  ///
  /// - Parameters:
  ///   - email: The message.
  ///   - window: The window in whose turn the program is started, as for ``open(_:over:)``.
  public static func compose(
    _ email: Email, over window: Window? = nil
  ) async throws(DesktopError) {
    let arguments = try email.arguments
    try await ask("xdg-email", over: window) { .success(()) }
    try await run("xdg-email", arguments, package: "xdg-utils")
  }

  /// Runs a program to its end, with its arguments as they are.
  static func run(
    _ program: String, _ arguments: [String], package: String
  ) async throws(DesktopError) {
    var error: UnsafeMutablePointer<GError>?
    let flags =
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE.rawValue | G_SUBPROCESS_FLAGS_STDERR_SILENCE.rawValue
    let process = withCStrings([program] + arguments) {
      g_subprocess_newv($0, GSubprocessFlags(flags), &error)
    }
    guard let process else {
      let isMissing = error.map { $0.pointee.code == G_SPAWN_ERROR_NOENT.rawValue } ?? false
      let reason = message(of: &error)
      throw isMissing
        ? .programMissing(program, package: package) : .cannotOpen(target: program, reason: reason)
    }
    defer { g_object_unref(UnsafeMutableRawPointer(process)) }
    let status: Int32 = await withCheckedContinuation { continuation in
      g_subprocess_wait_async(
        process, nil,
        { source, result, data in
          let process = source.map { OpaquePointer($0) }
          g_subprocess_wait_finish(process, result, nil)
          let hasExited = g_subprocess_get_if_exited(process) != 0
          Answer<Int32>.of(data)?.give(hasExited ? g_subprocess_get_exit_status(process) : -1)
        }, Answer(continuation).pointer)
    }
    if status != 0 { throw .programFailed(program, status: Int(status)) }
  }

  private static func uri(of target: String) throws(DesktopError) -> String {
    guard !target.contains("\0") else { throw .cannotOpen(target: target, reason: "") }
    guard target.hasPrefix("/") else {
      guard let scheme = g_uri_parse_scheme(target) else {
        throw .noAddress(target)
      }
      g_free(scheme)
      return target
    }
    guard g_file_test(target, G_FILE_TEST_EXISTS) != 0 else { throw .notFound(path: target) }
    guard let uri = g_filename_to_uri(target, nil, nil) else { throw .noAddress(target) }
    defer { g_free(uri) }
    return String(cString: uri)
  }
}
