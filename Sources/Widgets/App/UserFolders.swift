internal import CHikidashiGTK

/// The folders in which an app keeps its user's files, after the XDG base directory specification.
public enum UserFolders {
  /// The folder for logs and window sizes: worth keeping, not worth backing up. It is made, for the
  /// user alone, when missing.
  ///
  /// - Returns: Nil when the folder is not there and cannot be made.
  public static func state(of appID: String) -> String? {
    make(g_get_user_state_dir(), appID)
  }

  /// The folder for what the user made with the app: worth backing up. It is made, for the user
  /// alone, when missing.
  ///
  /// - Returns: Nil when the folder is not there and cannot be made.
  public static func data(of appID: String) -> String? {
    make(g_get_user_data_dir(), appID)
  }

  /// The folder for what can be loaded or made again, such as a `ResponseCache`: not worth backing
  /// up, and removed by people who need room. It is made, for the user alone, when missing.
  ///
  /// - Returns: Nil when the folder is not there and cannot be made.
  public static func cache(of appID: String) -> String? {
    make(g_get_user_cache_dir(), appID)
  }

  private static func make(_ base: UnsafePointer<CChar>?, _ appID: String) -> String? {
    guard let base else { return nil }
    let folder = String(cString: base) + "/" + appID
    return g_mkdir_with_parents(folder, 0o700) == 0 ? folder : nil
  }
}
