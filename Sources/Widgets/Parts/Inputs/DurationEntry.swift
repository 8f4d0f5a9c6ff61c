internal import HikidashiBase
internal import HikidashiRecords

/// A duration, typed in words and written in the user's language, such as “1 hr, 30 min”.
///
/// ```swift
/// let walk = DurationEntry("_Walk", value: .seconds(5_400), rules: [.range(.zero...Duration.seconds(86_400))])
/// ```
///
/// `1h30`, `1.5 h`, `90 min`, `1:30` and `5400` mean the same. Up and Down go a minute on and back.
public final class DurationEntry: TypedEntry<Duration> {
  private let unit: Duration
  private let step: Duration
  private let format = DurationFormat(units: 4, isShort: true)

  /// Creates a duration entry.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: The duration at first, or nil for none.
  ///   - unit: What a number without a unit counts; a second, if not given.
  ///   - step: How far Up and Down go, more than zero.
  ///   - rules: What the duration must fulfil.
  ///   - onChange: Called with the duration at each change.
  public init(
    _ label: String, value: Duration? = nil, unit: Duration = .seconds(1),
    step: Duration = .seconds(60), rules: [InputRule<Duration?>] = [],
    onChange: (@MainActor (Duration?) -> Void)? = nil
  ) {
    self.unit = unit > .zero ? unit : .seconds(1)
    self.step = step > .zero ? step : .seconds(60)
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  /// What the empty entry shows in grey: an hour and a half.
  public override var example: String { format.text(.seconds(5_400)) }

  /// Returns a duration in words of the reader's language.
  public override func text(of value: Duration) -> String {
    let words = format.text(value)
    if format.duration(words) == value { return words }
    // Words leave out what is less than a second.
    let seconds = NumberFormat(decimals: 0...9, isGrouped: false).text(value / .seconds(1))
    return "\(seconds) s"
  }

  /// Reads a duration; nil where the text is none.
  public override func value(of text: String) -> Duration? { format.duration(text, unit: unit) }

  /// Returns the next whole step on or back, and never less than nothing.
  public override func stepped(_ value: Duration?, isUp: Bool) -> Duration? {
    guard let value else { return step }
    let steps = value / step
    let whole = isUp ? (steps + 1e-9).rounded(.down) + 1 : (steps - 1e-9).rounded(.up) - 1
    guard whole.magnitude < 1e12 else { return value }
    return max(.zero, step * whole)
  }

  /// What a text must be that is no duration.
  public override var complaintOfText: String { tr("must be a duration such as {}", example) }
}
