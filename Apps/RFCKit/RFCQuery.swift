internal import HikidashiRecords

/// What a reader typed, as folded words.
struct RFCQuery {
  /// The numbers that begin with some digits.
  struct NumberPrefix: Hashable {
    let value: Int
    private let digits: Int

    /// Nil when the digits are no number of at most nine digits.
    init?(_ digits: some Collection<UInt8>) {
      guard 1...9 ~= digits.count, digits.allSatisfy(isDigit) else { return nil }
      // Padding, as in RFC0010, is no part of the number.
      let significant = digits.drop { $0 == UInt8(ascii: "0") }
      value = significant.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      self.digits = significant.count
    }

    func matches(_ number: Int) -> Bool {
      guard digits > 0 else { return number == 0 }
      var rest = number
      while rest > value { rest /= 10 }
      return rest == value
    }
  }

  enum Word: Hashable {
    /// Digits behind `rfc`.
    case number(NumberPrefix)
    /// Anything else; digits may be a number as well.
    case text(String, number: NumberPrefix?)

    /// Bytes of what is looked for; of a number, which is found without reading, more than any text has.
    var length: Int { if case .text(let text, _) = self { text.utf8.count } else { .max } }
  }

  private(set) var words: [Word] = []

  init(_ query: String) { add(WordIndex.words(of: query)) }

  /// The words of a search field; what stood between quotation marks is one.
  init(_ terms: [SearchTerms.Word]) {
    var plain: [String] = []
    for term in terms {
      let folded = WordIndex.words(of: term.text)
      guard term.isQuoted else {
        plain += folded
        continue
      }
      add(plain)
      plain = []
      if !folded.isEmpty { words.append(.text(folded.joined(separator: " "), number: nil)) }
    }
    add(plain)
  }

  private mutating func add(_ folded: [String]) {
    var rest = folded[...]
    while let part = rest.popFirst() {
      let digits = part.hasPrefix("rfc") ? part.dropFirst(3) : nil
      if part == "rfc", let next = rest.first, let number = NumberPrefix(next.utf8) {
        words.append(.number(number))
        rest.removeFirst()
      } else if let number = digits.flatMap({ NumberPrefix($0.utf8) }) {
        words.append(.number(number))
      } else {
        words.append(.text(part, number: NumberPrefix(part.utf8)))
      }
    }
  }

  /// The words that are looked for in texts.
  var texts: [String] {
    words.compactMap { if case .text(let text, _) = $0 { text } else { nil } }
  }
}
