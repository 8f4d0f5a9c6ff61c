import Glibc
import HikidashiBase
import HikidashiPreferences
import HikidashiStorage

/// A process that changes settings until it is killed, and says what was saved.
///
///     PreferencesWriter PATH NAME FIRST [COUNT]
///
/// For each number from FIRST on, or COUNT of them, it sets the setting NAME to the number, saves, and
/// writes a line with the number, and one before all once the settings are open.
enum Writer {
  static func run(_ arguments: [String]) throws {
    guard arguments.count == 4 || arguments.count == 5, let first = Int(arguments[3]),
      let count = arguments.count == 5 ? Int(arguments[4]) : .max - first
    else {
      writeError("usage: PreferencesWriter PATH NAME FIRST [COUNT]")
      exit(2)
    }
    let settings = (0..<4).map { Preference("n\($0)", default: -1) }
    let schema = try PreferenceSchema(settings.map(\.item))
    let store = try PreferenceStore(
      schema, at: .file(arguments[1]), version: "1", options: PreferenceOptions(autosave: nil))
    guard let own = settings.first(where: { $0.key == arguments[2] }) else { exit(2) }
    guard acknowledge("open") else { return }
    for number in first..<first + count {
      try store.set(own, to: number)
      try store.save()
      guard acknowledge("\(number)") else { return }
    }
  }

  /// Says that something is durable; whether anybody listens.
  private static func acknowledge(_ text: String) -> Bool {
    let line = Array("\(text)\n".utf8)
    // One call, so that a line is whole or not there.
    return write(STDOUT_FILENO, line, line.count) == line.count
  }
}

do {
  try Writer.run(CommandLine.arguments)
} catch {
  writeError("PreferencesWriter: \(error)")
  exit(1)
}
