internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiPresentation

/// A message or question, with a button for each choice.
///
/// ```swift
/// let alert = Alert(
///   "Delete 12 cards?", message: "They cannot be brought back.",
///   choices: [.cancel, .destructive("Delete")])
/// if try await window.present(alert) == "Delete" { cards.delete() }
/// ```
///
/// Enter chooses the preferred choice, without one the last that loses nothing; Escape the one that
/// cancels. An alert without such a choice is closed by Escape, and ends without an answer.
public struct Alert: Presentable {
  /// The choice whose button was pressed.
  public typealias Answer = Choice

  /// The question or the event, in few words.
  public var title: String
  /// The explanation below the title.
  public var message: String
  /// Details for the few who want them, such as the error of a program; collapsed at first.
  public var details: String?
  /// The buttons in their order; each needs an id of its own.
  public var choices: [Choice]
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions()

  /// The name of the item in the log, in errors and in queries.
  public var name: String { title }

  /// Makes an alert.
  ///
  /// - Parameters:
  ///   - title: The question, or what has happened, in few words.
  ///   - message: What a person has to know to decide.
  ///   - details: What few people want to know; it unfolds.
  ///   - choices: The buttons; “OK” unless said otherwise.
  public init(
    _ title: String, message: String = "", details: String? = nil, choices: [Choice] = [.ok]
  ) {
    self.title = title
    self.message = message
    self.details = details
    self.choices = choices
  }
}

extension Alert: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<Alert> { AlertView(self, over: window) }
}

private final class AlertView: MessageView<Alert> {
  override func message() -> Message {
    Message(
      heading: item.title, body: item.message, choices: item.choices,
      content: item.details.map { Unfolding(tr("De_tails"), text: $0) })
  }

  override func chose(_ choice: Choice) { answer(choice) }

  override func changed() {
    guard let native = dialog?.native?.cast(to: AdwMessageDialog.self) else { return }
    adw_message_dialog_set_heading(native, item.title)
    adw_message_dialog_set_body(native, item.message)
  }
}

/// A text under a heading that opens and closes. Tab does not leave a `GtkExpander` of GTK 4.8.
private final class Unfolding: Stack {
  init(_ heading: String, text: String) {
    let label = Label(text).wrapping().selectable().styleClass("monospace").align(vertical: .start)
    let scroller = Scroller(label).minimumSize(height: 90).visible(false)
    let arrow = adw_button_content_new()
    let button = Button(heading) {}.styleClass("flat").align(horizontal: .start)
    super.init(.vertical, spacing: 6, [button, scroller])
    guard let native = button.native, let arrow else { return }
    adw_button_content_set_label(arrow.opaque, heading)
    adw_button_content_set_use_underline(arrow.opaque, 1)
    gtk_button_set_child(native.cast(to: GtkButton.self), arrow)
    let show: @MainActor (Bool) -> Void = { [weak scroller] isOpen in
      scroller?.isVisible = isOpen
      adw_button_content_set_icon_name(
        arrow.opaque, isOpen ? "pan-down-symbolic" : "pan-end-symbolic")
      setAccessible(native, GTK_ACCESSIBLE_STATE_EXPANDED, isOpen)
    }
    show(false)
    button.on("clicked") { [weak scroller] _ in show(scroller?.isVisible == false) }
  }
}
