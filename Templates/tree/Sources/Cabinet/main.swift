import FoundationEssentials
import Hikidashi

let id = "org.example.Cabinet"
let settings = Settings()

func open(_ flags: [String: String]) throws -> PreferenceStore {
  try PreferenceStore(
    settings, at: .user(id), version: "1.0", layers: [.arguments(flags), .environment("CABINET")])
}

CommandProgram(
  "cabinet", tr("[FILE.json]"), version: "1.0", summary: tr("Look through a collection.")
)
.settings(settings, open: open)
.run { arguments in
  let app = App(id: id) {
    try MainWindow(settings, try open(arguments.settings)).makeWindow()
  }
  app.opens = arguments.words.map { URL(filePath: $0).absoluteString }
  app.run()
}
