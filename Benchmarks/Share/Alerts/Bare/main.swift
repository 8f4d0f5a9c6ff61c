import BareHelp
import CBare

@MainActor
final class LettersWindow {
  private let window: UnsafeMutablePointer<GtkWidget>
  private let told = gtk_label_new("Nothing was asked")!
  private let button = gtk_button_new_with_mnemonic("_Ask")!

  init(_ application: UnsafeMutablePointer<AdwApplication>) {
    window = adw_application_window_new(application.cast())
    on(button, "clicked") { [self] in
      gtk_widget_set_sensitive(button, 0)
      ask(["Save", "Send", "Delete"], answered: [])
    }
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_box_append(box.cast(), adw_header_bar_new())
    for part in [told, button] {
      for side in ["margin-top", "margin-bottom", "margin-start", "margin-end"] {
        set(part, side, 24)
      }
      gtk_box_append(box.cast(), part)
    }
    adw_application_window_set_content(window.cast(), box)
    gtk_window_set_title(window.cast(), "Letters")
    gtk_window_set_default_size(window.cast(), 400, 240)
    setKeys(["<Control>q"], of: "window.close", in: application)
    gtk_window_present(window.cast())
  }

  /// Asks the first question, then the others, each when the one before has been answered.
  private func ask(_ verbs: [String], answered: [String]) {
    guard let verb = verbs.first else {
      gtk_label_set_label(told.opaque, answered.joined(separator: ", "))
      gtk_widget_set_sensitive(button, 1)
      gtk_widget_grab_focus(button)
      return
    }
    let dialog = adw_message_dialog_new(window.cast(), "\(verb) the letter?", nil)!
    adw_message_dialog_add_response(dialog.cast(), "no", "_Cancel")
    adw_message_dialog_add_response(dialog.cast(), "yes", "_\(verb)")
    adw_message_dialog_set_default_response(dialog.cast(), "yes")
    adw_message_dialog_set_close_response(dialog.cast(), "no")
    on(dialog, "response") { [self] in
      ask(Array(verbs.dropFirst()), answered: answered + ["\(verb): \($0.string(1))"])
      return false
    }
    gtk_window_present(dialog.cast())
  }
}

var window: LettersWindow?
run("org.example.Letters") { window = LettersWindow($0) }
