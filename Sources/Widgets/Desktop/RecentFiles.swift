internal import CHikidashiGTK

/// The files that the user has opened most recently, from the list that all apps of the desktop
/// share.
///
/// ```swift
/// let recent = RecentFiles()
/// recent.add("/home/ada/report.txt")
/// MenuButton("Open Recent") { for file in recent.files { Action(…) } }
/// ```
@MainActor
public final class RecentFiles {
  /// Called after this app or another one has added or removed a file.
  public var onChange: (@MainActor () -> Void)?
  private let app: String
  /// A `GtkRecentManager`.
  private let manager: OpaquePointer?
  private var connection: SignalConnection?

  /// Opens the list of recent files.
  ///
  /// - Parameters:
  ///   - app: Whose files; nil takes the name of the program.
  ///   - store: A file of its own to keep them in; nil is the desktop's.
  public init(app: String? = nil, store: String? = nil) {
    Toolkit.start()
    self.app = app ?? g_get_application_name().map { String(cString: $0) } ?? "app"
    if let store {
      manager = RecentFiles.makeManager(store)
    } else {
      manager = gtk_recent_manager_get_default().map { OpaquePointer($0) }
      manager.map { _ = g_object_ref(UnsafeMutableRawPointer($0)) }
    }
    connection = manager.map {
      connect(UnsafeMutableRawPointer($0), "changed") { [weak self] _ in
        self?.onChange?()
        return false
      }
    }
  }

  isolated deinit {
    connection?.disconnect()
    if let manager { g_object_unref(UnsafeMutableRawPointer(manager)) }
  }

  /// The paths of this app's recent files that still exist, the latest first.
  public var files: [String] {
    let items = gtk_recent_manager_get_items(native)
    defer { g_list_free_full(items) { gtk_recent_info_unref(OpaquePointer($0)) } }
    var found: [(path: String, time: Int)] = []
    var entry = items
    while let item = entry {
      entry = item.pointee.next
      guard let info = item.pointee.data.map({ OpaquePointer($0) }),
        gtk_recent_info_is_local(info) != 0, gtk_recent_info_exists(info) != 0,
        gtk_recent_info_has_application(info, app) != 0,
        let uri = gtk_recent_info_get_uri(info), let path = g_filename_from_uri(uri, nil, nil)
      else { continue }
      defer { g_free(path) }
      let time = gtk_recent_info_get_visited(info).map {
        Int(g_date_time_to_unix($0)) * 1_000_000 + Int(g_date_time_get_microsecond($0))
      }
      found.append((String(cString: path), time ?? 0))
    }
    // Where times are the same, the manager's own order tells: the latest first.
    return found.enumerated()
      .sorted { ($1.element.time, $0.offset) < ($0.element.time, $1.offset) }
      .map(\.element.path)
  }

  /// Adds a file to the list as the latest one.
  public func add(_ path: String) {
    guard let uri = g_filename_to_uri(path, nil, nil) else { return }
    defer { g_free(uri) }
    // One that is there already keeps its place in the manager's order.
    gtk_recent_manager_remove_item(native, uri, nil)
    let kind = g_content_type_guess(path, nil, 0, nil)
    defer { g_free(kind) }
    let mime = kind.flatMap { g_content_type_get_mime_type($0) } ?? g_strdup("text/plain")
    defer { g_free(mime) }
    let name = g_strdup(app)
    // What opens the file again: the program, with the URI.
    let command = g_strdup((g_get_prgname().map { String(cString: $0) } ?? app) + " %u")
    defer {
      g_free(name)
      g_free(command)
    }
    var data = GtkRecentData()
    data.mime_type = mime
    data.app_name = name
    data.app_exec = command
    gtk_recent_manager_add_full(native, uri, &data)
  }

  /// Removes a file from the list; the file itself stays.
  public func remove(_ path: String) {
    guard let uri = g_filename_to_uri(path, nil, nil) else { return }
    defer { g_free(uri) }
    gtk_recent_manager_remove_item(native, uri, nil)
  }

  private var native: UnsafeMutablePointer<GtkRecentManager>? {
    manager.map { UnsafeMutablePointer<GtkRecentManager>($0) }
  }

  /// The file can only be named when the manager is made.
  private static func makeManager(_ store: String) -> OpaquePointer? {
    var value = GValue()
    g_value_init(&value, .string)
    g_value_set_string(&value, store)
    defer { g_value_unset(&value) }
    let name = g_strdup("filename")
    defer { g_free(name) }
    var names: [UnsafePointer<CChar>?] = [UnsafePointer(name)]
    return g_object_new_with_properties(gtk_recent_manager_get_type(), 1, &names, &value)
      .map { OpaquePointer($0) }
  }
}
