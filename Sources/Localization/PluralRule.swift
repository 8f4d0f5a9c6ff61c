/// Which form of a message is for which number, as the `Plural-Forms` of a `.po` file say it.
///
/// The formula is an expression of C over `n`, with `?:`, `||`, `&&`, comparisons, `+ - * / %`, `!` and
/// parentheses:
/// <https://www.gnu.org/software/gettext/manual/html_node/Plural-forms.html>.
struct PluralRule: Sendable {
  /// One form for one thing and another for all else, as in English.
  static let germanic = PluralRule(count: 2, formula: .binary(.notEqual, .number, .literal(1)))

  /// The longest that a language has takes some 200 bytes. A longer one is as deep when it is evaluated.
  private static let longestFormula = 1_000

  private let count: Int
  private let formula: Formula

  /// Reads the rule in the header of a catalogue; nil if there is none that can be read.
  init?(header: String) {
    let name = "Plural-Forms:"
    guard let line = header.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else {
      return nil
    }
    var parts: [Substring: Substring] = [:]
    for part in line.dropFirst(name.count).split(separator: ";") {
      guard let sign = part.firstIndex(of: "=") else { continue }
      let key = part[..<sign].filter { $0 != " " }
      parts[key[...]] = part[part.index(after: sign)...]
    }
    guard let count = parts["nplurals"].flatMap({ Int($0.filter { $0 != " " }) }), count > 0,
      let text = parts["plural"], text.utf8.count <= Self.longestFormula
    else { return nil }
    var parser = FormulaParser(text)
    guard let formula = parser.parse() else { return nil }
    self.init(count: count, formula: formula)
  }

  private init(count: Int, formula: Formula) {
    (self.count, self.formula) = (count, formula)
  }

  /// The index of the form for a number of things.
  func form(of number: Int) -> Int {
    let index = formula.value(UInt(clamping: number))
    return index < UInt(count) ? Int(index) : 0
  }
}

/// An expression over the number of things.
private indirect enum Formula: Sendable {
  enum Operation: Sendable {
    case or, and, equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case add, subtract, multiply, divide, remainder
  }

  case number
  case literal(UInt)
  case not(Formula)
  case binary(Operation, Formula, Formula)
  case choice(Formula, Formula, Formula)

  func value(_ n: UInt) -> UInt {
    switch self {
    case .number: n
    case .literal(let value): value
    case .not(let formula): formula.value(n) == 0 ? 1 : 0
    case .choice(let condition, let yes, let no):
      condition.value(n) != 0 ? yes.value(n) : no.value(n)
    case .binary(let operation, let left, let right):
      Self.result(of: operation, left.value(n), right.value(n))
    }
  }

  private static func result(of operation: Operation, _ left: UInt, _ right: UInt) -> UInt {
    func number(_ isTrue: Bool) -> UInt { isTrue ? 1 : 0 }
    return switch operation {
    case .or: number(left != 0 || right != 0)
    case .and: number(left != 0 && right != 0)
    case .equal: number(left == right)
    case .notEqual: number(left != right)
    case .less: number(left < right)
    case .lessOrEqual: number(left <= right)
    case .greater: number(left > right)
    case .greaterOrEqual: number(left >= right)
    case .add: left &+ right
    case .subtract: left &- right
    case .multiply: left &* right
    // A catalogue must not end the program.
    case .divide: right == 0 ? 0 : left / right
    case .remainder: right == 0 ? 0 : left % right
    }
  }
}

/// Reads a formula by the precedence of C.
private struct FormulaParser {
  private var rest: Substring
  /// Deeper ones are no formulas of a language.
  private var depth = 0
  private static let mostDepth = 100

  private static let levels: [[(String, Formula.Operation)]] = [
    [("||", .or)], [("&&", .and)], [("==", .equal), ("!=", .notEqual)],
    [("<=", .lessOrEqual), (">=", .greaterOrEqual), ("<", .less), (">", .greater)],
    [("+", .add), ("-", .subtract)], [("*", .multiply), ("/", .divide), ("%", .remainder)],
  ]

  init(_ text: Substring) { rest = text }

  mutating func parse() -> Formula? {
    guard let formula = choice() else { return nil }
    skipSpace()
    return rest.isEmpty ? formula : nil
  }

  private mutating func choice() -> Formula? {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.mostDepth, let condition = binary(0) else { return nil }
    guard take("?") else { return condition }
    guard let yes = choice(), take(":"), let no = choice() else { return nil }
    return .choice(condition, yes, no)
  }

  private mutating func binary(_ level: Int) -> Formula? {
    guard level < Self.levels.count else { return unary() }
    guard var left = binary(level + 1) else { return nil }
    while let operation = takeOperation(level) {
      guard let right = binary(level + 1) else { return nil }
      left = .binary(operation, left, right)
    }
    return left
  }

  private mutating func takeOperation(_ level: Int) -> Formula.Operation? {
    for (word, operation) in Self.levels[level] where take(word) { return operation }
    return nil
  }

  private mutating func unary() -> Formula? {
    if take("!") {
      depth += 1
      defer { depth -= 1 }
      guard depth < Self.mostDepth else { return nil }
      return unary().map { .not($0) }
    }
    if take("(") {
      guard let inner = choice(), take(")") else { return nil }
      return inner
    }
    if take("n") { return .number }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let value = UInt(digits) else { return nil }
    rest = rest.dropFirst(digits.count)
    return .literal(value)
  }

  private mutating func take(_ word: String) -> Bool {
    skipSpace()
    guard rest.hasPrefix(word) else { return false }
    rest = rest.dropFirst(word.count)
    return true
  }

  private mutating func skipSpace() { rest = rest.drop { $0 == " " || $0 == "\t" } }
}
