internal import CHikidashiGTK
internal import HikidashiBase

/// Services of the desktop: opens files, folders and addresses, and writes mails.
///
/// ```swift
/// try await Desktop.open("https://www.rfc-editor.org")
/// try await Desktop.open(folder + "/report.pdf")
/// try await Desktop.compose(Email(to: "ada@example.org", subject: "The report"))
/// ```
@MainActor
public enum Desktop {
  /// Opens a file, folder or address with the program that the user has chosen for it.
  ///
  /// - Parameter target: An absolute path, or a URI such as `https://example.org`, `mailto:…`.
  public static func open(_ target: String) async throws(DesktopError) {
    let uri = try uri(of: target)
    Toolkit.start()
    let context = gdk_display_get_default().flatMap { gdk_display_get_app_launch_context($0) }
    defer { if let context { g_object_unref(UnsafeMutableRawPointer(context)) } }
    let reason: String? = await withCheckedContinuation { continuation in
      g_app_info_launch_default_for_uri_async(
        uri,
        context.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GAppLaunchContext.self) },
        nil,
        { _, result, data in
          var error: UnsafeMutablePointer<GError>?
          let isOpen = g_app_info_launch_default_for_uri_finish(result, &error) != 0
          Answer<String?>.of(data)?.give(isOpen ? nil : message(of: &error))
        }, Answer(continuation).pointer)
    }
    if let reason { throw .cannotOpen(target: target, reason: reason) }
  }

  /// Opens the target of a link in a document if it is a web page or a mail address.
  ///
  /// For documents that somebody else has written: such a link could name any file of this machine, or
  /// an address that makes another program do something.
  ///
  /// - Parameter target: A URI with the scheme `http`, `https` or `mailto`.
  /// - Throws: ``DesktopError/refusedLink(_:)`` for all others, and what ``open(_:)`` throws.
  public static func open(link target: String) async throws(DesktopError) {
    let address = target.lowercased()
    guard ["http:", "https:", "mailto:"].contains(where: address.hasPrefix) else {
      throw .refusedLink(target)
    }
    try await open(target)
  }

  /// Opens the user's mail program with a message that is ready to send.
  ///
  /// It asks `xdg-email` of xdg-utils, which knows the program of each desktop. Addresses, subject and
  /// body are passed as they are, through no shell.
  public static func compose(_ email: Email) async throws(DesktopError) {
    try await run("xdg-email", try email.arguments, package: "xdg-utils")
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
