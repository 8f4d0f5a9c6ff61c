import Foundation
import HikidashiBase
import Testing

@Suite struct CivilDateTests {
  /// Foundation's calendar is the Julian one before 1582-10-15, this one never.
  @Test func itAgreesWithFoundation() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for days in stride(from: -141_000, through: 2_932_896, by: 611) {
      let date = CivilDate(daysSince1970: days)
      let parts = calendar.dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: Double(days) * 86_400))
      #expect(
        date.year == parts.year && date.month == parts.month && date.day == parts.day,
        "day \(days)")
      #expect(date.daysSince1970 == days && date.isValid, "day \(days)")
    }
  }

  @Test func everyDayFollowsTheOneBefore() {
    var last = CivilDate(daysSince1970: -1_000_001)
    for days in -1_000_000..<1_000_000 {
      let date = CivilDate(daysSince1970: days)
      let isNext =
        date.day == last.day + 1 && date.month == last.month && date.year == last.year
        || date.day == 1 && date.month == last.month + 1 && date.year == last.year
        || date.day == 1 && date.month == 1 && last.month == 12 && date.year == last.year + 1
      guard isNext, date.daysSince1970 == days else {
        Issue.record("\(date) after \(last), day \(days)")
        return
      }
      last = date
    }
  }

  @Test(arguments: [
    (2000, 2, 29, true), (2100, 2, 29, false), (2023, 2, 29, false), (2024, 2, 29, true),
    (2024, 4, 31, false), (2024, 12, 31, true), (2024, 13, 1, false), (2024, 0, 1, false),
    (2024, 1, 0, false), (2024, 1, 32, false),
  ])
  func onlyDaysOfTheCalendarAreValid(_ year: Int, _ month: Int, _ day: Int, _ isValid: Bool) {
    #expect(CivilDate(year, month, day).isValid == isValid)
  }

  @Test func aDayTooMuchIsTheNextMonthsFirst() {
    #expect(CivilDate(2023, 2, 29).daysSince1970 == CivilDate(2023, 3, 1).daysSince1970)
    #expect(CivilDate(1970, 1, 1).daysSince1970 == 0)
    #expect(CivilDate(2001, 1, 1).daysSince1970 == 11_323)
  }
}
