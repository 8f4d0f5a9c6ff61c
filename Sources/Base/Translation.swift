import CHikidashiIntl
import Glibc

/// The text domain under which the project's own messages are translated (`po/`).
private let domain = "hikidashi"

/// Binds the project's messages to the reader's language, once, before the first is shown.
///
/// Catalogues are looked for in `locale` beside the executable and in `../share/locale`; without
/// one, messages stay in English.
package func bindTranslations(executable: String = executablePath()) {
  setlocale(LC_ALL, "")
  let folder = executable.split(separator: "/").dropLast().map { "/" + $0 }.joined()
  let candidates = [folder + "/locale", folder + "/../share/locale"]
  if let found = candidates.first(where: { access($0, R_OK) == 0 }) {
    bindtextdomain(domain, found)
  }
  bind_textdomain_codeset(domain, "UTF-8")
}

/// The path of the running program, or an empty string when the kernel does not provide it.
package func executablePath() -> String {
  String(unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer in
    buffer.withMemoryRebound(to: CChar.self) {
      guard let start = $0.baseAddress else { return 0 }
      return max(0, readlink("/proc/self/exe", start, $0.count))
    }
  }
}

/// The name of the running program, which begins its lines on standard error.
package var programName: String {
  executablePath().split(separator: "/").last.map(String.init) ?? "app"
}

/// The message in the reader's language, with each `{}` replaced by the next argument.
///
/// Messages are literals without interpolation, so that `xgettext` finds them whole.
package func tr(_ message: String, _ arguments: any CustomStringConvertible...) -> String {
  // gettext hands back the pointer it was given where there is no translation, so it must live on.
  let text = message.withCString { String(cString: dgettext(domain, $0)) }
  return fill(text, arguments)
}

/// Like ``tr(_:_:)``, with the plural form for `count`. The first `{}` is the first argument.
package func trn(
  _ singular: String, _ plural: String, _ count: Int,
  _ arguments: any CustomStringConvertible...
) -> String {
  let text = singular.withCString { singular in
    plural.withCString { plural in
      String(cString: dngettext(domain, singular, plural, UInt(clamping: count)))
    }
  }
  return fill(text, arguments)
}

private func fill(_ template: String, _ arguments: [any CustomStringConvertible]) -> String {
  guard !arguments.isEmpty else { return template }
  var result = ""
  var rest = template[...]
  for argument in arguments {
    guard let hole = rest.firstRange(of: "{}") else { break }
    result += rest[..<hole.lowerBound] + argument.description
    rest = rest[hole.upperBound...]
  }
  return result + rest
}
