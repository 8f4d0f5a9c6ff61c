import Foundation
import HikidashiBase
import HikidashiRecords
import TestSupport
import Testing

/// Every language reads back what it writes.
@Suite struct LocalizedRoundTripTests {
  static let languages = [
    "en", "en_GB", "en_IN", "de", "de_CH", "fr", "sv", "pl", "ru", "ja", "zh", "ko", "ar_EG", "fa",
    "hi", "th", "he", "cs", "pt_BR", "tr", "vi", "fi", "lv", "hu", "nb", "es",
  ]
  static let seed = testSeed()
  static let steps = testSteps(200)

  @Test(arguments: languages) func numbers(language: String) {
    print("seed \(Self.seed)")
    var random = SeededGenerator(seed: Self.seed)
    let format = NumberFormat(decimals: 0...3, language: language)
    for _ in 0..<Self.steps {
      let digits = Int.random(in: 0...12, using: &random)
      let whole =
        Int.random(in: -1...1, using: &random)
        * Int.random(in: 0...Int(pow(10, Double(digits))), using: &random)
      #expect(format.integer(format.text(whole)) == whole, "\(format.text(whole))")
      let number = Double(whole) / 1000
      let text = format.text(number)
      #expect(format.double(text) == number, "\(text)")
      // Nobody has the narrow spaces of some languages on the keyboard.
      let typed = text.replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
      #expect(format.double(typed) == number, "\(typed)")
    }
  }

  @Test(arguments: languages) func dates(language: String) {
    print("seed \(Self.seed)")
    var random = SeededGenerator(seed: Self.seed)
    for (style, unit) in [(DateFormat.Style.day, 86_400), (.longDay, 86_400), (.minute, 60)] {
      let format = DateFormat(style, language: language, timeZone: "UTC")
      for _ in 0..<Self.steps {
        // From 1583, when the calendar was the one of today, to 9000.
        let seconds = Int.random(in: -12_212_553_600..<221_845_392_000, using: &random)
        let date = Date(timeIntervalSince1970: Double(seconds / unit * unit))
        let text = format.text(date)
        #expect(format.date(text) == date, "\(text), \(date)")
      }
    }
  }

  @Test func noTextIsTooOddToBeRefused() {
    print("seed \(Self.seed)")
    var random = SeededGenerator(seed: Self.seed)
    let letters = Array("0123456789.,-+eE/: '’٫٬年月日時\u{202F}\u{200F}\0abPM犬\u{1F600}٣")
    let numbers = NumberFormat(language: "ar_EG")
    let dates = DateFormat(.minute, language: "ja", timeZone: "UTC")
    for _ in 0..<Self.steps * 10 {
      let count = Int.random(in: 0...30, using: &random)
      let text = String((0..<count).compactMap { _ in letters.randomElement(using: &random) })
      if let number = numbers.double(text) { #expect(number.isFinite) }
      _ = numbers.integer(text)
      _ = dates.date(text)
    }
    #expect(numbers.double(String(repeating: "9", count: 100_000)) == nil)
    #expect(dates.date(String(repeating: "9", count: 100_000)) == nil)
  }
}
