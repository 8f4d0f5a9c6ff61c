internal import CHikidashiGTK
internal import HikidashiBase

/// An entry whose value is typed as text in a form that people use, such as a date or a duration.
///
/// A subclass says how a value is written and read, and how the Up and Down keys change it:
///
/// ```swift
/// final class RomanEntry: TypedEntry<Int> {
///   override var example: String { "XIV" }
///   override func text(of value: Int) -> String { roman(value) }
///   override func value(of text: String) -> Int? { number(text) }
///   override func stepped(_ value: Int?, isUp: Bool) -> Int? { (value ?? 0) + (isUp ? 1 : -1) }
/// }
/// ```
///
/// When the keyboard leaves the entry, or Enter is pressed, the value is shown in its usual form.
open class TypedEntry<Value: Equatable>: Input<Value?> {
  /// What the empty entry shows in grey, and messages name as an example.
  open var example: String { "" }

  /// Returns the usual form of a value. A subclass overrides it.
  open func text(of value: Value) -> String { "\(value)" }

  /// Reads a text; nil where it is no value. A subclass overrides it.
  open func value(of text: String) -> Value? { nil }

  /// Returns the value that the Up or Down key makes of another, or of none; nil where they do nothing.
  open func stepped(_ value: Value?, isUp: Bool) -> Value? { nil }

  /// What a text must be that is no value, as in “must be a date such as 12/31/2026”.
  open var complaintOfText: String { tr("must be like {}", example) }

  /// Makes the widget that takes the keyboard.
  public override func makeControl() -> NativeWidget {
    let entry: NativeWidget = gtk_entry_new()
    setProperty(entry.object, "placeholder-text", example)
    connect(entry, "changed") { [weak self] _ in
      self?.typed(editableText(entry))
      return false
    }
    connect(entry, "activate") { [weak self] _ in
      guard let self else { return false }
      tidy()
      if let form { form.apply() } else { pressDefault() }
      return false
    }
    listen(to: entry)
    return entry
  }

  /// Shows a value in the control.
  public override func show(_ value: Value?) {
    if let madeControl { setEditableText(madeControl, value.map(text(of:)) ?? "") }
  }

  private func typed(_ text: String) {
    if text.allSatisfy(\.isWhitespace) {
      enter(nil)
    } else if let value = value(of: text) {
      enter(value)
    } else {
      refuse(complaintOfText)
    }
  }

  private func listen(to entry: NativeWidget) {
    guard let keys = gtk_event_controller_key_new() else { return }
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(entry, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      guard let self, isReadable else { return false }
      let isUp: Bool
      switch Int32(arguments.uint(1)) {
      case GDK_KEY_Up, GDK_KEY_KP_Up: isUp = true
      case GDK_KEY_Down, GDK_KEY_KP_Down: isUp = false
      default: return false
      }
      stepped(value, isUp: isUp).map(choose)
      return true
    }
    onKeyboardLeave(entry) { [weak self] in self?.tidy() }
  }
}
