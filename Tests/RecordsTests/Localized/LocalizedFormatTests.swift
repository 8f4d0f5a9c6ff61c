import Foundation
import HikidashiRecords
import Testing

/// Numbers and dates as readers of three languages write them. The texts are CLDR's.
@Suite struct LocalizedFormatTests {
  @Test(
    arguments: [
      ("en", "1,234,567.5", "0.125", "1,234.50", "13%"),
      ("de", "1.234.567,5", "0,125", "1.234,50", "13 %"),
      ("ja_JP.UTF-8", "1,234,567.5", "0.125", "1,234.50", "13%"),
      ("de-CH", "1’234’567.5", "0.125", "1’234.50", "13%"),
    ])
  func numbersAreWrittenAsTheReaderDoes(
    language: String, many: String, few: String, fixed: String, percent: String
  ) {
    let format = NumberFormat(language: language)
    #expect(format.text(1_234_567.5) == many)
    #expect(format.text(0.125) == few)
    #expect(NumberFormat(decimals: 2, language: language).text(1234.5) == fixed)
    let share = NumberFormat(decimals: 0...0, isPercent: true, language: language).text(0.125)
    #expect(share.replacing("\u{A0}", with: " ") == percent)
  }

  @Test func wholeNumbersKeepAllTheirDigits() {
    let format = NumberFormat(decimals: 0, language: "de")
    for number in [Int.min, -1, 0, 9_007_199_254_740_993, Int.max] {
      #expect(format.integer(format.text(number)) == number)
    }
    #expect(format.text(Int.max) == "9.223.372.036.854.775.807")
    #expect(format.integer("9.223.372.036.854.775.808") == nil)
    #expect(format.integer("1,5") == nil)
  }

  @Test func numbersAreReadAsTheReaderTypesThem() {
    let german = NumberFormat(language: "de")
    #expect(german.double("1.234,5") == 1234.5)
    #expect(german.double("1234,5") == 1234.5)
    #expect(german.double("-0,5") == -0.5)
    // An English decimal point must not make a number a thousand times as large.
    #expect(german.double("1.5") == nil)
    let japanese = NumberFormat(language: "ja")
    #expect(japanese.double("１，２３４．５") == 1234.5)
    #expect(japanese.double(" 12　") == 12)
  }

  @Test(arguments: ["", " ", "abc", "12a", "1 2", "--1", "1e", "∞", "NaN", "1,2,3", "0x10"])
  func whatIsNoNumberIsRefused(text: String) {
    #expect(NumberFormat(language: "en").double(text) == nil)
    #expect(NumberFormat(language: "en").integer(text) == nil)
  }

  @Test(
    arguments: [
      ("en", "3/9/2026", "March 9, 2026", "3/9/2026, 2:05 PM", "2:05 PM"),
      ("de", "9.3.2026", "9. März 2026", "9.3.2026, 14:05", "14:05"),
      ("ja", "2026/3/9", "2026年3月9日", "2026/3/9 14:05", "14:05"),
    ])
  func datesAreWrittenAndReadAsTheReaderDoes(
    language: String, day: String, long: String, minute: String, time: String
  ) throws {
    let date = try Date("2026-03-09T14:05:00Z", strategy: .iso8601)
    func format(_ style: DateFormat.Style) -> DateFormat {
      DateFormat(style, language: language, timeZone: "UTC")
    }
    #expect(format(.day).text(date) == day)
    #expect(format(.longDay).text(date) == long)
    #expect(format(.minute).text(date) == minute)
    #expect(format(.time).text(date) == time)
    let midnight = try Date("2026-03-09T00:00:00Z", strategy: .iso8601)
    for text in [day, long, "2026-03-09", " \(day) "] {
      #expect(format(.day).date(text) == midnight, "\(text)")
    }
    #expect(format(.minute).date(minute) == date)
    #expect(format(.minute).date("2026-03-09 14:05") == date)
    #expect(format(.time).date(time) == Date(timeIntervalSince1970: 50_700))
  }

  @Test func datesAreReadAsPeopleTypeThem() throws {
    let midnight = try Date("2026-03-09T00:00:00Z", strategy: .iso8601)
    let german = DateFormat(.day, language: "de", timeZone: "UTC")
    #expect(german.date("09.03.26") == midnight)
    #expect(german.date("9. März 2026") == midnight)
    let japanese = DateFormat(.day, language: "ja", timeZone: "UTC")
    #expect(japanese.date("２０２６／３／９") == midnight)
    let tokyo = DateFormat(.day, language: "ja", timeZone: "Asia/Tokyo")
    #expect(tokyo.date("2026/3/9") == midnight.addingTimeInterval(-9 * 3600))
  }

  @Test(
    arguments: [
      "", "abc", "30.2.2026", "31.4.2026", "1.13.2026", "9.3.", "9.3.2026x", "9.3.202", "9.3.2",
    ])
  func whatIsNoDateIsRefused(text: String) {
    #expect(DateFormat(.day, language: "de", timeZone: "UTC").date(text) == nil)
  }

  @Test func datesPastTheCalendarHaveAText() {
    let format = DateFormat(.day, language: "en", timeZone: "UTC")
    #expect(!format.text(.distantPast).isEmpty)
    #expect(!format.text(Date(timeIntervalSince1970: 1e12)).isEmpty)
  }

  @Test func aFormatServesManyThreads() async {
    let numbers = NumberFormat(decimals: 2, language: "de")
    let days = DateFormat(.day, language: "de", timeZone: "UTC")
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for step in 0..<200 {
            let number = Double(task * 1000 + step)
            #expect(numbers.double(numbers.text(number)) == number)
            let date = Date(timeIntervalSince1970: number * 86_400)
            #expect(days.date(days.text(date)) == date)
          }
        }
      }
    }
  }
}
