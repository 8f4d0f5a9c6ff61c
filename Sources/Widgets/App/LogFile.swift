internal import CHikidashiGTK
internal import Glibc
internal import HikidashiBase

/// The app's log, a text file with one line for each message.
///
/// It also takes in what GLib, GTK and the app's libraries report. At 1 MB the file is set aside as
/// `log.1`, in place of the one before.
public final class LogFile: Sendable {
  /// The severity of a message.
  public enum Level: String, Sendable {
    case info = "INFO"
    case warning = "WARNING"
    case error = "ERROR"
  }

  /// The file's path.
  public let path: String
  private let descriptor: Guarded<Int32>
  private static let sizeLimit = 1 << 20
  @MainActor private static var isCapturing = false

  /// Opens the file `log` in `folder` for appending; nil if that is not possible.
  public init?(folder: String) {
    path = folder + "/log"
    var status = stat()
    if stat(path, &status) == 0, status.st_size > LogFile.sizeLimit { rename(path, path + ".1") }
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    descriptor = Guarded(file)
  }

  deinit {
    _ = descriptor.withLock { close($0) }
  }

  /// Appends a message with the time of day in UTC; further lines of it are indented.
  public func write(_ level: Level, _ message: String) {
    let text = message.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\n  ")
    let line = Array("\(LogFile.timestamp()) \(level.rawValue) \(text)\n".utf8)
    // One write a line keeps lines of several processes whole. A full disk must not end the app.
    _ = descriptor.withLock { file in
      line.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    }
  }

  private static func timestamp() -> String {
    guard let now = g_date_time_new_now_utc() else { return "" }
    defer { g_date_time_unref(now) }
    guard let text = g_date_time_format(now, "%Y-%m-%dT%H:%M:%SZ") else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Takes in GLib's messages, beside their usual way to the terminal. GLib allows this once in a
  /// process: the first log keeps them.
  @MainActor
  func captureGLibMessages() {
    guard !LogFile.isCapturing else { return }
    LogFile.isCapturing = true
    g_log_set_writer_func(takeIn, Unmanaged.passRetained(self).toOpaque(), nil)
  }
}

/// GLib calls this on whichever thread has something to say, so it belongs to no actor.
private func takeIn(
  _ level: GLogLevelFlags, _ fields: UnsafePointer<GLogField>?, _ count: gsize,
  _ data: UnsafeMutableRawPointer?
) -> GLogWriterOutput {
  guard let data, let fields else { return G_LOG_WRITER_UNHANDLED }
  let log = Unmanaged<LogFile>.fromOpaque(data).takeUnretainedValue()
  let severe = G_LOG_LEVEL_ERROR.rawValue | G_LOG_LEVEL_CRITICAL.rawValue
  let noted = severe | G_LOG_LEVEL_WARNING.rawValue
  if level.rawValue & noted != 0 {
    let text = (0..<Int(count)).first { strcmp(fields[$0].key, "MESSAGE") == 0 }
    if let text, let value = fields[text].value {
      log.write(
        level.rawValue & severe != 0 ? .error : .warning,
        String(cString: value.assumingMemoryBound(to: CChar.self)))
    }
  }
  return g_log_writer_default(level, fields, count, nil)
}
