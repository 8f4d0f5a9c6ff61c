internal import CHikidashiICU
internal import Glibc
internal import HikidashiBase

/// A valid regular expression.
// @unchecked: the expression is only copied from, which changes nothing in it.
final class SearchPattern: @unchecked Sendable {
  let pattern: String
  let fieldName: String
  private let handle: OpaquePointer

  /// Steps of the matcher, some milliseconds each, that one text may take.
  static let stepsForEach: Int32 = 100
  /// Seconds that all texts of a search together may take.
  static let secondsForAll = 5.0

  init?(_ pattern: String, ignoresCase: Bool, field: String) {
    guard let handle = try? Self.open(pattern, ignoresCase: ignoresCase) else { return nil }
    self.pattern = pattern
    self.handle = handle
    fieldName = field
  }

  deinit { hk_regex_close(handle) }

  /// Throws an error if a pattern is invalid.
  static func check(_ pattern: String) throws(QueryError) {
    hk_regex_close(try open(pattern, ignoresCase: false))
  }

  private static func open(
    _ pattern: String, ignoresCase: Bool
  ) throws(QueryError) -> OpaquePointer {
    var problem = hk_regex_problem(error: 0, offset: -1)
    let handle = withBytes(of: pattern) {
      hk_regex_open(
        $0.baseAddress, Int32(clamping: $0.count), ignoresCase, stepsForEach, &problem)
    }
    if let handle { return handle }
    let column = problem.offset < 0 ? nil : column(pattern, Int(problem.offset))
    throw .badPattern(pattern, column: column, reason: PatternProblem.sentence(problem.error))
  }

  /// The character, counted from 1, of a scalar of the pattern.
  private static func column(_ pattern: String, _ offset: Int) -> Int {
    String(String.UnicodeScalarView(pattern.unicodeScalars.prefix(offset))).count + 1
  }

  /// A matcher for one thread; nil when there is no memory for it.
  func matcher() -> PatternMatcher? {
    var error: Int32 = 0
    return hk_regex_clone(handle, &error).map { PatternMatcher($0, self) }
  }
}

/// A regular expression for use in one thread.
final class PatternMatcher {
  private let handle: OpaquePointer
  private let pattern: SearchPattern
  private let deadline: Double
  private var untilClock = 0

  init(_ handle: OpaquePointer, _ pattern: SearchPattern) {
    self.handle = handle
    self.pattern = pattern
    deadline = Self.now() + SearchPattern.secondsForAll
  }

  deinit { hk_regex_close(handle) }

  /// Whether the text has a match for the expression.
  func finds(in text: UTF8Bytes) throws(QueryError) -> Bool {
    untilClock -= 1
    if untilClock <= 0 {
      untilClock = 32
      if Self.now() > deadline { throw slow }
    }
    var error: Int32 = 0
    var start: Int64 = 0
    var end: Int64 = 0
    let found = hk_regex_find(
      handle, text.baseAddress, Int32(clamping: text.count), 0, &start, &end, &error)
    if error > 0 { throw slow }
    return found
  }

  private var slow: QueryError { .slowPattern(pattern.pattern, field: pattern.fieldName) }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// Text that has a match for a regular expression.
struct PatternScan: Scan {
  let pattern: SearchPattern

  var cost: Double { 400 }
  var summary: String { "/\(pattern.pattern)/" }

  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools) {
    guard tools.failure == nil, case .texts(let chunks) = column, let matcher = matcher(tools)
    else { return places.clear() }
    let chunk = chunks[index]
    places.filter { place in
      guard tools.failure == nil else { return false }
      do throws(QueryError) {
        return try matcher.finds(in: chunk.bytes(at: place))
      } catch {
        tools.failure = error
        return false
      }
    }
  }

  private func matcher(_ tools: ScanTools) -> PatternMatcher? {
    let key = ObjectIdentifier(pattern)
    if let matcher = tools.matchers[key] { return matcher }
    let matcher = pattern.matcher()
    tools.matchers[key] = matcher
    return matcher
  }
}

/// The errors of regular expressions in words.
enum PatternProblem {
  static func sentence(_ error: Int32) -> String {
    switch String(cString: hk_error_name(error)) {
    case "U_REGEX_MISMATCHED_PAREN": tr("a parenthesis has no partner")
    case "U_REGEX_MISSING_CLOSE_BRACKET": tr("a bracket [ is not closed")
    case "U_REGEX_RULE_SYNTAX": tr("a character is not allowed at this place")
    case "U_REGEX_BAD_ESCAPE_SEQUENCE": tr("a backslash stands before a character without meaning")
    case "U_REGEX_PROPERTY_SYNTAX": tr("there is no such property of characters")
    case "U_REGEX_BAD_INTERVAL": tr("what stands in braces is no count")
    case "U_REGEX_MAX_LT_MIN": tr("the count in braces ends before it begins")
    case "U_REGEX_NUMBER_TOO_BIG": tr("a number is too big")
    case "U_REGEX_INVALID_RANGE": tr("a range in brackets ends before it begins")
    case "U_REGEX_LOOK_BEHIND_LIMIT": tr("what is looked for behind has no greatest length")
    case "U_REGEX_INVALID_BACK_REF": tr("it refers back to a group that is not there")
    case let name: name
    }
  }
}
