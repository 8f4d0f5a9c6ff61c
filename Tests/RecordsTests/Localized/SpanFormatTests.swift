import Foundation
import HikidashiBase
import HikidashiRecords
import TestSupport
import Testing

/// Spans of time, and ranges, as readers write them. The words are CLDR's.
@Suite struct SpanFormatTests {
  private func date(_ text: String) throws -> Date {
    try Date(text, strategy: .iso8601)
  }

  @Test(
    arguments: [
      ("2026-03-09T12:00:10Z", "now", "今", "jetzt"),
      ("2026-03-09T11:55:10Z", "5 minutes ago", "5 分前", "vor 5 Minuten"),
      ("2026-03-09T12:01:00Z", "in 1 minute", "1 分後", "in 1 Minute"),
      ("2026-03-09T02:00:00Z", "10 hours ago", "10 時間前", "vor 10 Stunden"),
      // Twelve hours and more, across midnight.
      ("2026-03-08T23:30:00Z", "yesterday", "昨日", "gestern"),
      ("2026-03-11T00:10:00Z", "in 2 days", "明後日", "übermorgen"),
      ("2026-03-04T12:00:00Z", "5 days ago", "5 日前", "vor 5 Tagen"),
      ("2026-02-23T12:00:00Z", "2 weeks ago", "2 週間前", "vor 2 Wochen"),
      ("2026-01-10T12:00:00Z", "last month", "先月", "letzten Monat"),
      ("2026-05-08T12:00:00Z", "next month", "来月", "nächsten Monat"),
      ("2025-10-01T12:00:00Z", "5 months ago", "5 か月前", "vor 5 Monaten"),
      ("2025-03-09T12:00:00Z", "last year", "昨年", "letztes Jahr"),
      ("2029-03-10T12:00:00Z", "in 3 years", "3 年後", "in 3 Jahren"),
    ])
  func howFarADateIsAway(text: String, english: String, japanese: String, german: String) throws {
    let (date, now) = (try date(text), try date("2026-03-09T12:00:00Z"))
    for (language, expected) in [("en", english), ("ja_JP.UTF-8", japanese), ("de", german)] {
      let format = RelativeDateFormat(language: language, timeZone: "UTC")
      #expect(format.text(date, from: now) == expected)
    }
  }

  @Test func midnightIsThatOfTheTimeZone() throws {
    let (evening, morning) = (try date("2026-03-08T14:00:00Z"), try date("2026-03-09T04:00:00Z"))
    func text(in zone: String) -> String {
      RelativeDateFormat(language: "en", timeZone: zone).text(evening, from: morning)
    }
    #expect(text(in: "UTC") == "yesterday")
    #expect(text(in: "Asia/Tokyo") == "yesterday")
    #expect(text(in: "America/Los_Angeles") == "14 hours ago")
  }

  /// No distance is too great, and what is earlier never sounds later.
  @Test func anyDistanceHasWords() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let format = RelativeDateFormat(isShort: true, language: "en", timeZone: "Europe/Berlin")
    for _ in 0..<testSteps(500) {
      let now = Date(timeIntervalSince1970: Double.random(in: -4e9...8e9, using: &random))
      let distance =
        pow(10, Double.random(in: 0...20, using: &random))
        * (Bool.random(using: &random) ? 1 : -1)
      let text = format.text(now + distance, from: now)
      let isPast = text.hasSuffix("ago") || text.hasPrefix("last") || text == "yesterday"
      let isFuture = text.hasPrefix("in ") || text.hasPrefix("next") || text == "tomorrow"
      #expect(
        distance.magnitude < 30 ? text == "now" : distance < 0 ? isPast : isFuture,
        "seed \(seed): \(distance) s is \(text)")
    }
    #expect(!format.text(.distantPast).isEmpty)
    #expect(!format.text(Date(timeIntervalSince1970: .infinity)).isEmpty)
  }

  @Test(
    arguments: [
      (Duration.seconds(3_900), "1 hour, 5 minutes", "1 時間 5 分"),
      (.seconds(59.6), "1 minute", "1 分"),
      (.seconds(3_599.9), "1 hour", "1 時間"),
      (.seconds(90_000), "1 day, 1 hour", "1 日 1 時間"),
      (.seconds(86_430), "1 day", "1 日"),
      (.milliseconds(250), "250 milliseconds", "250 ミリ秒"),
      (.zero, "0 seconds", "0 秒"),
      (.seconds(-61), "-1 minute, 1 second", "-1 分 1 秒"),
    ])
  func durationsInWords(duration: Duration, english: String, japanese: String) {
    #expect(DurationFormat(language: "en").text(duration) == english)
    #expect(DurationFormat(language: "ja").text(duration) == japanese)
  }

  @Test func durationsHaveAsManyUnitsAsAskedFor() {
    let duration = Duration.seconds(90_061)
    #expect(DurationFormat(units: 1, language: "en").text(duration) == "1 day")
    // No seconds of 64 bits.
    for long in [Duration.seconds(1e19), .seconds(-1e19)] {
      #expect(DurationFormat(units: 1, language: "en").text(long).contains("days"))
    }
    #expect(
      DurationFormat(units: 4, language: "en").text(duration)
        == "1 day, 1 hour, 1 minute, 1 second")
    #expect(
      DurationFormat(units: 3, isShort: true, language: "de").text(duration)
        == "1 Tg., 1 Std. und 1 Min.")
    let longest = Duration(secondsComponent: .max, attosecondsComponent: 0)
    #expect(DurationFormat(language: "en").text(longest).hasSuffix("days, 7 hours"))
  }

  /// What is written is the duration, rounded to the smallest unit that may be written.
  @Test func durationsAreRounded() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let lengths = [
      "day": 86_400_000, "hour": 3_600_000, "minute": 60_000, "second": 1_000, "millisecond": 1,
    ]
    for _ in 0..<testSteps(500) {
      let units = Int.random(in: 1...5, using: &random)
      let milliseconds = Int(pow(10, Double.random(in: 0...11, using: &random)))
      let text = DurationFormat(units: units, language: "en").text(.milliseconds(milliseconds))
      var sum = 0
      var smallest = 0
      for part in text.split(separator: ", ") {
        let words = part.split(separator: " ")
        let name = String(words[1].hasSuffix("s") ? words[1].dropLast() : words[1])
        let length = try #require(lengths[name])
        sum += try #require(Int(words[0].filter { $0 != "," })) * length
        smallest = length
      }
      #expect(text.split(separator: ", ").count <= units)
      // Units of nothing are not written, so that a smaller one may have counted.
      #expect(
        (sum - milliseconds).magnitude * 2 <= smallest,
        "seed \(seed): \(milliseconds) ms is \(text)")
    }
  }

  @Test func rangesOfDates() throws {
    let (start, end) = (try date("2026-03-09T10:00:00Z"), try date("2026-03-09T11:30:00Z"))
    func text(_ style: DateFormat.Style, _ language: String, to end: Date) -> String {
      DateFormat(style, language: language, timeZone: "UTC").text(start...end)
        .replacing("\u{2009}", with: " ").replacing("\u{202F}", with: " ")
    }
    #expect(text(.time, "en", to: end) == "10:00 – 11:30 AM")
    #expect(text(.time, "ja", to: end) == "10時00分～11時30分")
    #expect(text(.longDay, "en", to: end + 3 * 86_400) == "March 9 – 12, 2026")
    #expect(text(.longDay, "de", to: end + 3 * 86_400) == "9.–12. März 2026")
    #expect(text(.longDay, "en", to: start) == "March 9, 2026")
    let far = Date(timeIntervalSince1970: 1e16)
    #expect(text(.day, "en", to: far).hasPrefix("3/9/2026 – "))
  }

  @Test func rangesOfNumbers() {
    #expect(NumberFormat(language: "en").text(3...5.5) == "3–5.5")
    #expect(NumberFormat(language: "ja").text(3...5) == "3～5")
    #expect(NumberFormat(decimals: 0, language: "de").text(1_000...2_000) == "1.000–2.000")
    #expect(
      NumberFormat(decimals: 1, isGrouped: false, language: "de").text(1_000...2_000)
        == "1000,0–2000,0")
    #expect(NumberFormat(decimals: 2...3, language: "en").text(1...1) == "1.00")
    #expect(
      NumberFormat(decimals: 0...0, isPercent: true, language: "en").text(0.1...0.2) == "10% – 20%")
  }

  @Test func yearsOfTheJapaneseCalendarCountInAnEra() throws {
    let date = try date("2026-03-09T00:00:00Z")
    func format(_ style: DateFormat.Style, _ language: String) -> DateFormat {
      DateFormat(style, calendar: .japanese, language: language, timeZone: "UTC")
    }
    #expect(format(.longDay, "ja_JP.UTF-8").text(date) == "令和8年3月9日")
    #expect(format(.longDay, "ja").text(try self.date("1989-01-07T00:00:00Z")) == "昭和64年1月7日")
    #expect(format(.longDay, "ja").date("令和8年3月9日") == date)
    #expect(format(.longDay, "en").text(date) == "March 9, 8 Reiwa")
    // The name of a language may ask for it, too.
    #expect(
      DateFormat(.longDay, language: "ja-JP-u-ca-japanese", timeZone: "UTC").text(date)
        == "令和8年3月9日")
    #expect(
      DateFormat(.longDay, calendar: .gregorian, language: "ja-JP-u-ca-japanese", timeZone: "UTC")
        .text(date) == "2026年3月9日")
  }
}
