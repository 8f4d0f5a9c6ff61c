import BareHelp
import CBare

/// The window in which a person changes the settings. What they change takes effect at once.
@MainActor
final class SettingsWindow {
  private let settings: Settings
  private let window = adw_preferences_window_new()!

  init(_ settings: Settings, over parent: UnsafeMutablePointer<GtkWidget>) {
    self.settings = settings
    gtk_window_set_transient_for(window.cast(), parent.cast())
    gtk_window_set_application(window.cast(), gtk_window_get_application(parent.cast()))
    gtk_window_set_destroy_with_parent(window.cast(), 1)
    gtk_window_set_hide_on_close(window.cast(), 1)
    let page = adw_preferences_page_new()!
    group(
      "Reading", [choice("theme", "Theme", Settings.themes), number("width", "Width", 40, 120)],
      on: page)
    let mirror = text("mirror", "Mirror")
    let jobs = number("jobs", "Downloads at once", 1, 32)
    group("Network", [toggle("offline", "Work offline"), mirror, jobs], on: page)
    settings.follow {
      for row in [mirror, jobs] { gtk_widget_set_sensitive(row, settings.isOffline ? 0 : 1) }
    }
    adw_preferences_window_add(window.cast(), page.cast())
  }

  func present() { gtk_window_present(window.cast()) }

  private func group(
    _ title: String, _ rows: [UnsafeMutablePointer<GtkWidget>],
    on page: UnsafeMutablePointer<GtkWidget>
  ) {
    let group = adw_preferences_group_new()!
    adw_preferences_group_set_title(group.cast(), title)
    for row in rows { adw_preferences_group_add(group.cast(), row) }
    adw_preferences_page_add(page.cast(), group.cast())
  }

  /// A button that is there while the setting is not as it was at first.
  private func resetButton(_ key: String) -> UnsafeMutablePointer<GtkWidget> {
    let button = gtk_button_new_from_icon_name("edit-undo-symbolic")!
    gtk_widget_set_tooltip_text(button, "Reset")
    setAccessibleLabel(button, "Reset")
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(button, "flat")
    on(button, "clicked") { [settings] in settings.reset(key) }
    settings.follow { [settings] in gtk_widget_set_visible(button, settings.isChanged(key) ? 1 : 0)
    }
    return button
  }

  private func row(
    _ key: String, _ title: String, with input: UnsafeMutablePointer<GtkWidget>
  ) -> UnsafeMutablePointer<GtkWidget> {
    let row = adw_action_row_new()!
    adw_preferences_row_set_title(row.cast(), title)
    gtk_widget_set_valign(input, GTK_ALIGN_CENTER)
    adw_action_row_add_suffix(row.cast(), resetButton(key))
    adw_action_row_add_suffix(row.cast(), input)
    adw_action_row_set_activatable_widget(row.cast(), input)
    return row
  }

  private func choice(_ key: String, _ title: String, _ values: [String]) -> UnsafeMutablePointer<
    GtkWidget
  > {
    let row = adw_combo_row_new()!
    adw_preferences_row_set_title(row.cast(), title)
    let strings = gtk_string_list_new(nil)!
    for value in values { gtk_string_list_append(strings, value) }
    adw_combo_row_set_model(row.cast(), strings)
    adw_action_row_add_suffix(row.cast(), resetButton(key))
    settings.follow { [settings] in
      adw_combo_row_set_selected(row.cast(), UInt32(values.firstIndex(of: settings[key]) ?? 0))
    }
    on(row, "notify::selected") { [settings] in
      settings[key] = values[Int(adw_combo_row_get_selected(row.cast()))]
    }
    return row
  }

  private func number(
    _ key: String, _ title: String, _ least: Double, _ most: Double
  ) -> UnsafeMutablePointer<GtkWidget> {
    let button = gtk_spin_button_new_with_range(least, most, 1)!
    settings.follow { [settings] in
      gtk_spin_button_set_value(button.opaque, Double(settings[key]) ?? least)
    }
    on(button, "value-changed") { [settings] in
      settings[key] = "\(gtk_spin_button_get_value_as_int(button.opaque))"
    }
    return row(key, title, with: button)
  }

  private func toggle(_ key: String, _ title: String) -> UnsafeMutablePointer<GtkWidget> {
    let toggle = gtk_switch_new()!
    settings.follow { [settings] in
      gtk_switch_set_active(toggle.opaque, settings[key] == "true" ? 1 : 0)
    }
    on(toggle, "notify::active") { [settings] in
      settings[key] = gtk_switch_get_active(toggle.opaque) != 0 ? "true" : "false"
    }
    return row(key, title, with: toggle)
  }

  private func text(_ key: String, _ title: String) -> UnsafeMutablePointer<GtkWidget> {
    let row = adw_entry_row_new()!
    let message = gtk_label_new(nil)!
    gtk_widget_add_css_class(message, "error")
    adw_preferences_row_set_title(row.cast(), title)
    adw_entry_row_add_suffix(row.cast(), message)
    adw_entry_row_add_suffix(row.cast(), resetButton(key))
    settings.follow { [settings] in
      if String(cString: gtk_editable_get_text(row.opaque)) != settings[key] {
        gtk_editable_set_text(row.opaque, settings[key])
      }
    }
    on(row, "changed") { [settings] in
      let value = String(cString: gtk_editable_get_text(row.opaque))
      let fault = Settings.fault(in: value, of: key)
      gtk_label_set_label(message.opaque, fault ?? "")
      if fault == nil {
        gtk_widget_remove_css_class(row, "error")
        settings[key] = value
      } else {
        gtk_widget_add_css_class(row, "error")
      }
    }
    return row
  }
}
