import FoundationEssentials
import Hikidashi

let id = "org.example.Reader"
let settings = Settings()

func open(_ flags: [String: String]) throws -> PreferenceStore {
  try PreferenceStore(
    settings, at: .user(id), version: "1.0", layers: [.arguments(flags), .environment("READER")])
}

/// The address of what a person names: a file, unless it is an address already.
func address(_ word: String) -> String {
  word.contains("://") ? word : URL(filePath: word).absoluteString
}

CommandProgram("reader", tr("[FILE]"), version: "1.0", summary: tr("Read texts and Markdown."))
  .settings(settings, open: open)
  .run { arguments in
    let app = App(id: id) { MainWindow(settings, try open(arguments.settings)).makeWindow() }
    app.opens = arguments.words.map(address)
    app.run()
  }
