import CHikidashiICU
import Testing

@testable import HikidashiRecords

/// Regular expressions of ICU on UTF-8.
struct RegexTests {
  private func open(
    _ pattern: String, ignoreCase: Bool = false
  ) -> (regex: OpaquePointer?, problem: hk_regex_problem) {
    var problem = hk_regex_problem(error: 0, offset: -1)
    let regex = withBytes(of: pattern) {
      hk_regex_open($0.baseAddress, Int32($0.count), ignoreCase, 20, &problem)
    }
    return (regex, problem)
  }

  /// The range of bytes where the pattern is found.
  private func find(
    _ pattern: String, in text: String, from: Int32 = 0, ignoreCase: Bool = false
  ) throws -> Range<Int>? {
    let regex = try #require(open(pattern, ignoreCase: ignoreCase).regex)
    defer { hk_regex_close(regex) }
    var error: Int32 = 0
    var start: Int64 = 0
    var end: Int64 = 0
    let found = withBytes(of: text) {
      hk_regex_find(regex, $0.baseAddress, Int32($0.count), from, &start, &end, &error)
    }
    #expect(error == 0)
    return found ? Int(start)..<Int(end) : nil
  }

  @Test
  func placesAreBytesOfUTF8() throws {
    #expect(try find("田+", in: "山田田") == 3..<9)
    #expect(try find("^$", in: "") == 0..<0)
    #expect(try find("x", in: "abc") == nil)
    #expect(try find("b", in: "abab", from: 2) == 3..<4)
    #expect(try find("straSSE", in: "STRASSE", ignoreCase: true) == 0..<7)
    #expect(try find("\\p{Hiragana}+", in: "漢字かな") == 6..<12)
  }

  @Test(arguments: [
    ("a(b", "U_REGEX_MISMATCHED_PAREN", 3), ("[a", "U_REGEX_MISSING_CLOSE_BRACKET", 2),
    ("日本)", "U_REGEX_MISMATCHED_PAREN", 3), ("\\q", "U_REGEX_BAD_ESCAPE_SEQUENCE", 2),
    ("a{2,1}", "U_REGEX_MAX_LT_MIN", 6),
  ])
  func badPatternSaysWhatAndWhere(pattern: String, name: String, offset: Int32) {
    let (regex, problem) = open(pattern)
    #expect(regex == nil)
    #expect(String(cString: hk_error_name(problem.error)) == name)
    #expect(problem.offset == offset)
  }

  @Test
  func patternThatNeverEndsIsStopped() throws {
    let regex = try #require(open("(a+)+$").regex)
    var error: Int32 = 0
    let copy = try #require(hk_regex_clone(regex, &error))
    hk_regex_close(regex)
    defer { hk_regex_close(copy) }
    var start: Int64 = 0
    var end: Int64 = 0
    let text = String(repeating: "a", count: 60) + "!"
    let found = withBytes(of: text) {
      hk_regex_find(copy, $0.baseAddress, Int32($0.count), 0, &start, &end, &error)
    }
    #expect(!found)
    #expect(hk_regex_is_time_out(error))
    // It can be used again.
    let easy = withBytes(of: "aa") {
      hk_regex_find(copy, $0.baseAddress, Int32($0.count), 0, &start, &end, &error)
    }
    #expect(easy && error == 0 && start == 0 && end == 2)
  }
}
