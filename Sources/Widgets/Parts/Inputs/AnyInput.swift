import CHikidashiGTK
internal import HikidashiBase

/// A part in which a person enters something: what all have in common, whatever the type of value.
///
/// An input has a label, a control that takes the keyboard, and below it a line that says what is
/// wrong and how to mend it, from the first change on. ``Input`` adds the typed value.
open class AnyInput: Part {
  /// What people read beside it in a ``Form``, and what a screen reader calls it.
  public let label: String
  /// The label as it was given: `_` stands before the letter that goes to it together with Alt.
  let mnemonic: String
  /// Whether ``label`` stands in the control itself, as in a check box.
  open var showsOwnLabel: Bool { false }

  /// What keeps the value from being right, as in “must be at least 3”; nil if nothing does.
  public var complaint: String? { ownComplaint ?? formComplaint }
  public var isValid: Bool { complaint == nil }
  /// Whether the value is another than when it was last applied.
  public var isDirty: Bool { false }
  /// Whether there must be a value.
  public var isRequired: Bool { false }

  /// What the rules of the input itself say; those of its form are ``formComplaint``.
  var ownComplaint: String?
  var formComplaint: String? {
    didSet { if formComplaint != oldValue { showMessage() } }
  }
  /// A complaint is kept back until the person has changed the value, or wants to apply it.
  private var isTouched = false
  private var hint: String?
  weak var form: Form?
  /// What the form was last told.
  var reported = (isValid: true, isDirty: false)
  private var ownControl: NativeWidget?
  private var messageLabel: NativeWidget?

  /// - Parameter label: The label; `_` before a letter makes that the mnemonic.
  init(_ label: String) {
    mnemonic = label
    self.label = Button.withoutMnemonic(label)
    super.init(native: gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
  }

  /// Makes the widget that takes the keyboard, and listens to it. A subclass overrides it.
  ///
  /// It is called once, when the input is placed or its ``control`` asked for: most inputs of a long
  /// form are not seen when it opens.
  open func makeControl() -> NativeWidget { gtk_label_new(nil) }

  /// Puts the control into a larger widget, with a button beside it or so; the control alone, unless
  /// a subclass overrides it.
  open func makeRow(_ control: NativeWidget) -> NativeWidget { control }

  /// Shows the value in the control, which has just been made.
  func showFirst() {}

  /// The GTK widget that takes the keyboard; nil after it has died.
  public var control: NativeWidget? {
    guard let native else { return nil }
    if let ownControl { return ownControl }
    let made = makeControl()
    ownControl = made
    let row = makeRow(made)
    gtk_widget_set_hexpand(row, 1)
    gtk_box_prepend(native.cast(to: GtkBox.self), row)
    setAccessible(made, GTK_ACCESSIBLE_PROPERTY_LABEL, label)
    if isRequired { setAccessible(made, GTK_ACCESSIBLE_PROPERTY_REQUIRED, true) }
    showFirst()
    showMessage()
    return made
  }

  /// The control, if it has been made.
  var madeControl: NativeWidget? { native == nil ? nil : ownControl }

  override func prepare() { _ = control }

  public override var accessibleNative: NativeWidget? { control }

  @discardableResult
  open override func focus() -> Bool { control.map(giveFocus) ?? false }

  /// Sets what the line below the control says while nothing is wrong; nil takes it away.
  @discardableResult
  public func hint(_ text: String?) -> Self {
    hint = text
    showMessage()
    return self
  }

  /// Shows the complaint, if there is one, though nothing was changed yet.
  public func reveal() {
    isTouched = true
    showMessage()
  }

  /// The person has changed something.
  func touch() { isTouched = true }

  /// Takes the value as it is for the applied one.
  func apply() {}

  /// Goes back to the value that was last applied.
  func revert() {}

  /// Keeps a complaint back again.
  func conceal() {
    isTouched = false
    showMessage()
  }

  func showMessage() {
    guard let native, let madeControl else { return }
    let complaint = isTouched ? complaint.map(sentence) : nil
    let text = complaint ?? hint
    // Most inputs are right and have no hint: those never get a line.
    guard text != nil || messageLabel != nil else { return }
    let line = messageLabel ?? makeMessageLabel(in: native)
    gtk_label_set_text(line.opaque, text ?? "")
    gtk_widget_set_visible(line, text == nil ? 0 : 1)
    setStyle("dim-label", of: line, complaint == nil)
    setStyle("error", of: line, complaint != nil)
    setStyle("error", of: madeControl, complaint != nil)
    setAccessible(madeControl, GTK_ACCESSIBLE_STATE_INVALID, complaint == nil ? nil : true)
    setAccessible(madeControl, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text ?? "")
  }

  private func makeMessageLabel(in native: NativeWidget) -> NativeWidget {
    let line: NativeWidget = gtk_label_new(nil)
    gtk_label_set_xalign(line.opaque, 0)
    gtk_label_set_wrap(line.opaque, 1)
    gtk_widget_add_css_class(line, "caption")
    gtk_box_append(native.cast(to: GtkBox.self), line)
    messageLabel = line
    return line
  }
}

private func setStyle(_ name: String, of widget: NativeWidget, _ isOn: Bool) {
  if isOn {
    gtk_widget_add_css_class(widget, name)
  } else {
    gtk_widget_remove_css_class(widget, name)
  }
}

/// A complaint as a sentence of its own: it begins with a capital letter.
func sentence(_ complaint: String) -> String {
  complaint.prefix(1).uppercased() + complaint.dropFirst()
}
