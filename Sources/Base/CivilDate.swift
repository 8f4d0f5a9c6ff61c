/// A day of the Gregorian calendar, also for dates before 1582.
///
/// - Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil and
///   civil_from_days.
package struct CivilDate: Hashable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int

  @inlinable
  package init(_ year: Int, _ month: Int, _ day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// - Parameter days: Days since 1970-01-01.
  @inlinable
  package init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = shifted.floored(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    self.init(
      yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1)
  }

  /// Days since 1970-01-01; a day past the end of the month counts into the next month.
  @inlinable
  package var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.floored(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Whether this date exists: the month has this day, and the year this month.
  @inlinable
  package var isValid: Bool {
    guard (1...12).contains(month), day >= 1 else { return false }
    let next = month == 12 ? CivilDate(year + 1, 1, 1) : CivilDate(year, month + 1, 1)
    return day <= 28 || daysSince1970 < next.daysSince1970
  }
}

extension Int {
  /// The quotient, rounded down.
  @inlinable
  package func floored(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
