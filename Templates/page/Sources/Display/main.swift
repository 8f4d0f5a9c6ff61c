import Hikidashi

let id = "org.example.Display"

CommandProgram("display", version: "1.0", summary: tr("Show it in a window."))
  .run { _ in App(id: id) { MainWindow.make() }.run() }
