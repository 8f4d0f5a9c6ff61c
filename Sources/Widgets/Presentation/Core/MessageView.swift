internal import CHikidashiGTK
import HikidashiPresentation

/// The view of an item that asks by a heading, a text, what may stand below them, and choices.
@MainActor
class MessageView<Item: Presentable>: DialogView<Item> {
  /// What the message consists of.
  struct Message {
    var heading: String
    var body = ""
    var choices: [Choice] = []
    /// Below the text.
    var content: Part?
    /// What has the keyboard first, where it is not what Enter chooses.
    var focus: Part?
  }

  private var firstFocus: Part?

  /// Says what the message consists of; once.
  func message() -> Message { Message(heading: item.name) }

  /// A person has chosen.
  func chose(_ choice: Choice) {}

  override final func makeDialog(over parent: Window) -> Window? {
    let message = message()
    let dialog = Window(
      dialog: adw_message_dialog_new(nil, message.heading, message.body), name: item.name)
    guard let native = dialog.native?.cast(to: AdwMessageDialog.self) else { return nil }
    for (place, choice) in message.choices.enumerated() {
      guard !message.choices.prefix(place).contains(choice) else {
        reportMisuse("“\(item.name)” has two choices “\(choice.id)”; the second is left out")
        continue
      }
      adw_message_dialog_add_response(native, choice.id, choice.title)
      adw_message_dialog_set_response_appearance(native, choice.id, choice.role.appearance)
    }
    if let choice = message.choices.byEnter {
      adw_message_dialog_set_default_response(native, choice.id)
    }
    if let widget = dialog.native { nameButtons(in: widget) }
    adw_message_dialog_set_close_response(native, message.choices.byEscape?.id ?? "")
    if let content = message.content {
      content.adopt { adw_message_dialog_set_extra_child(native, $0) }
    }
    firstFocus = message.focus
    connect(native, "response") { [weak self] arguments in
      guard let id = arguments.string(1) else { return false }
      if let choice = message.choices.first(where: { $0.id == id }) { self?.chose(choice) }
      return false
    }
    return dialog
  }

  override func prepareFocus() {
    if let firstFocus {
      firstFocus.focus()
    } else if let native = dialog?.native?.cast(to: GtkWindow.self),
      let widget = gtk_window_get_default_widget(native)
    {
      gtk_window_set_focus(native, widget)
    }
  }

  /// A screen reader would read the underscores of the mnemonics.
  private func nameButtons(in widget: NativeWidget) {
    var child = gtk_widget_get_first_child(widget)
    while let widget = child {
      child = gtk_widget_get_next_sibling(widget)
      let instance = widget.cast(to: GTypeInstance.self)
      if g_type_check_instance_is_a(instance, gtk_button_get_type()) != 0,
        let title = gtk_button_get_label(widget.cast(to: GtkButton.self))
      {
        let name = Button.withoutMnemonic(String(cString: title))
        setAccessible(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, name)
      } else {
        nameButtons(in: widget)
      }
    }
  }

  /// Allows or forbids a choice.
  final func setEnabled(_ choice: Choice, _ isEnabled: Bool) {
    guard let native = dialog?.native?.cast(to: AdwMessageDialog.self) else { return }
    adw_message_dialog_set_response_enabled(native, choice.id, isEnabled ? 1 : 0)
  }

  /// Chooses as a person does by a button.
  final func choose(_ choice: Choice) {
    guard let native = dialog?.native?.cast(to: AdwMessageDialog.self),
      adw_message_dialog_get_response_enabled(native, choice.id) != 0
    else { return }
    adw_message_dialog_response(native, choice.id)
    // libadwaita itself closes it for a button only.
    dialog?.destroy()
  }
}

extension Choice.Role {
  fileprivate var appearance: AdwResponseAppearance {
    switch self {
    case .plain, .cancel: ADW_RESPONSE_DEFAULT
    case .preferred: ADW_RESPONSE_SUGGESTED
    case .destructive: ADW_RESPONSE_DESTRUCTIVE
    }
  }
}
