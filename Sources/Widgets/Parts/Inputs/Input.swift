internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiRecords

/// A part in which the user enters a value of one type.
///
/// ```swift
/// let name = TextEntry("Name", rules: [.required, .length(1...80)])
/// name.onChange = { print($0) }
/// name.value = "山田"
/// ```
///
/// An input of one's own is a subclass that makes the control (``AnyInput/makeControl()``), shows a
/// value in it (``show(_:)``), and tells what the person does with it (``enter(_:)``,
/// ``refuse(_:)``).
open class Input<Value: Equatable>: AnyInput {
  /// Called after each change of the value, by the user or by setting ``value``.
  public var onChange: (@MainActor (Value) -> Void)?
  /// The rules for the value; the first one that it breaks gives the ``AnyInput/complaint``.
  public let rules: [InputRule<Value>]
  private var current: Value
  private var applied: Value
  /// What is wrong with what stands in the control, where that is no value at all.
  private var unreadable: String?
  private var isShowing = false
  private var binding: Binding<Value>?
  /// What was entered and is not written yet.
  private var isToBeWritten = false
  private var isReading = false
  /// The model has no such value now.
  private var isMissing = false
  /// What the model said after the last write; another value is somebody else's.
  private var answer: Value?
  /// What was written and is not there yet.
  private var writes = 0

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: What it holds at first.
  ///   - rules: What the value must fulfil, the most important first.
  public init(_ label: String, value: Value, rules: [InputRule<Value>] = []) {
    self.rules = rules
    current = value
    applied = value
    super.init(label)
    ownComplaint = firstComplaint()
  }

  /// Releases what the part keeps for its widget.
  open override func nativeDied() {
    // What was typed last is not lost with the window.
    commit()
    super.nativeDied()
    onChange = nil
    binding = nil
  }

  /// The value; while the control contains none, the last one that it contained.
  ///
  /// While a person types over a selection, GTK takes that away first: such a change is two, the
  /// first to the empty text.
  public var value: Value {
    get {
      observed.willRead()
      return current
    }
    set {
      display(newValue)
      take(newValue, unreadable: nil)
    }
  }

  /// The value that was last applied, which ``Form/revert()`` restores.
  public var appliedValue: Value { applied }

  /// Whether the value differs from the applied one, or what was entered is no value.
  public override var isDirty: Bool {
    observed.willRead()
    return unreadable != nil || isOther(current, applied)
  }

  /// Whether one of the rules requires a value.
  public override var isRequired: Bool { rules.contains(where: \.isRequired) }

  /// Whether the control contains a value, valid or not.
  public var isReadable: Bool { unreadable == nil }

  /// Shows a value in the control. A subclass overrides it; while it runs, calls of ``enter(_:)``
  /// have no effect.
  open func show(_ value: Value) {}

  /// Takes a new value; a subclass calls it when the user has changed the value.
  public final func enter(_ value: Value) {
    guard !isShowing else { return }
    touch()
    take(value, unreadable: nil)
  }

  /// Takes a new value and shows it; a subclass calls it when the user chose a value outside the
  /// control, as in a popover.
  public final func choose(_ value: Value) {
    display(value)
    enter(value)
  }

  /// Reports a complaint; a subclass calls it when what the user has entered is no value.
  ///
  /// - Parameter complaint: What it must be, as in “must be a number”.
  public final func refuse(_ complaint: String) {
    guard !isShowing else { return }
    touch()
    take(current, unreadable: complaint)
  }

  override func showFirst() { display(current) }

  /// Shows the value in its usual form.
  func tidy() { if isReadable { display(current) } }

  override func apply() {
    guard isReadable else { return }
    if writeBound() { applied = current }
    observed.didChange()
    form?.changed(self, isChecked: false)
  }

  override func revert() {
    guard isDirty else { return }
    isReading = true
    value = applied
    isReading = false
    isToBeWritten = false
  }

  override func commit() {
    if form == nil { writeBound() }
  }

  /// How dates are named in messages; nil for days alone.
  var dates: DateFormat? { nil }

  /// Shows a value without hearing what the control says to it.
  private func display(_ value: Value) {
    guard madeControl != nil else { return }
    isShowing = true
    show(value)
    isShowing = false
  }

  private func take(_ value: Value, unreadable complaint: String?) {
    let isOther = value != current
    guard isOther || complaint != unreadable else { return }
    current = value
    unreadable = complaint
    ownComplaint = complaint ?? firstComplaint()
    observed.didChange()
    showMessage()
    form?.changed(self, isChecked: true)
    guard isOther else { return }
    onChange?(value)
    let isDraft = binding?.moment == .always
    isToBeWritten = binding != nil && (!isReading || isDraft)
    // A form is applied as a whole.
    if isDraft || form == nil && (binding?.moment == .atOnce || !hasKeyboard) { writeBound() }
  }

  // MARK: - Binding

  /// Shows a value of a model, and changes it as the person changes the input; see ``Binding``.
  ///
  /// What the rules of the input refuse is not written. When the model changes, the input shows what it
  /// says.
  @discardableResult
  public func bind(_ binding: Binding<Value>) -> Self {
    self.binding = binding
    // A form may never show it, and still checks it.
    if form == nil, let value = binding.read() { adopt(value) }
    keepUpToDate(.part, binding.read) { [weak self] value in
      guard let self, writes == 0 else { return }
      // What was typed is not taken from under the fingers, as a space behind a word that the model drops.
      if isTyping, let answer, let value, !isOther(value, answer) { return }
      adopt(value)
    }
    onKeyboardLeave { [weak self] in self?.leave() }
    return self
  }

  /// Shows a property of an object, and changes it.
  ///
  /// ```swift
  /// TextEntry("_Name").bind(customer, \.name)
  /// ```
  @discardableResult
  public func bind<Model: AnyObject>(
    _ model: Model, _ property: ReferenceWritableKeyPath<Model, Value>
  ) -> Self {
    bind(Binding(model, property))
  }

  private func adopt(_ value: Value?) {
    if isMissing != (value == nil) {
      isMissing.toggle()
      isEnabled = !isMissing
    }
    guard let value, isOther(value, current) || !isReadable else { return }
    isReading = true
    self.value = value
    applied = value
    isReading = false
  }

  /// Writes what is to be written.
  ///
  /// - Returns: False where the model has refused it.
  @discardableResult
  private func writeBound() -> Bool {
    guard isToBeWritten, let binding, isReadable, firstComplaint() == nil else { return true }
    isToBeWritten = false
    switch binding.write {
    case .now(let write):
      do { try write(current) } catch {
        refuse(error)
        return false
      }
      showAnswer()
    case .later(let write): start(write, of: current)
    }
    return true
  }

  /// Shows what the model has made of what was written.
  private func showAnswer(isLeaving: Bool = false) {
    guard native != nil, form == nil, writes == 0, !isToBeWritten, isReadable,
      let value = binding?.read()
    else { return }
    answer = value
    if isLeaving || !isTyping { adopt(value) }
  }

  private func start(_ write: @escaping @MainActor (Value) async throws -> Void, of value: Value) {
    writes += 1
    let body: @MainActor () async throws -> Void = { [weak self] in
      defer { self?.writes -= 1 }
      do {
        try await write(value)
      } catch {
        // Told in the window where the input is gone.
        guard let self, native != nil else { throw error }
        if !isToBeWritten { refuse(error) }
      }
    }
    let work = Work(title: { [label] in label }, body)
    work.didChange = { [weak self, weak work] in
      guard let self, work?.isRunning != true, writes == 0, !isToBeWritten else { return }
      if let read = self.binding?.read { adopt(read()) }
    }
    work.start()
  }

  private func refuse(_ error: any Error) {
    isToBeWritten = true
    touch()
    unreadable = "\(error)"
    ownComplaint = unreadable
    observed.didChange()
    showMessage()
    form?.changed(self, isChecked: false)
  }

  private func leave() {
    commit()
    showAnswer(isLeaving: true)
  }

  /// Whether the keyboard is in a text of the input.
  private var isTyping: Bool {
    guard hasKeyboard, let native, let root = gtk_widget_get_root(native),
      let focus = gtk_root_get_focus(root)
    else { return false }
    let instance = UnsafeMutableRawPointer(focus).assumingMemoryBound(to: GTypeInstance.self)
    return ["GtkText", "GtkTextView"].contains(String(cString: g_type_name_from_instance(instance)))
  }

  /// Whether the person is typing in it.
  private var hasKeyboard: Bool {
    guard let native else { return false }
    return gtk_widget_get_state_flags(native).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
  }

  private func firstComplaint() -> String? {
    for rule in rules {
      if let complaint = rule.complaint(about: current, dates: dates) { return complaint }
    }
    return nil
  }
}

extension Input where Value: ExpressibleByNilLiteral {
  /// A row of the control and a button that takes the value away.
  func makeClearable(_ control: NativeWidget) -> (row: NativeWidget, clear: NativeWidget) {
    let row: NativeWidget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    let clear: NativeWidget = gtk_button_new_from_icon_name("edit-clear-symbolic")
    gtk_widget_add_css_class(row, "linked")
    gtk_widget_set_hexpand(control, 1)
    gtk_widget_set_tooltip_text(clear, tr("Clear"))
    setAccessible(clear, GTK_ACCESSIBLE_PROPERTY_LABEL, tr("Clear"))
    connect(clear, "clicked") { [weak self] _ in
      guard let self else { return false }
      focus()
      choose(nil)
      return false
    }
    gtk_box_append(row.cast(to: GtkBox.self), control)
    gtk_box_append(row.cast(to: GtkBox.self), clear)
    return (row, clear)
  }
}

/// Whether two values differ. What is not a number is no other than itself here.
func isOther<Value: Equatable>(_ one: Value, _ other: Value) -> Bool {
  one != other && (one == one || other == other)
}
