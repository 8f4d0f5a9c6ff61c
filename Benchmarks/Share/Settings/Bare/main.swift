import BareHelp
import CBare

@MainActor
func makeWindow(_ application: UnsafeMutablePointer<AdwApplication>) {
  let settings = Settings()
  let window = adw_application_window_new(application.cast())!
  let preferences = SettingsWindow(settings, over: window)
  let header = adw_header_bar_new()!
  let button = gtk_button_new_with_mnemonic("_Preferences")!
  gtk_actionable_set_action_name(button.opaque, "win.preferences")
  adw_header_bar_pack_end(header.opaque, button)
  let label = gtk_label_new(nil)!
  gtk_label_set_wrap(label.opaque, 1)
  gtk_widget_set_vexpand(label, 1)
  for side in ["margin-top", "margin-bottom", "margin-start", "margin-end"] { set(label, side, 24) }
  settings.follow {
    let offline = settings.isOffline ? ", offline" : ""
    gtk_label_set_label(
      label.opaque,
      "\(settings["theme"]), \(settings["width"]) letters, \(settings["mirror"]), \(settings["jobs"]) at once\(offline)"
    )
  }
  let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
  gtk_box_append(box.cast(), header)
  gtk_box_append(box.cast(), label)
  adw_application_window_set_content(window.cast(), box)
  gtk_window_set_title(window.cast(), "Reader")
  gtk_window_set_default_size(window.cast(), 400, 200)
  addAction("preferences", keys: "<Control>comma", to: window, of: application) {
    preferences.present()
  }
  addAction("quit", keys: "<Control>q", to: application, of: application) {
    g_application_quit(application.cast())
  }
  gtk_window_present(window.cast())
}

run("org.example.Reader", makeWindow)
