import CHikidashiGTK
internal import HikidashiBase

/// The base class of all inputs: a part in which the user enters a value of any type.
///
/// An input has a label, a control that takes the keyboard, and below it a line that says what is
/// wrong and how to mend it, from the first change on. ``Input`` adds the typed value.
open class AnyInput: Part {
  /// The text beside the input in a ``Form``, and its name for a screen reader.
  public let label: String
  /// The label as it was given: `_` stands before the letter that goes to it together with Alt.
  let mnemonic: String
  /// Whether the control itself shows ``label``, as a check box does.
  open var showsOwnLabel: Bool { false }

  /// The reason why the value is not valid, as in “must be at least 3”; nil for a valid value.
  public var complaint: String? {
    observed.willRead()
    return ownComplaint ?? formComplaint
  }
  /// Whether the value fulfils all rules and checks.
  public var isValid: Bool { complaint == nil }
  /// Whether the value differs from the one that was last applied.
  public var isDirty: Bool { false }
  /// Whether a value is required.
  public var isRequired: Bool { false }

  /// What the rules of the input itself say; those of its form are ``formComplaint``.
  var ownComplaint: String?
  var formComplaint: String? {
    didSet {
      guard formComplaint != oldValue else { return }
      observed.didChange()
      showMessage()
    }
  }
  /// Its value, whether that is right, and whether it was applied.
  let observed = ObservedState()
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

  /// Makes the widget that takes the keyboard, and connects its signals. A subclass overrides it.
  ///
  /// It is called once, when the input is placed or its ``control`` asked for: most inputs of a long
  /// form are not seen when it opens.
  open func makeControl() -> NativeWidget { gtk_label_new(nil) }

  /// Puts the control into a larger widget, for example with a button beside it. Unless a subclass
  /// overrides it, returns the control alone.
  open func makeRow(_ control: NativeWidget) -> NativeWidget { control }

  /// Shows the value in the control, which has just been made.
  func showFirst() {}

  /// The GTK widget that takes the keyboard, made at the first use; nil after it was destroyed.
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

  /// The widget of the part that a screen reader reads.
  public override var accessibleNative: NativeWidget? { control }

  /// Moves the keyboard focus to the part.
  @discardableResult
  open override func focus() -> Bool { control.map(giveFocus) ?? false }

  /// Sets the text below the control that is shown while there is no complaint; nil removes it.
  @discardableResult
  public func hint(_ text: String?) -> Self {
    hint = text
    showMessage()
    return self
  }

  /// Shows the complaint, if any, even if the user has not changed the value yet.
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

  /// Writes what was entered, where it is bound and not part of a form.
  func commit() {}

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

@MainActor
func setStyle(_ name: String, of widget: NativeWidget, _ isOn: Bool) {
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
