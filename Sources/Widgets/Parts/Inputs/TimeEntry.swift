internal import HikidashiBase
public import HikidashiRecords

/// A time of day, typed as the user's language writes it, such as “9:30 AM”.
///
/// ```swift
/// let opens = TimeEntry("_Opens", value: TimeOfDay(hour: 9, minute: 30), rules: [.required])
/// ```
///
/// `9`, `930`, `9.30`, `21:30` and `9:30 pm` are understood in every language. Up and Down go on and back in steps of
/// fifteen minutes.
public final class TimeEntry: TypedEntry<TimeOfDay> {
  private let step: Int

  /// Creates a time entry.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: The time at first, or nil for none.
  ///   - step: How many minutes Up and Down go, 1 to 720.
  ///   - rules: What the time must fulfil.
  ///   - onChange: Called with the time at each change.
  public init(
    _ label: String, value: TimeOfDay? = nil, step: Int = 15,
    rules: [InputRule<TimeOfDay?>] = [], onChange: (@MainActor (TimeOfDay?) -> Void)? = nil
  ) {
    self.step = min(max(step, 1), 720) * 60
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  /// What the empty entry shows in grey: half past nine.
  public override var example: String { TimeOfDay(hour: 9, minute: 30)?.text() ?? "" }

  /// Returns a time as the reader's language writes it.
  public override func text(of value: TimeOfDay) -> String { value.text() }

  /// Reads a time; nil where the text is none.
  public override func value(of text: String) -> TimeOfDay? { TimeOfDay(text) }

  /// Returns the next whole step on or back; from none, noon.
  public override func stepped(_ value: TimeOfDay?, isUp: Bool) -> TimeOfDay? {
    guard let value else { return TimeOfDay(hour: 12, minute: 0) }
    let over = value.rawValue % step
    return value.advanced(by: isUp ? step - over : over > 0 ? -over : -step)
  }

  /// What a text must be that is no time.
  public override var complaintOfText: String { tr("must be a time such as {}", example) }
}
