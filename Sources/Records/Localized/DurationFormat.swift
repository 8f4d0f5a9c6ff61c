internal import CHikidashiICU
internal import HikidashiBase

/// Writes durations in words, in the language of the reader, and reads what a person types for one.
///
/// ```swift
/// DurationFormat().text(.seconds(3_900))                    // “1 hour, 5 minutes”
/// DurationFormat(isShort: true).text(.seconds(3_900))       // “1 hr, 5 min”
/// DurationFormat().duration("1h 5")                         // 3,900 seconds
/// ```
///
/// - Complexity: Making the first format of a kind takes about a millisecond, others and using them some
///   microseconds. It may be used from any thread.
public struct DurationFormat: Sendable {
  private let units: Int
  private let words: SpanWords
  private let language: String?

  /// Makes a format for durations in a language.
  ///
  /// - Parameters:
  ///   - units: How many units are written at most, the largest first, from 1: “1 hour, 5 minutes” are two.
  ///     The duration is rounded to the smallest of them.
  ///   - isShort: Whether units are abbreviated.
  ///   - language: The name of a language, as in BCP 47 or POSIX; the reader's, if not given.
  public init(units: Int = 2, isShort: Bool = false, language: String? = nil) {
    self.units = max(1, units)
    self.language = language
    words = SpanWords(isShort: isShort, language: language, timeZone: nil)
  }

  /// Returns the duration in days, hours, minutes and seconds, or in milliseconds where it is less than a
  /// second. A negative one has a minus before it.
  public func text(_ duration: Duration) -> String {
    let isNegative = duration < .zero
    let total = milliseconds(of: duration)
    let counts = counts(of: total)
    return words.write { hk_spans_write_duration($0, counts, isNegative, $1, $2, $3) }
      ?? "\(isNegative ? "-" : "")\(total) ms"
  }

  /// Reads a duration; nil where the text as a whole is none.
  ///
  /// Units may be words or abbreviations of the language, or d, h, m or min, s and ms, with or without spaces
  /// and commas: “1 h 30 min”, “1h30”, “1.5 hours”, “90 min”, “1:30”, “1:30:15”. A colon stands between hours,
  /// minutes and seconds. Languages that write small numbers as words, such as Hebrew and Arabic, are understood where
  /// there are digits.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - unit: What a number without a unit counts, such as `.seconds(60)` for minutes.
  public func duration(_ text: String, unit: Duration = .seconds(1)) -> Duration? {
    DurationReader(language: language).duration(text, unit: unit)
  }

  /// Its magnitude, which may be as great as the number of milliseconds in 292 million years.
  private func milliseconds(of duration: Duration) -> Int64 {
    // Its seconds would not fit.
    let most = Duration.seconds(Int64.max)
    guard (.zero - most...most).contains(duration) else { return .max }
    let (seconds, attoseconds) = duration.components
    let whole = seconds.magnitude.multipliedReportingOverflow(by: 1000)
    let rest = (attoseconds.magnitude + 500_000_000_000_000) / 1_000_000_000_000_000
    let sum = whole.partialValue.addingReportingOverflow(rest)
    return whole.overflow || sum.overflow ? .max : Int64(clamping: sum.partialValue)
  }

  /// The milliseconds of a day, an hour, a minute, a second and one, with the numbers of their units.
  private static let lengths: [(unit: Int, length: Int64)] = [
    (4, 86_400_000), (3, 3_600_000), (2, 60_000), (1, 1_000), (0, 1),
  ]

  /// How often each unit counts; -1 for those that are not written.
  private func counts(of milliseconds: Int64) -> [Int64] {
    var counts = [Int64](repeating: -1, count: Int(HK_SPAN_COUNT))
    var total = milliseconds
    var lengths = Self.lengths.drop { $0.length > total }
    guard !lengths.isEmpty else {
      counts[1] = 0
      return counts
    }
    // Milliseconds stand alone.
    if total >= 1000 { lengths.removeLast() }
    let smallest = lengths.prefix(units).last?.length ?? 1
    total = total > .max - smallest ? total : (total + smallest / 2) / smallest * smallest
    // 59.6 minutes are an hour.
    lengths = Self.lengths.drop { $0.length > total }.prefix { $0.length >= smallest }
    for (unit, length) in lengths.prefix(units) where total >= length {
      counts[unit] = total / length
      total %= length
    }
    return counts
  }
}
