import Foundation
import Testing

@testable import HikidashiRecords

@Suite struct DateTextTests {
  private func seconds(_ text: String) -> Double? {
    Array(text.utf8).withUnsafeBufferPointer(DateText.seconds)
  }

  @Test(arguments: [
    (0, "2001-01-01T00:00:00Z"), (-1, "2000-12-31T23:59:59Z"), (0.5, "2001-01-01T00:00:00.5Z"),
    (-0.25, "2000-12-31T23:59:59.75Z"), (-63_113_904_000, "0001-01-01T00:00:00Z"),
    (252_423_993_599, "9999-12-31T23:59:59Z"), (-0.0, "@-0.0"), (.infinity, "@inf"),
    (252_423_993_600, "@252423993600.0"), (1e-5, "@1e-05"),
    (611_712_000.125, "2020-05-21T00:00:00.125Z"),
  ])
  func isWrittenAsExpected(_ seconds: Double, _ text: String) {
    #expect(DateText.text(seconds) == text)
    #expect(self.seconds(text)?.bitPattern == seconds.bitPattern)
  }

  @Test func anyBitsComeBack() {
    var samples = FormatSamples()
    for _ in 0..<20_000 {
      let value =
        samples.below(3) == 0
        ? Double(bitPattern: samples.random.next()) : samples.seconds()
      let text = DateText.text(value)
      let back = seconds(text)
      #expect(
        value.isNaN ? back?.isNaN == true : back?.bitPattern == value.bitPattern,
        "\(samples.seedText) \(value) \(text)")
      #expect(text.utf8.count <= DateText.mostBytes)
    }
  }

  @Test func isWhatFoundationSays() {
    var samples = FormatSamples()
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for _ in 0..<300 {
      // From 1583 on, when Foundation's calendar has become the Gregorian one.
      let value = Double.random(in: -13_000_000_000..<252_000_000_000, using: &samples.random)
        .rounded()
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second],
        from: Date(timeIntervalSinceReferenceDate: value))
      let numbers = DateText.text(value).split { !$0.isNumber }.compactMap { Int($0) }
      #expect(
        numbers
          == [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second]
          .compactMap(\.self), "\(samples.seedText) \(value)")
    }
  }

  @Test(
    arguments: [
      ("2020-05-20", 611_625_600), ("2020-05-20T12:34Z", 611_670_840),
      ("2020-05-20 12:34:56", 611_670_896), ("2020-05-20t12:34:56,5z", 611_670_896.5),
      ("2020-05-20T12:34:56+09:00", 611_638_496), ("2020-05-20T12:34:56-0130", 611_676_296),
      ("2020-05-20 12:34:56.25+09", 611_638_496.25), ("2000-02-29", -26_524_800),
      ("2000-12-31T23:59:59.7500Z", -0.25),
    ] as [(String, Double)])
  func otherFormsAreRead(_ text: String, _ value: Double) {
    #expect(seconds(text) == value)
  }

  @Test(arguments: [
    "", "2020", "2020-05", "2020-13-01", "2020-00-01", "2019-02-29", "2100-02-29", "2020-05-20T",
    "2020-05-20T24:00:00Z", "2020-05-20T12:60", "2020-05-20T12:34:60Z", "2020-05-20T12:34:56.Z",
    "2020-05-20T12:34:56Zx", "2020-05-20T12:34:56+9", "0000-01-01", "20-05-20", "@", "@x",
    "2020-05-20T12:34:56." + String(repeating: "1", count: 41),
  ])
  func whatIsNoDateIsNone(_ text: String) {
    #expect(seconds(text) == nil)
  }
}
