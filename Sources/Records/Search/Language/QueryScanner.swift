/// Reads words, quotations and comparisons from a search string, one after another.
///
/// It never goes back further than one word, so that the time is linear in the string.
struct QueryScanner {
  let scalars: [Unicode.Scalar]
  /// The meaning of each scalar, and an empty sign after the last.
  let signs: [QuerySign]
  private(set) var at = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    signs = scalars.map { QuerySign($0) } + [.none]
  }

  var isAtEnd: Bool { at >= scalars.count }
  var sign: QuerySign { signs[at] }
  func sign(after distance: Int) -> QuerySign {
    at + distance < scalars.count ? signs[at + distance] : .none
  }

  mutating func skip(_ count: Int = 1) { at = min(at + count, scalars.count) }

  mutating func skipSpaces() { while sign == .space { at += 1 } }

  /// Goes on at `place`, which lies before.
  mutating func goBack(to place: Int) { at = min(at, place) }

  mutating func skip(ifAt wanted: QuerySign) -> Bool {
    guard sign == wanted, !isAtEnd else { return false }
    at += 1
    return true
  }

  /// A piece of text as it was written.
  struct Text {
    /// The text itself, without quotation marks, stars and backslashes.
    var text = ""
    /// The same in ASCII where that is possible, for keywords and numbers.
    var narrow = ""
    /// Whether it is to be taken literally: quoted, or with a backslash in it.
    var isLiteral = false
    var isQuoted = false
    /// Whether there was a star before or behind it.
    var isStarred = false
    /// Whether its last character is a star without a backslash.
    fileprivate(set) var endsInStar = false
    var range: Range<Int>
  }

  /// The characters that end a word.
  enum WordEnd {
    /// A space, a parenthesis, or a comparison: a word alone.
    case comparison
    /// A space or a parenthesis: a value.
    case space
  }

  /// Takes a word up to its end; it may be empty.
  mutating func word(endingAt end: WordEnd) -> Text {
    var word = Text(range: at..<at)
    while !isAtEnd, !isEnd(end) {
      if scalars[at] == "\\", at + 1 < scalars.count {
        word.isLiteral = true
        at += 1
        word.append(scalars[at], .none)
      } else {
        word.append(scalars[at], signs[at])
      }
      at += 1
    }
    word.range = word.range.lowerBound..<at
    return word
  }

  /// Takes a word of what numbers, dates and ranges of them are written with; nil, with part of it
  /// taken, when something else stands in it.
  mutating func numericWord() -> Text? {
    var word = Text(range: at..<at)
    while !isAtTermEnd {
      switch sign.ascii {
      case 0x2B, 0x2D...0x39, 0x3C, 0x45, 0x54, 0x5A, 0x65, QuerySign.range.ascii:
        word.append(scalars[at], signs[at])
        at += 1
      default: return nil
      }
    }
    word.range = word.range.lowerBound..<at
    return word
  }

  private func isEnd(_ end: WordEnd) -> Bool {
    switch sign {
    case .space, "(", ")": true
    case ":", "=", ">", .greaterOrEqual, .lessOrEqual, .notEqual: end == .comparison
    // 1..<5 is a range.
    case "<": end == .comparison && !(at >= 2 && signs[at - 1] == "." && signs[at - 2] == ".")
    case "!": end == .comparison && sign(after: 1) == "="
    default: false
    }
  }

  /// Whether a quotation begins here.
  var isAtQuote: Bool { !isAtEnd && (sign == "\"" || sign == .curlyQuote) }

  /// Takes a quotation, whose mark is here; nil when it is not closed.
  mutating func quotation() -> Text? {
    var quotation = Text(isLiteral: true, isQuoted: true, range: at..<at)
    let mark = sign
    at += 1
    while !isAtEnd, sign != mark {
      if scalars[at] == "\\", at + 1 < scalars.count { at += 1 }
      quotation.append(scalars[at], .none)
      at += 1
    }
    guard !isAtEnd else { return nil }
    at += 1
    quotation.range = quotation.range.lowerBound..<at
    return quotation
  }

  /// Takes a regular expression, whose stroke is here; nil when it is not closed.
  ///
  /// A backslash and what follows it stay together; two strokes stand for one.
  mutating func pattern() -> String? {
    at += 1
    var pattern = String.UnicodeScalarView()
    while !isAtEnd {
      if scalars[at] == "/" {
        at += 1
        guard !isAtEnd, scalars[at] == "/" else { return isAtTermEnd ? String(pattern) : nil }
      } else if scalars[at] == "\\", at + 1 < scalars.count {
        pattern.append(scalars[at])
        at += 1
      }
      pattern.append(scalars[at])
      at += 1
    }
    return nil
  }

  /// Whether nothing more belongs to what was just taken.
  var isAtTermEnd: Bool { isAtEnd || [.space, "(", ")"].contains(sign) }

  /// A sign between a field and its value.
  enum Comparison: String {
    case holds = ":"
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case word = "~"
  }

  /// Takes a comparison, if one is here: one of those above, or a colon and one of them.
  mutating func comparison() -> Comparison? {
    if skip(ifAt: ":") {
      if skip(ifAt: "~") { return .word }
      return symbol() ?? .holds
    }
    return symbol()
  }

  private mutating func symbol() -> Comparison? {
    if isAtEnd { return nil }
    switch sign {
    case "=": return take(.equal, 1)
    case .notEqual: return take(.notEqual, 1)
    case "!" where sign(after: 1) == "=": return take(.notEqual, 2)
    case "<": return sign(after: 1) == "=" ? take(.lessOrEqual, 2) : take(.less, 1)
    case ">": return sign(after: 1) == "=" ? take(.greaterOrEqual, 2) : take(.greater, 1)
    case .lessOrEqual: return take(.lessOrEqual, 1)
    case .greaterOrEqual: return take(.greaterOrEqual, 1)
    default: return nil
    }
  }

  private mutating func take(_ comparison: Comparison, _ count: Int) -> Comparison {
    skip(count)
    return comparison
  }

  /// An error for a range of scalars, its place counted in characters.
  func error(_ problem: QuerySyntaxError.Problem, at range: Range<Int>) -> QuerySyntaxError {
    let characters = { (range: Range<Int>) in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: self.scalars[range])
      return String(text).count
    }
    let before = characters(0..<range.lowerBound)
    return QuerySyntaxError(
      problem: problem, column: before + 1,
      length: range.isEmpty ? 0 : max(1, characters(0..<range.upperBound) - before))
  }
}

extension QueryScanner.Text {
  /// Whether nothing but stars was written.
  var isStarAlone: Bool { isStarred && text.isEmpty && !isQuoted }

  fileprivate mutating func append(_ scalar: Unicode.Scalar, _ sign: QuerySign) {
    text.unicodeScalars.append(scalar)
    endsInStar = sign == "*"
    switch sign {
    case .none: narrow.unicodeScalars.append(scalar)
    case .range: narrow += ".."
    default:
      narrow.unicodeScalars.append(sign.ascii < 0x80 ? Unicode.Scalar(sign.ascii) : scalar)
    }
  }
}
