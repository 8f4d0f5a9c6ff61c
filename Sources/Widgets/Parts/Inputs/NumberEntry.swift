internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiRecords

/// A number, typed in the format of the user's language, or changed in steps with the buttons
/// beside it, Up, Down, Page Up and Page Down.
///
/// ```swift
/// let count = NumberEntry("Copies", value: 1, in: 1...99)
/// let rate = NumberEntry("Rate", in: 0...5.0, step: 0.5, decimals: 1)
/// ```
///
/// What is typed stays as it is until it is right: a number out of range is not cut, but complained
/// about. The empty entry has no value.
public final class NumberEntry<Number: EnteredNumber>: Input<Number?> {
  private let range: ClosedRange<Number>?
  private let step: Number
  private let format: NumberFormat
  /// What the control's steps begin at: the last value that was in range.
  private var base: Double
  private var isTyping = false
  private var isWriting = false

  /// Creates a number entry.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: The number at first, or nil for none.
  ///   - range: The least and the greatest number; a rule is made of it.
  ///   - step: How far one step goes; Page Up goes ten.
  ///   - decimals: How many digits stand behind the decimal sign; none for whole numbers and as many
  ///     as needed, up to six, for others, if not given.
  ///   - rules: What else the number must fulfil.
  ///   - onChange: Called with the number at each change.
  public init(
    _ label: String, value: Number? = nil, in range: ClosedRange<Number>? = nil,
    step: Number = Number(nearest: 1), decimals: Int? = nil, rules: [InputRule<Number?>] = [],
    onChange: (@MainActor (Number?) -> Void)? = nil
  ) {
    self.range = range
    self.step = step
    format = NumberFormat(decimals: decimals.map { $0...$0 } ?? Number.usualDecimals)
    base = 0
    super.init(label, value: value, rules: (range.map { [.range($0)] } ?? []) + rules)
    self.onChange = onChange
    base = start((value ?? range?.lowerBound)?.asDouble ?? 0)
  }

  /// What the control's steps begin at after a number: it holds no others.
  private func start(_ number: Double) -> Double {
    let low = range?.lowerBound.asDouble ?? -Double.greatestFiniteMagnitude
    let high = range?.upperBound.asDouble ?? Double.greatestFiniteMagnitude
    return min(max(number.isNaN ? 0 : number, low), high)
  }

  /// Makes the widget that takes the keyboard.
  public override func makeControl() -> NativeWidget {
    let step = step.asDouble
    let low = range?.lowerBound.asDouble ?? -Double.greatestFiniteMagnitude
    let high = range?.upperBound.asDouble ?? Double.greatestFiniteMagnitude
    let adjustment = gtk_adjustment_new(base, low, high, step, step * 10, 0)
    let spin: NativeWidget = gtk_spin_button_new(adjustment, 0, 0)
    // Digits are ours, so those of the control must not round.
    gtk_spin_button_set_digits(spin.opaque, 20)
    gtk_editable_set_width_chars(spin.opaque, 8)
    connect(spin, "input") { [weak self] arguments in
      guard let self, let place = arguments.pointer(1) else { return false }
      place.storeBytes(of: typedNumber.map(start) ?? base, as: Double.self)
      return true
    }
    connect(spin, "output") { [weak self] _ in
      self?.stepped(to: gtk_spin_button_get_value(spin.opaque))
      return true
    }
    connect(spin, "changed") { [weak self] _ in
      self?.typed(editableText(spin))
      return false
    }
    if let text = gtk_editable_get_delegate(spin.opaque) {
      connect(text.widget, "activate", after: true) { [weak self] _ in
        self?.form?.apply()
        return false
      }
    }
    return spin
  }

  /// Shows a value in the control.
  public override func show(_ value: Number?) {
    guard let control = madeControl else { return }
    if let number = value?.asDouble { base = start(number) }
    write(value)
    isTyping = true
    gtk_spin_button_set_value(control.opaque, base)
    isTyping = false
  }

  /// What was typed, if it is a number in range.
  private var typedNumber: Double? {
    guard isReadable, let value, range?.contains(value) ?? true else { return nil }
    return value.asDouble
  }

  private func typed(_ text: String) {
    guard !isWriting else { return }
    if text.allSatisfy(\.isWhitespace) {
      enter(nil)
    } else if let number = Number(text, format) {
      enter(number)
    } else {
      return refuse(complaint(of: text))
    }
    guard let number = typedNumber, let control else { return }
    base = start(number)
    isTyping = true
    gtk_spin_button_set_value(control.opaque, base)
    isTyping = false
  }

  /// Says how numbers are written here, and which the text is elsewhere.
  private func complaint(of text: String) -> String {
    let example = (range?.lowerBound ?? Number(nearest: 0)).text(format)
    let meant = format.numbersElsewhere(text).map(format.text)
      .filter { Number($0, format).map { range?.contains($0) ?? true } ?? false }
    return switch meant.count {
    case 0: tr("must be a number such as {}", example)
    case 1: tr("must be a number such as {}. Did you mean {}?", example, meant[0])
    default: tr("must be a number such as {}. Did you mean {} or {}?", example, meant[0], meant[1])
    }
  }

  /// The control has a new number by a step, or its old one as it was asked to read what was typed.
  private func stepped(to number: Double) {
    guard !isTyping else { return }
    if number != base {
      base = number
      let value = Number(nearest: number)
      write(value)
      enter(value)
    } else if isReadable {
      write(value)
    }
  }

  private func write(_ value: Number?) {
    guard let control = madeControl else { return }
    isWriting = true
    setEditableText(control, value?.text(format) ?? "")
    isWriting = false
  }
}

/// A type of number that a ``NumberEntry`` can edit: `Int` or `Double`.
public protocol EnteredNumber: FieldValue, Comparable {
  /// Reads a number from a text in the user's language; nil if it is none.
  init?(_ text: String, _ format: NumberFormat)
  /// Creates the nearest number of the type, as after a step.
  init(nearest number: Double)
  func text(_ format: NumberFormat) -> String
  var asDouble: Double { get }
  /// The least and greatest number of decimals, unless an entry sets others.
  static var usualDecimals: ClosedRange<Int> { get }
}

extension Int: EnteredNumber {
  /// Reads a whole number from a text in the user's language; nil if it is none.
  public init?(_ text: String, _ format: NumberFormat) {
    guard let number = format.integer(text) else { return nil }
    self = number
  }

  /// Creates the nearest whole number.
  public init(nearest number: Double) {
    self = Int(exactly: number.rounded()) ?? (number < 0 ? .min : .max)
  }

  /// Returns the number as text in a format.
  public func text(_ format: NumberFormat) -> String { format.text(self) }
  /// The number as a `Double`.
  public var asDouble: Double { Double(self) }
  /// A whole number has no decimals.
  public static var usualDecimals: ClosedRange<Int> { 0...0 }
}

extension Double: EnteredNumber {
  /// Reads a number from a text in the user's language; nil if it is none.
  public init?(_ text: String, _ format: NumberFormat) {
    guard let number = format.double(text) else { return nil }
    self = number
  }

  /// Creates the same number.
  public init(nearest number: Double) { self = number }
  /// Returns the number as text in a format.
  public func text(_ format: NumberFormat) -> String { format.text(self) }
  /// The number itself.
  public var asDouble: Double { self }
  /// The number of decimals is 0 to 6.
  public static var usualDecimals: ClosedRange<Int> { 0...6 }
}
