internal import CHikidashiGTK

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

  private static func make(_ base: UnsafePointer<CChar>?, _ appID: String) -> String? {
    guard let base else { return nil }
    let folder = String(cString: base) + "/" + appID
    return g_mkdir_with_parents(folder, 0o700) == 0 ? folder : nil
  }
}
