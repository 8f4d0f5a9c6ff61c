import HikidashiWidgets
import XCTest

@testable import Gallery

/// What has a colour in a source.
final class SwiftColoursTests: XCTestCase {
  private func tokens(_ source: String) -> [String] {
    let scalars = Array(source.unicodeScalars)
    return SwiftColours.spans(of: source).compactMap { span in
      guard case .token(let token) = span.kind else { return nil }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars[span.range])
      return "\(token): \(String(text))"
    }
  }

  func testWordsTextsNumbersAndComments() {
    XCTAssertEqual(
      tokens(
        #"""
        @MainActor func make(_ count: Int) -> Part { // 2 of them
          let 名 = "a \"b\" \(count)" + #"raw " text"#
          return Label("", 1_000.5)
        }
        """#),
      [
        "keyword: @MainActor", "keyword: func", "type: Int", "type: Part", "comment: // 2 of them",
        "keyword: let", #"text: "a \"b\" \(count)""#, ##"text: #"raw " text"#"##, "keyword: return",
        "type: Label", "text: \"\"", "number: 1_000.5",
      ])
  }

  func testATextOfSeveralLinesIsOne() {
    XCTAssertEqual(
      tokens("let a = \"\"\"\n  if \"x\"\n  \"\"\"\nif"),
      [
        "keyword: let", "text: \"\"\"\n  if \"x\"\n  \"\"\"", "keyword: if",
      ])
  }

  func testAnySourceIsWalkedToItsEnd() {
    for source in ["\"", "\"\\", "\"\"\"", "#\"", "//", "1", "@", "#", "é\u{301}", "\u{0}"] {
      XCTAssertLessThanOrEqual(SwiftColours.spans(of: source).map(\.range.upperBound).max() ?? 0, 4)
    }
  }
}
