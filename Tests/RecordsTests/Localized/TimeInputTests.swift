import HikidashiRecords
import Testing

/// Times of day and durations as people type them.
@Suite struct TimeInputTests {
  @Test(
    arguments: [
      ("1 h 30 min", 5_400), ("1h30", 5_400), ("1h30m", 5_400), ("1.5 hours", 5_400),
      ("90 min", 5_400),
      ("1:30", 5_400), ("1:30:15", 5_415), ("90", 90), ("  2 Days ", 172_800),
      ("1 hour, 5 minutes", 3_900),
      ("１時間", nil), ("２ｈ", 7_200), ("", nil), ("h", nil), ("1 x", nil), ("1:75", nil),
      ("1:2:3:4", nil),
      ("-5 min", -300), ("1,5 h", nil), ("1 2", nil), ("3 h 5 min 7 s", 11_107),
      ("9999999999999 d", nil),
      ("5 min 3", 303), ("1 hr, 30 min", 5_400), ("-", nil), ("1h-5", nil), ("1e9 s", nil),
    ] as [(String, Int?)])
  func aDurationIsRead(text: String, seconds: Int?) {
    let duration = DurationFormat(language: "en").duration(text)
    #expect(duration == seconds.map { .seconds($0) })
  }

  @Test(arguments: [
    ("ja", "1時間30分"), ("ja", "1 時間 30 分"), ("de", "1 Stunde 30 Minuten"), ("de", "1,5 Std."),
    ("fr", "1 h 30"), ("fr", "1 heure 30 minutes"), ("ru", "1 час 30 минут"),
    ("es", "1 hora y media"),
  ])
  func wordsAreThoseOfTheLanguage(language: String, text: String) {
    let duration = DurationFormat(language: language).duration(text)
    #expect(duration == (text.contains("media") ? nil : .seconds(5_400)))
  }

  @Test func aNumberAloneIsInTheUnit() {
    let format = DurationFormat(language: "en")
    #expect(format.duration("1.5", unit: .seconds(60)) == .seconds(90))
    #expect(format.duration("250 ms") == .milliseconds(250))
  }

  /// What is written is read as the same.
  @Test(arguments: ["en", "ja", "de", "fr", "ru", "pl", "sv", "zh", "ko"])
  func whatIsWrittenIsRead(language: String) {
    for isShort in [true, false] {
      let format = DurationFormat(units: 4, isShort: isShort, language: language)
      for seconds in [
        1, 2, 5, 59, 60, 90, 3_600, 3_725, 86_400, 180_061, 108_000_000, 1_066_608_061, -90,
      ] {
        let text = format.text(.seconds(seconds))
        #expect(format.duration(text) == .seconds(seconds), "“\(text)”")
      }
    }
  }

  @Test(
    arguments: [
      ("9", "09:00"), ("930", "09:30"), ("0930", "09:30"), ("9.30", "09:30"), ("9h30", "09:30"),
      ("9:30 pm", "21:30"), ("12 am", "00:00"), ("12pm", "12:00"), ("21:30:15", "21:30:15"),
      ("９：３０", "09:30"), ("24:00", nil), ("9:60", nil), ("13 pm", nil), ("x", nil), ("", nil),
      ("9:3", nil),
      ("9h", "09:00"), ("1234567", nil), ("9:30 PM", "21:30"), ("-1", nil), ("::", nil),
      ("pm", nil),
    ] as [(String, String?)])
  func aTimeIsRead(text: String, wanted: String?) {
    #expect(TimeOfDay(text, language: "en")?.description == wanted)
  }

  @Test(arguments: ["en", "ja", "de", "fr", "ko", "ar"])
  func aTimeThatIsWrittenIsRead(language: String) {
    for seconds in stride(from: 0, to: 86_400, by: 60) {
      guard let time = TimeOfDay(rawValue: seconds) else { continue }
      let text = time.text(language: language)
      #expect(TimeOfDay(text, language: language) == time, "“\(text)”")
    }
  }

  @Test func aTimeGoesOnBehindMidnight() throws {
    let late = try #require(TimeOfDay(hour: 23, minute: 50))
    #expect(late.advanced(by: 1_200) == TimeOfDay(hour: 0, minute: 10))
    #expect(late.advanced(by: -86_400 * 3) == late)
    #expect(late.advanced(by: .min) < late)
    #expect(TimeOfDay(hour: 24, minute: 0) == nil)
    #expect(TimeOfDay(rawValue: -1) == nil)
    #expect((late.hour, late.minute, late.second) == (23, 50, 0))
  }

  @Test func fieldsShowAndReadThem() throws {
    let opens = Field<TimeOfDay>("opens", format: .time)
    let walk = Field<Int?>("walk", format: .duration)
    let length = Field<Double>("length", format: .duration)
    let tags = Field<[String]>("tags", format: .tags)
    let schema = try Schema(opens, walk, length, tags)
    let again = try Schema(json: schema.json)
    #expect(again.fields.map(\.format) == [.time, .duration, .duration, .tags])
    let time = ReaderText(opens, language: "de")
    #expect(time.text(.integer(34_200)) == "09:30")
    #expect(time.text(.integer(-1)) == "-1")
    #expect(time.cell("9.30") == .integer(34_200))
    let words = ReaderText(walk, language: "en")
    #expect(words.text(.integer(5_400)) == "1 hr, 30 min")
    #expect(words.cell("1h30") == .integer(5_400))
    #expect(ReaderText(length, language: "en").cell("1.5 s") == .double(1.5))
    #expect(ReaderText(length, language: "en").text(.double(.nan)) == "nan")
    #expect(ReaderText(tags).text(["a", "b"].cell) == "a, b")
    #expect(ReaderText(tags).cell("a, b,a") == .json(#"["a","b"]"#))
  }
}
