import Glibc

extension TimelineStore {
  /// Where the posts of the user are kept, as the XDG base directories have it; nil when the user has no home.
  public static var userPath: String? {
    let home = path(in: "HOME").map { $0 + "/.local/share" }
    return (path(in: "XDG_DATA_HOME") ?? home).map { $0 + "/timeline" }
  }

  /// A path in a variable of the environment.
  private static func path(in variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
