import Hikidashi

let id = "io.github.hikidashi.Inventory"
let settings = Settings()

func open(_ flags: [String: String]) throws -> PreferenceStore {
  try PreferenceStore(
    settings, at: .user(id), version: "1.0",
    layers: [.arguments(flags), .environment("INVENTORY"), .administrator])
}

CommandProgram("inventory", version: "0.2.0", summary: tr("Keep what a shop has."))
  .settings(settings, open: open)
  .run { arguments in
    App(id: id) {
      ShopWindow(settings, try open(arguments.settings), in: UserFolders.data(of: id) ?? ".")
        .window()
    }.run()
  }
