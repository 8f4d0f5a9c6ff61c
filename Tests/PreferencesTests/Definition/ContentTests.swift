import Foundation
import HikidashiBase
import HikidashiPreferences
import HikidashiRecords
import TestSupport
import Testing

@testable import HikidashiPreferences
@testable import HikidashiValues

/// Values and their texts.
@Suite struct ContentTests {
  @Test(arguments: [
    ("0", 0), ("90", 90), ("90s", 90), ("1h30m", 5_400), ("1.5h", 5_400), ("2d", 172_800),
    ("250ms", 0.25), ("-1m", -60), ("1m1s1ms", 61.001), (" 5s ", 5),
  ])
  func durationsAreRead(_ text: String, _ seconds: Double) {
    #expect(DurationText.duration(text) == .nanoseconds(Int64(seconds * 1e9)))
  }

  @Test(arguments: [
    "", "-", "s", "1x", "1h30", "1.h", ".5h", "1 h", "1e3s", "9999999999999999s", "999999999d",
    "٣s", "1h-1m",
  ])
  func otherTextsAreNoDurations(_ text: String) {
    #expect(DurationText.duration(text) == nil)
  }

  @Test func durationsComeBack() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<testSteps(2_000) {
      let nanoseconds = Int64.random(in: -(1 << 60)...(1 << 60), using: &random)
      let duration = Duration.nanoseconds(nanoseconds >> Int64.random(in: 0...60, using: &random))
      let text = DurationText.text(duration)
      #expect(DurationText.duration(text) == duration, "HIKIDASHI_SEED=\(seed) \(text)")
    }
  }

  @Test func coloursHaveOneForm() {
    let form = { PreferenceContent(text: $0, as: .color)?.text }
    #expect(form("#Fa0") == "#ffaa00")
    #expect(form("#FFAA00ff") == "#ffaa00")
    #expect(form("#ffaa0080") == "#ffaa0080")
    for text in ["", "#", "ffaa00", "#ffaa0", "#ggg", "#ffé"] { #expect(form(text) == nil) }
  }

  @Test func everyTypeComesBackFromItsTextAndJSON() throws {
    let contents: [(PreferenceContent, PreferenceType)] = [
      (.boolean(true), .boolean), (.integer(.min), .integer), (.double(0.1), .double),
      (.text("a \"b\"\n\u{1}é"), .text), (.date(Date(timeIntervalSince1970: 1.5)), .date),
      (.duration(.milliseconds(1_500)), .duration), (.text("#102030"), .color),
      (.list([.integer(1), .integer(2)]), .list(.integer)), (.list([]), .list(.text)),
      (.list([.list([.text("a,b")])]), .list(.list(.text))), (.json(#"{"a":[1,null]}"#), .json),
    ]
    for (content, type) in contents {
      #expect(PreferenceContent(text: content.text, as: type) == content)
      let node = try JSONNode(parsing: content.jsonText)
      #expect(PreferenceContent(node, as: type) == content)
    }
    #expect(
      PreferenceContent(text: "1, 2,3", as: .list(.integer))
        == .list([1, 2, 3].map { .integer($0) }))
  }
}
