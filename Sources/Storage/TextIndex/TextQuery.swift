/// What a person looks for in texts: words, phrases, and words that must not be there.
///
/// ```swift
/// TextQuery("\"congestion window\" initial -tahoe")
/// ```
///
/// | in the text | what it means |
/// |---|---|
/// | `window` | the word, and others of its stem where the index knows stems |
/// | `"initial window"` | the words side by side; a passage without them is no hit |
/// | `If-Match` | as `"If Match"`, but a passage without it may be a hit of other words |
/// | `conges*` | every word that begins so |
/// | `-tahoe` | passages with it are left out |
///
/// Nothing that is typed is an error: a quotation mark without its partner ends at the end of the text.
public struct TextQuery: Sendable, Hashable {
  /// One thing that is looked for.
  public struct Clause: Sendable, Hashable {
    /// What a clause does with the passages that it matches.
    public enum Role: Sendable, Hashable {
      /// They are better hits than others.
      case wanted
      /// Others are no hits.
      case required
      /// They are no hits.
      case excluded
    }

    /// The words, which stand side by side; at least one.
    public var words: [String]
    /// Other words that are as good, each a list of words that stand side by side.
    public var alternatives: [[String]] = []
    /// What is done with passages that have the words.
    public var role: Role
    /// Whether the last word may be the beginning of a longer one.
    public var isPrefix: Bool

    /// Makes a clause of its parts.
    public init(_ words: [String], role: Role = .wanted, isPrefix: Bool = false) {
      self.words = words
      self.role = role
      self.isPrefix = isPrefix
    }
  }

  /// The most clauses that a query has; what is typed behind them is left out.
  public static let clauseLimit = 16

  /// What is looked for, without repetition.
  public private(set) var clauses: [Clause] = []

  /// Makes a query of clauses; those without words, past ``clauseLimit``, and repeated ones are left out.
  public init(clauses: [Clause]) {
    for clause in clauses { add(clause) }
  }

  /// Reads what a person typed.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - isTyping: Whether the last word may be the beginning of a longer one.
  ///   - fillers: Words in small letters that are left out, unless there are no others, or they are typed
  ///     in capitals.
  /// - Complexity: O(*n*)
  public init(_ text: String, isTyping: Bool = false, without fillers: Set<String> = []) {
    var clauses = Self.parse(text)
    if isTyping, let last = text.last, Self.isWordCharacter(last), !clauses.isEmpty,
      text.count(where: { $0 == "\"" }).isMultiple(of: 2)
    {
      clauses[clauses.count - 1].isPrefix = true
    }
    let kept = clauses.filter {
      $0.role != .wanted || $0.words.count > 1 || Self.isInCapitals($0.words[0])
        || !fillers.contains($0.words[0].lowercased())
    }
    self.init(clauses: kept.contains { $0.role != .excluded } ? kept : clauses)
  }

  /// Whether there is nothing to look for.
  public var isEmpty: Bool { !clauses.contains { $0.role != .excluded } }

  private mutating func add(_ clause: Clause) {
    guard !clause.words.isEmpty, clauses.count < Self.clauseLimit, !clauses.contains(clause) else {
      return
    }
    clauses.append(clause)
  }

  private static func parse(_ text: String) -> [Clause] {
    var clauses: [Clause] = []
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
        continue
      }
      let isExcluded = first == "-" && rest.dropFirst().first.map { !$0.isWhitespace } ?? false
      if isExcluded { rest.removeFirst() }
      let isQuoted = rest.first.map(isQuote) ?? false
      if isQuoted { rest.removeFirst() }
      let part = rest.prefix { isQuoted ? !isQuote($0) : !$0.isWhitespace && $0 != "\"" }
      rest = rest[part.endIndex...]
      if isQuoted { rest = rest.dropFirst() }
      let words = words(of: part)
      guard !words.isEmpty else { continue }
      clauses.append(
        Clause(
          words, role: isExcluded ? .excluded : isQuoted ? .required : .wanted,
          isPrefix: part.last == "*"))
    }
    return clauses
  }

  private static func isInCapitals(_ word: String) -> Bool {
    word.count > 1 && word.allSatisfy(\.isUppercase)
  }

  private static func isQuote(_ character: Character) -> Bool {
    character == "\"" || character == "“" || character == "”" || character == "„"
  }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  /// The runs of letters and digits, which are what the index divides texts into.
  static func words(of text: Substring) -> [String] {
    text.split(whereSeparator: { !isWordCharacter($0) }).map(String.init)
  }
}

extension TextQuery.Clause {
  /// The clause as FTS5 reads it: a string, within which nothing has a meaning but a quotation mark, and
  /// words have none.
  var expression: String {
    let phrases = ([words] + alternatives).filter { !$0.isEmpty }.map { words in
      "\"" + words.joined(separator: " ") + "\""
    }
    return phrases[0] + (isPrefix ? " *" : "") + phrases.dropFirst().map { " OR " + $0 }.joined()
  }
}
