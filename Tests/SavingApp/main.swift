import Glibc
import Hikidashi
import HikidashiBase

/// A process with a window, whose document and settings only the app saves.
///
///     SavingApp FOLDER wait|quit|close|destroy|preferences|arrangement|nothing|restart|restarted
///
/// Once its window is drawn it changes a value, says `ready` on standard output, and waits for a
/// signal, quits, or has its only window closed as the user or the program does it. With the last two
/// it changes a setting instead and quits, while the window shows the settings, or a table that keeps
/// its arrangement among them. With `nothing` it has no window at all. With `restart` it starts itself
/// again in Japanese, and tells then what was saved.
let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  writeError("usage: SavingApp FOLDER wait|quit|close|destroy|preferences|arrangement")
  exit(2)
}

struct Settings: PreferenceGroup {
  let jobs = Preference("jobs", default: 4)
  let table = Preference("table", default: RecordsArrangement()).visible(when: .never)
}

let settings = Settings()
let document: Document
let store: PreferenceStore
do {
  document = try Document(.folder(arguments[1]), version: "1", autosave: nil)
  // Later than the app lives.
  store = try PreferenceStore(
    settings, at: .file(arguments[1] + ".settings/preferences.json"), version: "1",
    options: PreferenceOptions(autosave: .seconds(3_600)))
} catch {
  writeError("SavingApp: \(error)")
  exit(1)
}

// Made before the app, as an app may do it.
let content: Part? =
  switch arguments[2] {
  case "preferences": PreferencesView(store)
  case "arrangement":
    RecordsView(RecordTable(try Schema(Field<String>("name")))).keeping(settings.table, in: store)
  default: nil
  }

@MainActor
func act(_ window: Window) async {
  await window.drawn()
  if content == nil {
    document.setValue(Array("kept".utf8), for: "value")
  } else {
    try? store.set(settings.jobs, to: 8)
  }
  _ = write(STDOUT_FILENO, "ready\n", 6)
  switch arguments[2] {
  case "restarted", "quit", "preferences", "arrangement": App.current?.quit()
  case "close": window.close()
  case "restart": App.current?.restart(arguments: [arguments[1], "restarted"], language: "ja")
  case "destroy": window.destroy()
  default: break
  }
}

/// What the start before has left, and in which language this one is.
if arguments[2] == "restarted" {
  let value = try document.value("value").map { String(decoding: $0, as: UTF8.self) }
  print(value ?? "nothing", ReaderLanguage.current.first ?? "no language", getpid())
  fflush(nil)
}

let app = App(
  id: "io.github.hikidashi.SavingApp",
  instance: arguments[2].hasPrefix("restart") ? .single : .separate
) {
  guard arguments[2] != "nothing" else { return [] }
  let window = Window("Saving") { content ?? Label("It is saved.") }
  Task { await act(window) }
  return [window]
}
app.saves { try await document.save() }
app.run()
