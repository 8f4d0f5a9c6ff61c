import Hikidashi

let id = "io.github.hikidashi.Inventory"
App(id: id) {
  let settings = Settings()
  let flags = try PreferenceArguments(CommandLine.arguments.dropFirst(), PreferenceSchema(settings))
  let store = try PreferenceStore(
    settings, at: .user(id), version: "1.0",
    layers: [.arguments(flags.values), .environment("INVENTORY"), .administrator])
  ShopWindow(settings, store, in: UserFolders.data(of: id) ?? ".").window()
}.run()
