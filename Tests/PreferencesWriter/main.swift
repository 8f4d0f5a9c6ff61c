import Glibc
import Preferences
import Storage
import Support

/// A process that changes settings until it is killed, and says what was saved.
///
///     PreferencesWriter PATH NAME FIRST
///
/// For each number from FIRST on it sets the setting NAME to the number, saves, and writes the number
/// and the end of a line.
enum Writer {
  static func run(_ arguments: [String]) throws {
    guard arguments.count == 4, let first = Int(arguments[3]) else {
      writeError("usage: PreferencesWriter PATH NAME FIRST")
      exit(2)
    }
    let settings = (0..<4).map { Preference("n\($0)", default: -1) }
    let schema = try PreferenceSchema(settings.map(\.item))
    let store = try PreferenceStore(
      schema: schema, at: .file(arguments[1]), version: "1", autosave: nil)
    guard let own = settings.first(where: { $0.key == arguments[2] }) else { exit(2) }
    for number in first... {
      try store.set(own, to: number)
      try store.save()
      let line = Array("\(number)\n".utf8)
      // One call, so that a line is whole or not there.
      guard write(STDOUT_FILENO, line, line.count) == line.count else { return }
    }
  }
}

do {
  try Writer.run(CommandLine.arguments)
} catch {
  writeError("PreferencesWriter: \(error)")
  exit(1)
}
