internal import CHikidashiGTK
internal import HikidashiBase

/// A group of labelled inputs that are applied together once all are valid, or reverted together.
///
/// ```swift
/// let name = TextEntry("_Name", rules: [.required])
/// let from = DateEntry("_From"), to = DateEntry("_To")
/// let form = Form {
///   name
///   FormGroup("Stay") { from; to }
/// }
/// .check("must not be before it begins", at: to, reading: from, to) {
///   (from.value ?? .distantPast) <= (to.value ?? .distantFuture)
/// }
/// form.onApply = { try save(name.value) }
/// ```
///
/// A change is checked by the rules of the input that was changed and by the checks that read it, by
/// no others. A long form goes into a ``Scroller``.
public final class Form: Part {
  /// The inputs in the order of the form.
  public let inputs: [AnyInput]
  /// Called after each change of a value, of ``isDirty`` or of ``isValid``.
  public var onChange: (@MainActor () -> Void)?
  /// Called by ``apply()`` when all inputs are valid. If it throws, the form stays as it is and
  /// shows the error's description.
  public var onApply: (@MainActor () throws -> Void)?

  /// The number of times that changes made the form check the rules of an input, or one of its own
  /// checks.
  package private(set) var checkCount = 0
  private var invalidInputs = 0
  private var dirtyInputs = 0
  private var failingChecks = 0
  private var checks: [FormCheck] = []
  /// The checks that read an input, and those that complain at it.
  private var reading: [ObjectIdentifier: [Int]] = [:]
  private var targeting: [ObjectIdentifier: [Int]] = [:]
  private var watchers: [@MainActor () -> Void] = []
  private var failure: String?
  private var isTelling = true
  /// What is still to be put into the grid.
  var rows: ArraySlice<FormRow> = []
  /// How many rows of the grid are taken.
  var rowCount: Int32 = 0
  let message = Label().wrapping().styleClass("error").visible(false)

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    onChange = nil
    onApply = nil
    checks = []
    reading = [:]
    targeting = [:]
    watchers = []
  }

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - groups: The inputs, in groups or without.
  public init(@FormBuilder _ groups: () -> [FormGroup]) {
    let groups = groups()
    inputs = groups.flatMap(\.parts).compactMap { $0 as? AnyInput }
    super.init(native: gtk_grid_new())
    for input in inputs {
      input.form = self
      input.reported = (input.isValid, input.isDirty)
      if !input.isValid { invalidInputs += 1 }
      if input.isDirty { dirtyInputs += 1 }
    }
    rows = Form.rows(groups)
    startLayout()
  }

  /// Whether all inputs are valid and all checks are fulfilled.
  public var isValid: Bool { invalidInputs == 0 && failingChecks == 0 }

  /// Whether any value differs from the one that was last applied.
  public var isDirty: Bool { dirtyInputs > 0 }

  /// The topmost input that is not valid.
  public var firstInvalid: AnyInput? { invalidInputs == 0 ? nil : inputs.first { !$0.isValid } }

  /// Adds a check that reads several inputs.
  ///
  /// - Parameters:
  ///   - complaint: What is wrong or what must be, as in “must not be before it begins”.
  ///   - input: Where the complaint is shown; below the form, if not given.
  ///   - read: The inputs that the check looks at: it is run when one of them changes.
  ///   - isFulfilled: Whether all is right.
  @discardableResult
  public func check(
    _ complaint: String, at input: AnyInput? = nil, reading read: AnyInput...,
    isFulfilled: @escaping @MainActor () -> Bool
  ) -> Self {
    check(complaint, at: input, reading: read, isFulfilled: isFulfilled)
  }

  /// Adds a check that looks at several inputs, and maybe at more: it is run once more before the form
  /// is applied.
  @discardableResult
  func check(
    _ complaint: String, at input: AnyInput?, reading read: [AnyInput],
    isFulfilled: @escaping @MainActor () -> Bool
  ) -> Self {
    for input in Set(read.map(ObjectIdentifier.init)) {
      reading[input, default: []].append(checks.count)
    }
    if let input { targeting[ObjectIdentifier(input), default: []].append(checks.count) }
    checks.append(
      FormCheck(
        complaint: complaint, target: input, firstRead: read.first, isFulfilled: isFulfilled))
    run(checks.count - 1, isChange: false)
    tell()
    return self
  }

  /// Calls ``onApply`` and takes the values as applied, if all are valid. If not, shows what is
  /// wrong beside each input and moves the focus to the first.
  ///
  /// - Returns: Whether all was right, and ``onApply`` did not throw.
  @discardableResult
  public func apply() -> Bool {
    // What a check looks at besides the inputs may have changed.
    for index in checks.indices { run(index, isChange: false) }
    guard isValid else {
      for input in inputs where !input.isValid { input.reveal() }
      for index in checks.indices { checks[index].isShown = true }
      failure = nil
      showMessage()
      if let first = firstInvalid ?? checks.first(where: \.isFailing)?.firstRead {
        layOut(to: first)
        first.focus()
      }
      return false
    }
    do {
      try onApply?()
      failure = nil
    } catch {
      failure = "\(error)"
    }
    showMessage()
    guard failure == nil else { return false }
    together { for input in inputs where input.isDirty { input.apply() } }
    return true
  }

  /// Restores the values that were last applied.
  public func revert() {
    together {
      for input in inputs { input.revert() }
      // After all: one that goes back may make a check fail at another.
      for input in inputs { input.conceal() }
      for index in checks.indices { checks[index].isShown = false }
      failure = nil
      showMessage()
    }
  }

  /// Does several changes, and tells of them once.
  private func together(_ body: () -> Void) {
    isTelling = false
    body()
    isTelling = true
    tell()
  }

  /// Calls `body` now and after each change, as what shows the form's state needs it.
  func watch(_ body: @escaping @MainActor () -> Void) {
    watchers.append(body)
    body()
  }

  /// An input has another value or state; its own rules have been run if it is checked.
  func changed(_ input: AnyInput, isChecked: Bool) {
    if isChecked {
      checkCount += 1
      for index in reading[ObjectIdentifier(input)] ?? [] {
        checkCount += 1
        run(index, isChange: true)
      }
    }
    count(input)
    showMessage()
    tell()
  }

  private func run(_ index: Int, isChange: Bool) {
    let isFailing = !checks[index].isFulfilled()
    if isFailing != checks[index].isFailing { failingChecks += isFailing ? 1 : -1 }
    checks[index].isFailing = isFailing
    if isChange { checks[index].isShown = true }
    guard let target = checks[index].target else { return }
    let failing = (targeting[ObjectIdentifier(target)] ?? []).first { checks[$0].isFailing }
    target.formComplaint = failing.map { checks[$0].complaint }
    if isChange, isFailing, target.ownComplaint == nil { target.reveal() }
    count(target)
  }

  /// Keeps the numbers of wrong and changed inputs: a change costs as much in a long form.
  private func count(_ input: AnyInput) {
    let (isValid, isDirty) = (input.isValid, input.isDirty)
    if isValid != input.reported.isValid { invalidInputs += isValid ? -1 : 1 }
    if isDirty != input.reported.isDirty { dirtyInputs += isDirty ? 1 : -1 }
    input.reported = (isValid, isDirty)
  }

  private func showMessage() {
    let shown = checks.first { $0.isFailing && $0.isShown && $0.target == nil }?.complaint
    message.text = failure ?? shown.map(sentence) ?? ""
    message.isVisible = !message.text.isEmpty
  }

  private func tell() {
    guard isTelling else { return }
    for watcher in watchers { watcher() }
    onChange?()
  }
}

// MARK: - Layout

/// What fills one row of a form.
enum FormRow {
  case heading(String)
  case input(AnyInput)
  case part(Part)
}

extension Form {
  /// So many rows are higher than most screens; more are made at each frame.
  private static let rowsAtOnce = 28

  static func rows(_ groups: [FormGroup]) -> ArraySlice<FormRow> {
    groups.flatMap { group in
      (group.title.map { [FormRow.heading($0)] } ?? [])
        + group.parts.map { ($0 as? AnyInput).map(FormRow.input) ?? .part($0) }
    }[...]
  }

  /// Puts the first rows into the grid now and the others frame by frame, so that a long form opens
  /// like a short one.
  func startLayout() {
    guard let native else { return }
    let grid = native.cast(to: GtkGrid.self)
    gtk_grid_set_row_spacing(grid, 9)
    gtk_grid_set_column_spacing(grid, 12)
    layOutMore()
    guard !rows.isEmpty else { return }
    var frames = 0
    addTick(to: native) { [weak self] in
      guard let self else { return false }
      frames += 1
      // The first frame is to be on the screen before anything else is made.
      if frames > 1 { layOutMore() }
      return !rows.isEmpty
    }
  }

  /// Makes all rows up to an input, which is to be seen now.
  func layOut(to input: AnyInput) {
    while input.isFree, !rows.isEmpty { layOutMore() }
  }

  private func layOutMore() {
    guard let grid = native?.cast(to: GtkGrid.self) else { return }
    for row in rows.prefix(Form.rowsAtOnce) {
      switch row {
      case .heading(let title):
        let heading = Label(title).styleClass("heading")
        if rowCount > 0, let native = heading.native { gtk_widget_set_margin_top(native, 12) }
        heading.adopt { gtk_grid_attach(grid, $0, 0, rowCount, 2, 1) }
      case .part(let part): part.adopt { gtk_grid_attach(grid, $0, 0, rowCount, 2, 1) }
      case .input(let input):
        if !input.showsOwnLabel { gtk_grid_attach(grid, label(of: input), 0, rowCount, 1, 1) }
        input.adopt { gtk_grid_attach(grid, $0, 1, rowCount, 1, 1) }
      }
      rowCount += 1
    }
    rows = rows.dropFirst(Form.rowsAtOnce)
    if rows.isEmpty, message.isFree {
      message.adopt { gtk_grid_attach(grid, $0, 0, rowCount, 2, 1) }
    }
  }

  private func label(of input: AnyInput) -> NativeWidget? {
    guard let label: NativeWidget = gtk_label_new_with_mnemonic(input.mnemonic) else { return nil }
    gtk_label_set_mnemonic_widget(label.opaque, input.control)
    gtk_label_set_xalign(label.opaque, 1)
    // The label of a high control, or of one with a message below, stands beside its first line.
    gtk_widget_set_valign(label, GTK_ALIGN_START)
    gtk_widget_set_margin_top(label, 8)
    gtk_widget_add_css_class(label, "dim-label")
    return label
  }

  /// Returns two buttons that apply and revert the form, both dim while nothing was changed. What
  /// is wrong with the form as a whole is then shown beside them.
  ///
  /// - Parameters:
  ///   - apply: What the first is called, such as “Save”; “Apply”, if not given.
  ///   - revert: What the second is called; “Revert”, if not given.
  public func buttons(apply: String? = nil, revert: String? = nil) -> Part {
    let back = Button(revert ?? tr("_Revert")) { [weak self] in self?.revert() }
    let forth = Button(apply ?? tr("_Apply")) { [weak self] in self?.apply() }
      .styleClass("suggested-action")
    watch { [weak self, weak back, weak forth] in
      guard let self else { return }
      back?.isEnabled = isDirty
      forth?.isEnabled = isDirty
    }
    let room = Stack(.horizontal, spacing: 6) {
      back
      forth
    }.align(horizontal: .end, vertical: .center).expand(.horizontal)
    if !message.isFree, let grid = native?.cast(to: GtkGrid.self) {
      message.orphan { gtk_grid_remove(grid, $0) }
    }
    return Stack(.horizontal, spacing: 12) {
      message
      room
    }
  }
}

/// A check of a form that looks at several inputs, and how it stands.
@MainActor
struct FormCheck {
  let complaint: String
  /// Where the complaint is shown; nil is below the form.
  let target: AnyInput?
  /// The first input that is looked at, to which the focus goes when there is no target.
  let firstRead: AnyInput?
  let isFulfilled: @MainActor () -> Bool
  var isFailing = false
  /// A complaint is kept back until something it reads was changed, or is to be applied.
  var isShown = false
}

/// A group of inputs of a form under one heading.
///
/// ```swift
/// FormGroup("Address") { street; town }
/// ```
@MainActor
public struct FormGroup {
  /// The heading; nil for a group without one.
  public var title: String?
  /// The inputs, each in a row with its label, and other parts, each in a row of its own.
  public var parts: [Part]

  /// Creates a group, with a heading or without.
  public init(_ title: String? = nil, @PartBuilder _ parts: () -> [Part]) {
    self.title = title
    self.parts = parts()
  }

  fileprivate init(parts: [Part]) { self.parts = parts }
}

/// A result builder that collects the groups, inputs and other parts in a closure.
@MainActor
@resultBuilder
public enum FormBuilder {
  /// Returns a single group as a list.
  public static func buildExpression(_ group: FormGroup) -> [FormGroup] { [group] }
  /// Returns several groups as they are.
  public static func buildExpression(_ groups: [FormGroup]) -> [FormGroup] { groups }
  /// Returns a part as a group without a heading.
  public static func buildExpression(_ part: Part) -> [FormGroup] { [FormGroup(parts: [part])] }
  /// Returns parts as a group without a heading.
  public static func buildExpression(_ parts: [Part]) -> [FormGroup] { [FormGroup(parts: parts)] }
  /// Joins the groups of a block.
  public static func buildBlock(_ groups: [FormGroup]...) -> [FormGroup] { groups.flatMap { $0 } }
  /// Returns the groups of an `if` without `else`, or none.
  public static func buildOptional(_ groups: [FormGroup]?) -> [FormGroup] { groups ?? [] }
  /// Returns the groups of the first branch.
  public static func buildEither(first groups: [FormGroup]) -> [FormGroup] { groups }
  /// Returns the groups of the second branch.
  public static func buildEither(second groups: [FormGroup]) -> [FormGroup] { groups }
  /// Joins the groups of a loop.
  public static func buildArray(_ groups: [[FormGroup]]) -> [FormGroup] { groups.flatMap { $0 } }
}
