internal import CGTK

/// Where an app keeps what belongs to its user, after the XDG base directory specification.
public enum UserFolders {
  /// Logs, window sizes: worth keeping, not worth backing up. Made, for the user alone, when missing.
  ///
  /// - Returns: Nil when the folder is not there and cannot be made.
  public static func state(of appID: String) -> String? {
    guard let base = g_get_user_state_dir() else { return nil }
    let folder = String(cString: base) + "/" + appID
    return g_mkdir_with_parents(folder, 0o700) == 0 ? folder : nil
  }
}
