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
/// ``If`` and ``ForEach`` in it stand for rows that come and go. What is not in the form now is not checked.
///
/// A change is checked by the rules of the input that was changed and by the checks that read it, by
/// no others. A long form goes into a ``Scroller``.
public final class Form: Part {
  /// The inputs that stand in the form now, in its order.
  ///
  /// - Complexity: O(*n*) in the number of its rows.
  public var inputs: [AnyInput] { rows.parts.compactMap { $0 as? AnyInput } }
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
  private let observed = ObservedState()
  private let rows: FormRows
  private var span: Span<Part>?
  private let message = Label().wrapping().styleClass("error").visible(false)

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    span = nil
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
    let content = FormGroup.rows(of: groups())
    let rows = FormRows(message: message)
    self.rows = rows
    super.init(native: rows.native)
    span = Span(content, in: self)
    rows.start()
  }

  /// Whether all inputs are valid and all checks are fulfilled.
  public var isValid: Bool {
    observed.willRead()
    return invalidInputs == 0 && failingChecks == 0
  }

  /// Whether any value differs from the one that was last applied.
  public var isDirty: Bool {
    observed.willRead()
    return dirtyInputs > 0
  }

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
        complaint: complaint, target: input, read: read, isFulfilled: isFulfilled))
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
      if let first = firstInvalid ?? checks.first(where: \.isFailing)?.read.first {
        rows.make(upTo: first)
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
    return isValid
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
    // What reads an input that is not in the form now cannot be mended by the person.
    let isFailing =
      checks[index].read.allSatisfy { $0.form === self } && !checks[index].isFulfilled()
    if isFailing != checks[index].isFailing { failingChecks += isFailing ? 1 : -1 }
    checks[index].isFailing = isFailing
    if isChange { checks[index].isShown = true }
    guard let target = checks[index].target, target.form === self else { return }
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
    let shown = checks.first { $0.isFailing && $0.isShown && $0.target?.form !== self }?.complaint
    message.text = failure ?? shown.map(sentence) ?? ""
    message.isVisible = !message.text.isEmpty
  }

  private func tell() {
    guard isTelling else { return }
    observed.didChange()
    for watcher in watchers { watcher() }
    onChange?()
  }
}

// MARK: - Rows that come and go

extension Form: SpanHost {
  func insert(_ part: Part, after previous: Part?) {
    guard native != nil else { return }
    rows.insert(part, after: previous)
    guard let input = part as? AnyInput else { return }
    input.form = self
    input.reported = (input.isValid, input.isDirty)
    if !input.isValid { invalidInputs += 1 }
    if input.isDirty { dirtyInputs += 1 }
    runChecks(of: input)
  }

  func remove(_ part: Part) {
    // While it is the form's, so that what was typed and not applied is not written on leaving.
    rows.remove(part)
    if let input = part as? AnyInput, input.form === self {
      input.form = nil
      if !input.reported.isValid { invalidInputs -= 1 }
      if input.reported.isDirty { dirtyInputs -= 1 }
      input.formComplaint = nil
      runChecks(of: input)
    }
  }

  func stands(_ part: Part) -> Bool { true }

  func move(_ part: Part, after previous: Part?) { rows.move(part, after: previous) }

  private func runChecks(of input: AnyInput) {
    guard !checks.isEmpty || !watchers.isEmpty || onChange != nil else { return }
    let id = ObjectIdentifier(input)
    for index in (reading[id] ?? []) + (targeting[id] ?? []) { run(index, isChange: false) }
    showMessage()
    tell()
  }
}

// MARK: - Buttons

extension Form {
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
    rows.releaseMessage()
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
  /// The inputs that are looked at; the focus goes to the first when there is no target.
  let read: [AnyInput]
  let isFulfilled: @MainActor () -> Bool
  var isFailing = false
  /// A complaint is kept back until something it reads was changed, or is to be applied.
  var isShown = false
}
