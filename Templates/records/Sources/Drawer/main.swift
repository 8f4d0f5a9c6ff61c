import Hikidashi

let id = "org.example.Drawer"
let settings = Settings()

func open(_ flags: [String: String]) throws -> PreferenceStore {
  try PreferenceStore(
    settings, at: .user(id), version: "1.0", layers: [.arguments(flags), .environment("DRAWER")])
}

CommandProgram("drawer", version: "1.0", summary: tr("Keep what you have."))
  .settings(settings, open: open)
  .run { arguments in
    let folder = UserFolders.data(of: id) ?? "."
    App(id: id) {
      MainWindow(
        settings, try open(arguments.settings), cards: .sqlite("\(folder)/cards.db", table: "cards")
      ).makeWindow()
    }.run()
  }
