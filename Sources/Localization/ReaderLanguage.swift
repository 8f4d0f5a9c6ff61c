import Glibc

/// The languages that the person at the computer reads.
public enum ReaderLanguage {
  /// The languages in the order of preference, each followed by itself without its country: `ja_JP`, `ja`.
  ///
  /// They are taken from the variables of POSIX and GNU: `LC_ALL`, `LC_MESSAGES` or `LANG`, the first that
  /// is set, or `LANGUAGE`, a list, unless that locale is `C` or `POSIX`. English comes last. The list is
  /// empty where no language is asked for.
  public static var current: [String] {
    languages { name in
      guard let value = getenv(name), value.pointee != 0 else { return nil }
      return String(cString: value)
    }
  }

  static func languages(_ variable: (String) -> String?) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first
    guard let locale, locale != "C", locale != "POSIX" else { return [] }
    var languages: [String] = []
    for name in variable("LANGUAGE")?.split(separator: ":").map(String.init) ?? [locale] {
      for language in forms(of: name) where !languages.contains(language) {
        languages.append(language)
      }
    }
    // `C.UTF-8` asks for characters, and for no language.
    if languages == ["C"] { return [] }
    return languages.contains("en") ? languages : languages + ["en"]
  }

  /// `ca_ES.UTF-8@valencia` is `ca_ES@valencia`, `ca_ES`, `ca@valencia` and `ca`.
  private static func forms(of name: String) -> [String] {
    let variant = name.firstIndex(of: "@").map { String(name[$0...]) } ?? ""
    let place = String(name.prefix { $0 != "." && $0 != "@" })
    let language = String(place.prefix { $0 != "_" })
    return [place + variant, place, language + variant, language]
  }
}
