internal import CICU
internal import Support

/// Names of locales as ICU writes them.
enum LocaleName {
  /// ICU's name for a BCP 47 tag or a POSIX name; nil is the user's locale. What is no name at all
  /// becomes the root locale.
  static func icu(_ name: String?) -> String {
    let name = name ?? user
    guard !name.utf8.contains(0), !isRoot(name) else { return "root" }
    let capacity = 160
    var length = 0
    let found = String(unsafeUninitializedCapacity: capacity) { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        length = Int(hk_locale_name(name, $0.baseAddress, Int32(capacity)))
        return max(0, length)
      }
    }
    return found.isEmpty ? "root" : found
  }

  /// The locale that decides the order of strings, by the precedence that POSIX gives (setlocale(3)).
  static var user: String {
    Environment.value("LC_ALL") ?? Environment.value("LC_COLLATE") ?? Environment.value("LANG")
      ?? "root"
  }

  /// What the reader's language can be set apart for.
  enum Category: String {
    case numbers = "LC_NUMERIC"
    case dates = "LC_TIME"
  }

  /// The locale in which numbers or dates are written, by the precedence that POSIX gives. The root
  /// locale writes as no reader does, so English stands in for it.
  static func reader(of category: Category) -> String {
    let name =
      Environment.value("LC_ALL") ?? Environment.value(category.rawValue)
      ?? Environment.value("LANG") ?? "en_US"
    return isRoot(name) ? "en_US" : name
  }

  /// `C`, `C.UTF-8` and `POSIX` stand for no language.
  private static func isRoot(_ name: String) -> Bool {
    let language = name.prefix { $0 != "." && $0 != "@" }
    return language.isEmpty || language == "C" || language == "POSIX" || language == "root"
  }
}
