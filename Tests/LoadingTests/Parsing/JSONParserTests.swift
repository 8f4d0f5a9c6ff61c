import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiLoading

@Suite struct JSONParserTests {
  struct Release: Codable, Hashable, Sendable {
    var version: String
    var parts: [Int]
  }

  private let release = Release(version: "引き出し 2", parts: [1, 22])
  private let text = #"{"version": "引き出し 2", "parts": [1, 22]}"#

  @Test func aValueIsTheSameHoweverItIsCut() {
    var random = SeededGenerator(seed: testSeed())
    for chunks in splits(Array(text.utf8), using: &random) {
      #expect(parse(JSONParser(Release.self), chunks) == .success(release))
    }
  }

  @Test func valuesOnLinesAreTheSameHoweverTheyAreCut() {
    var random = SeededGenerator(seed: testSeed())
    for text in ["\(text)\n\n \(text)\r\n", "\u{FEFF}\(text)\n\(text)"] {
      for chunks in splits(Array(text.utf8), using: &random) {
        #expect(parse(JSONLinesParser(Release.self), chunks) == .success([release, release]))
      }
    }
    for chunks in splits(Array("1\n2\n3".utf8), using: &random) {
      #expect(parse(JSONLinesParser(Int.self), chunks) == .success([1, 2, 3]))
    }
    #expect(parse(JSONLinesParser(Int.self), [[]]) == .success([]))
  }

  @Test(arguments: [
    ("[1,\n 2,\n x]", 3, 2), ("", 1, 1), ("{\"a\": 1", 1, 8), ("[1]\n]", 2, 1),
    ("[\"é\", }", 1, 8), ("nul", 1, 1),
  ])
  func whatIsNoJSONIsNamedByLineAndColumn(_ text: String, _ line: Int, _ column: Int) {
    var random = SeededGenerator(seed: testSeed())
    for chunks in splits(Array(text.utf8), using: &random) {
      let failure = parse(JSONParser([Int].self), chunks)
      guard case .failure(.malformed(_, line, column)) = failure else {
        Issue.record("\(text.debugDescription): \(failure)")
        return
      }
    }
  }

  @Test func whatIsAnotherTypeIsNamedByItsPath() {
    let text = #"{"version": "1", "parts": [1, "2"]}"#
    let failure = parse(JSONParser(Release.self), [Array(text.utf8)])
    guard case .failure(.malformed(let reason, 0, 0)) = failure else {
      Issue.record("it was taken, or has a line")
      return
    }
    #expect(reason.hasPrefix("parts[1]: "))
  }

  @Test func aWrongLineIsNamedByItsNumber() {
    for (lines, number) in [("1\n\n[\n4", 3), ("1\n\"x\"\n", 2)] {
      let failure = parse(JSONLinesParser(Int.self), [Array(lines.utf8)])
      guard case .failure(.malformed(_, number, _)) = failure else {
        Issue.record("\(lines.debugDescription): \(failure)")
        continue
      }
    }
    let long = parse(JSONLinesParser(Int.self, lineLimit: 4), [Array("1\n12345\n".utf8)])
    #expect(long == .failure(.tooLarge(what: "line 2", limit: 4)))
  }
}
