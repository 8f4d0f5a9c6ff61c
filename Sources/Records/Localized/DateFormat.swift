internal import CHikidashiICU
public import FoundationEssentials
internal import HikidashiBase

/// Writes and reads dates in the form that the readers of a language use.
///
/// ```swift
/// DateFormat(.day).text(date)                       // “12/31/2026”, in German “31.12.2026”
/// DateFormat(.longDay).text(date)                   // “December 31, 2026”
/// DateFormat(.longMonth).text(date)                 // “December 2026”
/// DateFormat(.day).date("31.12.26")                 // for a reader of German
/// DateFormat(.day).text(start...end)                // “12/24/2026 – 12/31/2026”
/// ```
///
/// - Complexity: The first use of a format of a kind takes some milliseconds, others some
///   microseconds. It may be used from any thread.
public struct DateFormat: Sendable {
  /// The parts of a date that are written, and their form.
  public enum Style: Sendable, Hashable, CaseIterable {
    /// Year, month and day in digits.
    case day
    /// The day with the name of the month.
    case longDay
    /// The year with the name of the month.
    case longMonth
    /// The day in digits, with hour and minute.
    case minute
    /// Hour and minute.
    case time

    /// The parts of the date as a skeleton of UTS #35.
    fileprivate var skeleton: String {
      switch self {
      case .day: "yMd"
      case .longDay: "yMMMMd"
      case .longMonth: "yMMMM"
      case .minute: "yMdjm"
      case .time: "jm"
      }
    }

    /// Other forms that are accepted when reading: those of the language, and ISO 8601.
    fileprivate var otherForms: [(text: String, isPattern: Bool)] {
      switch self {
      case .day, .longDay:
        [("yMd", false), ("yMMMd", false), ("yMMMMd", false), ("yyyy-MM-dd", true)]
      case .longMonth: [("yM", false), ("yMMM", false), ("yyyy-MM", true)]
      case .minute: [("yMMMdjm", false), ("yyyy-MM-dd HH:mm", true), ("yyyy-MM-dd'T'HH:mm", true)]
      case .time: [("HH:mm", true)]
      }
    }
  }

  /// The calendar whose years and months are written.
  public enum Calendar: String, Sendable, Hashable, CaseIterable {
    /// The one that most readers of the language use, or that the name of the language asks for.
    case reader
    /// The Gregorian calendar, in every language.
    case gregorian
    /// The Japanese calendar: years count within an era, such as 令和8年.
    case japanese
  }

  /// The parts of a date that are written, and their form.
  public let style: Style
  private let formats: Guarded<NativeDateFormats>

  /// Makes a format for dates in a language and a time zone.
  ///
  /// - Parameters:
  ///   - style: Which parts of a date are written.
  ///   - calendar: The calendar in which it is written and read.
  ///   - language: The name of a language, as in BCP 47 or POSIX; the reader's, if not given.
  ///   - timeZone: The name of a time zone, such as `Asia/Tokyo` or `UTC`; the machine's, if not
  ///     given.
  public init(
    _ style: Style, calendar: Calendar = .reader, language: String? = nil, timeZone: String? = nil
  ) {
    self.style = style
    let wanted = DateFormatKey(
      style: style, locale: LocaleName.dates(language, calendar), zone: timeZone)
    formats = opened.withLock { opened in
      if let found = opened[wanted] { return found }
      let made = Guarded(NativeDateFormats(wanted))
      opened[wanted] = made
      return made
    }
  }

  /// The date as text.
  public func text(_ date: Date) -> String {
    formats.withLock { $0.text(date) } ?? date.formatted(.iso8601)
  }

  /// Returns two dates as one text, in which what both have in common may stand once: “10:00 – 11:30 AM”.
  public func text(_ dates: ClosedRange<Date>) -> String {
    formats.withLock { $0.text(dates) } ?? "\(text(dates.lowerBound)) – \(text(dates.upperBound))"
  }

  /// Reads a date; nil where the text as a whole is no date, such as 31 February.
  ///
  /// A year of two digits is the one nearest to now; years go from 1000 to 9999. ISO 8601 is
  /// understood in every language. A time has no day: it is that of 1 January 1970.
  public func date(_ text: String) -> Date? {
    let text = halfWidth(text)
    return text.isEmpty ? nil : formats.withLock { $0.date(text) }
  }
}

/// The open formats by their options, which the date fields of forms share. The dictionary is
/// guarded, and has only as many entries as an app uses formats.
private let opened = Guarded<[DateFormatKey: Guarded<NativeDateFormats>]>([:])

private struct DateFormatKey: Hashable {
  let style: DateFormat.Style
  let locale: String
  let zone: String?
}

/// ICU's formatters, for one thread at a time, each made when it is first needed.
private final class NativeDateFormats {
  private let key: DateFormatKey
  private lazy var writer = open(key.style.skeleton, isPattern: false, isForReading: false)
  private lazy var readers =
    ([(key.style.skeleton, false)] + key.style.otherForms).compactMap {
      open($0.0, isPattern: $0.1, isForReading: true)
    }

  private lazy var ranges: OpaquePointer? = {
    var error: Int32 = 0
    return hk_ranges_of_dates(key.locale, key.style.skeleton, key.zone, &error)
  }()

  init(_ key: DateFormatKey) { self.key = key }

  deinit {
    hk_ranges_close(ranges)
    for format in readers { hk_date_format_close(format) }
    hk_date_format_close(writer)
  }

  private func open(_ skeleton: String, isPattern: Bool, isForReading: Bool) -> OpaquePointer? {
    var error: Int32 = 0
    return hk_date_format_open(key.locale, skeleton, isPattern, isForReading, key.zone, &error)
  }

  func text(_ date: Date) -> String? {
    let milliseconds = date.timeIntervalSince1970 * 1000
    guard let writer, milliseconds.magnitude < 1e17 else { return nil }
    return written(by: writer) { hk_date_format_write($0, milliseconds, $1, $2, $3) }
  }

  func text(_ dates: ClosedRange<Date>) -> String? {
    let (first, last) = (dates.lowerBound, dates.upperBound)
    let (start, end) = (first.timeIntervalSince1970 * 1000, last.timeIntervalSince1970 * 1000)
    guard let ranges, start.magnitude < 1e17, end.magnitude < 1e17 else { return nil }
    return written(by: ranges) { hk_ranges_write($0, start, end, $1, $2, $3) }
  }

  /// From the year 1000 to the end of 9999, a day more on either side for the time zones.
  private static let understood = -30_610_310_400_000.0..<253_402_387_200_000.0

  func date(_ text: String) -> Date? {
    var text = text
    return text.withUTF8 { bytes in
      for reader in readers {
        var milliseconds = 0.0
        let count = Int32(clamping: bytes.count)
        guard hk_date_format_read(reader, bytes.baseAddress, count, &milliseconds),
          Self.understood.contains(milliseconds)
        else { continue }
        return Date(timeIntervalSince1970: milliseconds / 1000)
      }
      return nil
    }
  }
}
