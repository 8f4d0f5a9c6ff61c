import Foundation
import Testing

@testable import HikidashiRecords
@testable import HikidashiValues

@Suite struct JSONScannerTests {
  private func complaint(_ text: String) -> String? {
    Array(text.utf8).withUnsafeBufferPointer { JSONScanner.complaint(about: $0)?.description }
  }

  @Test(arguments: [
    "0", "-0", "1.5e+10", "\"\"", "\"\\u00e9\\ud83d\\ude00\\n\"", "[]", "{}", "[1,[2,{}],\"x\"]",
    "{\"a\":{\"b\":null}}", " true ", "false", "null",
  ])
  func takesJSON(_ text: String) {
    #expect(complaint(text) == nil)
  }

  @Test(arguments: [
    "", "01", "1.", ".5", "+1", "1e", "-", "tru", "nulll", "[1,]", "[1 2]", "{\"a\"}", "{a:1}",
    "{\"a\":1,}", "\"\\x\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\n\"", "\"",
    "[",
    "{", "1 2", "'a'", "NaN", "\"\\u12g4\"",
  ])
  func refusesWhatIsNone(_ text: String) {
    #expect(complaint(text) != nil)
  }

  @Test func depthIsBounded() {
    let deep = { (levels: Int) in
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(complaint(deep(500)) == nil)
    #expect(complaint(deep(100_000)) != nil)
  }

  @Test func stringsAreWhatFoundationWrites() throws {
    var samples = FormatSamples()
    for _ in 0..<500 {
      let text = samples.text()
      #expect(try JSONDecoder().decode(String.self, from: Data(JSONText.quoted(text).utf8)) == text)
      let encoded = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
      guard case .string(let read) = try JSONNode(parsing: encoded).kind else {
        Issue.record("\(encoded) is no string")
        continue
      }
      #expect(read == text, "\(samples.seedText)")
    }
  }
}
