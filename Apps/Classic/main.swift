import Hikidashi

let id = "io.github.hikidashi.Classic"
App(id: id) {
  let settings = Settings()
  ClassicWindow(
    settings, try PreferenceStore(settings, at: .user(id), version: "1.0")
  ).window()
}.run()
