internal import CHikidashiGTK
internal import HikidashiBase

/// The folders for the files that an app keeps for its user, by the XDG base directory
/// specification.
public enum UserFolders {
  /// Returns the folder for logs and window sizes, which need no backup. If it is missing, it is
  /// made, for this user alone.
  ///
  /// - Returns: Nil when the folder is not there and cannot be made.
  public static func state(of appID: String) -> String? {
    make(g_get_user_state_dir(), appID)
  }

  /// Returns the folder for the user's own data, which should be backed up. If it is missing, it is
  /// made, for this user alone.
  ///
  /// - Returns: Nil when the folder is not there and cannot be made.
  public static func data(of appID: String) -> String? {
    make(g_get_user_data_dir(), appID)
  }

  /// Returns the folder for what can be loaded or made again, such as a `ResponseCache`; it needs
  /// no backup, and users may delete it to free space. If it is missing, it is made, for this user
  /// alone.
  ///
  /// - Returns: Nil when the folder is not there and cannot be made.
  public static func cache(of appID: String) -> String? {
    make(g_get_user_cache_dir(), appID)
  }

  /// Returns the path of a file that was installed with the app, as `hikidashi package` does with the
  /// `files` of `hikidashi.json`: of what lies in `share/APP-ID` beside the `bin` that the program is in, or in
  /// one of the system's folders for data.
  ///
  /// - Parameters:
  ///   - name: Its path there.
  ///   - appID: The identifier of the app.
  /// - Returns: Nil where there is none, as before the app is installed.
  public static func installed(_ name: String, of appID: String) -> String? {
    let program = executablePath().split(separator: "/").dropLast(2)
    var folders = ["/" + program.joined(separator: "/") + "/share"]
    var place = g_get_system_data_dirs()
    while let folder = place?.pointee {
      folders.append(String(cString: folder))
      place = place?.advanced(by: 1)
    }
    return folders.lazy.map { "\($0)/\(appID)/\(name)" }
      .first { g_file_test($0, G_FILE_TEST_EXISTS) != 0 }
  }

  private static func make(_ base: UnsafePointer<CChar>?, _ appID: String) -> String? {
    guard let base else { return nil }
    let folder = String(cString: base) + "/" + appID
    return g_mkdir_with_parents(folder, 0o700) == 0 ? folder : nil
  }
}
