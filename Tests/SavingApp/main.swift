import Glibc
import Hikidashi
import Support

/// A process with a window, whose document only the app saves.
///
///     SavingApp FOLDER wait|quit|close|destroy
///
/// Once its window is drawn it changes a value, says `ready` on standard output, and waits for a
/// signal, quits, or has its only window closed as the user or the program does it.
let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  writeError("usage: SavingApp FOLDER wait|quit|close|destroy")
  exit(2)
}

let document: Document
do {
  document = try Document(.folder(arguments[1]), version: "1", autosave: nil)
} catch {
  writeError("SavingApp: \(error)")
  exit(1)
}

@MainActor
func act(_ window: Window) async {
  await window.drawn()
  document.setValue(Array("kept".utf8), for: "value")
  _ = write(STDOUT_FILENO, "ready\n", 6)
  switch arguments[2] {
  case "quit": App.current?.quit()
  case "close": window.close()
  case "destroy": window.destroy()
  default: break
  }
}

let app = App(id: "io.github.hikidashi.SavingApp", instance: .separate) {
  let window = Window("Saving") { Label("It is saved.") }
  Task { await act(window) }
  return [window]
}
app.saves { try await document.save() }
app.run()
