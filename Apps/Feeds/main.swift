import Hikidashi

let id = "io.github.hikidashi.Feeds"
let app = App(id: id) {
  let settings = Settings()
  FeedsWindow(
    settings, try PreferenceStore(settings, at: .user(id), version: "1.0"), state: app.state,
    cache: UserFolders.cache(of: id).map { ResponseCache("\($0)/feeds.db") }
  ).window()
}
app.run()
