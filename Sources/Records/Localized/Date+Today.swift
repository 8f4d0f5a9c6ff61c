public import FoundationEssentials
internal import HikidashiBase

extension Date {
  /// Today where the person is, as fields of the format ``FieldFormat/day`` hold it: the beginning of that day in
  /// UTC.
  ///
  /// ```swift
  /// try cards.set(played, to: .today, at: number)
  /// ```
  ///
  /// `Date.now` is another day than the person's for some hours, wherever the time is not UTC.
  public static var today: Date { .now.day(in: .current) }

  /// The day on which this moment falls in a time zone, as ``today`` has it.
  func day(in zone: TimeZone) -> Date {
    let seconds = timeIntervalSince1970 + Double(zone.secondsFromGMT(for: self))
    return Date(timeIntervalSince1970: (seconds / 86_400).rounded(.down) * 86_400)
  }
}
