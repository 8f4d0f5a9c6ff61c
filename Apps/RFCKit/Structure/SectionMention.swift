/// A mention of sections, with the document that they belong to.
///
/// Read as such: `Section 4.2`, `Sections 2.4, 2.5 and 3`, `Sections 2 through 5`, `Appendix A`, each
/// with a title in brackets or quotes behind the number. The document follows, as in `of RFC 9110`,
/// `of the DHCP specification [RFC2131]` and `, [RFC1195])`. A page may end within all of it.
struct SectionMention {
  /// Whose sections they are.
  enum Owner: Equatable {
    /// Nothing behind the numbers says that it is another document than this one.
    case unsaid
    /// `of this document`.
    case own
    /// An RFC, and where its name stands.
    case rfc(Int, Range<Int>)
    /// Another document: not an RFC, or an unknown one.
    case other
  }

  /// The numbers in order, the first with the word in front of it.
  private(set) var numbers: [Range<Int>]
  private(set) var names: [String]
  private(set) var owner = Owner.unsaid
  /// Whether nothing but `of` stands between the last number and the document, on one page.
  private(set) var isDirect = false
  /// Whether the next mention, which these numbers are joined to, is of another document: of
  /// `Section 8 and Appendix B of [RFC7932]` the first may be of either.
  private(set) var mayBeOfAnother = false
  /// Where the last number ends.
  var end: Int { numbers[numbers.count - 1].upperBound }

  private let flow: TextFlow
  private let targets: LinkTargets
  private var bytes: ByteSlice { flow.bytes }

  /// Reads the mention that begins at `start`.
  init?(at start: Int, in flow: TextFlow, _ targets: LinkTargets) {
    self.init(numbersAt: start, flow, targets)
    owner = ownerBehind
    var next = end
    // More than a paragraph joins.
    for _ in 0..<64 {
      guard owner == .unsaid, !mayBeOfAnother, let place = flow.afterConjunction(next),
        var following = SectionMention(numbersAt: place, flow, targets)
      else { break }
      switch following.ownerBehind {
      case .rfc, .other: mayBeOfAnother = true
      case .own, .unsaid: next = following.end
      }
    }
  }

  private init(_ flow: TextFlow, _ targets: LinkTargets, _ end: Int) {
    (self.flow, self.targets) = (flow, targets)
    (numbers, names) = ([end..<end], [""])
  }

  private init?(numbersAt start: Int, _ flow: TextFlow, _ targets: LinkTargets) {
    guard let word = flow.bytes.sectionWord(at: start),
      let first = flow.bytes.sectionNumber(at: flow.afterBlanks(word.end))
    else { return nil }
    self.flow = flow
    self.targets = targets
    let isApart = flow.breaksPage(start..<first.upperBound)
    numbers = [isApart ? first : start..<first.upperBound]
    names = [flow.bytes[first].string]
    while let number = nextNumber(word.isPlural) {
      numbers.append(number)
      names.append(bytes[number].string)
    }
  }

  /// The number that a conjunction joins to the last one, or that ends `2 through 5`.
  private func nextNumber(_ isPlural: Bool) -> Range<Int>? {
    let title = afterTitle(end).flatMap { mentions(end..<$0) ? nil : $0 }
    for case let position? in [end, title] {
      if let next = flow.afterConjunction(position), let number = bytes.sectionNumber(at: next) {
        return targets.isHeading(next) ? nil : number
      }
      guard isPlural else { continue }
      let dash = bytes.at(position) == UInt8(ascii: "-") ? position + 1 : nil
      let words: [StaticString] = ["through", "thru", "to"]
      if let next = dash ?? flow.after(words, at: flow.afterBlanks(position)),
        let number = bytes.sectionNumber(at: next)
      {
        return number
      }
    }
    return nil
  }

  /// Whether something that may be a link of its own stands within a title.
  private func mentions(_ range: Range<Int>) -> Bool {
    range.contains {
      bytes[$0] == UInt8(ascii: "[") || bytes.sectionWord(at: $0) != nil
        || RFCMention(at: $0, in: bytes) != nil
    }
  }
}

extension SectionMention {
  /// Whether the words behind a number, of a page as well, name another document.
  static func isOfAnother(_ end: Int, _ flow: TextFlow, _ targets: LinkTargets) -> Bool {
    var mention = SectionMention(flow, targets, end)
    switch mention.ownerBehind {
    case .rfc, .other: return true
    case .own, .unsaid: return false
    }
  }

  private var ownerBehind: Owner {
    mutating get {
      let owner = owner(behind: end, hasTitle: false)
      if owner != .unsaid { return owner }
      if let title = afterTitle(end) {
        return self.owner(behind: title, hasTitle: true)
      }
      if let title = afterLooseTitle(end),
        case .rfc(let number, let range) = self.owner(
          behind: title, hasTitle: true)
      {
        return .rfc(number, range)
      }
      return .unsaid
    }
  }

  private mutating func owner(behind position: Int, hasTitle: Bool) -> Owner {
    var next = flow.afterBlanks(position)
    let words: [StaticString] = [", respectively,", ", respectively", "respectively"]
    if let word = words.first(where: { bytes.starts(with: $0, at: next) }) {
      next = flow.afterBlanks(next + word.utf8CodeUnitCount)
    }
    if let owner = neighbour(next) { return owner }
    guard next > position, let name = flow.after(["of", "in", "from", "within"], at: next) else {
      return .unsaid
    }
    if let document = document(at: name) {
      isDirect = !hasTitle && !flow.breaksPage(position..<document.range.upperBound)
      return document.number.map { .rfc($0, document.range) } ?? .other
    }
    let own: [StaticString] = ["this", "these", "our", "in this", "the present", "the current"]
    if flow.after(own, at: name) != nil { return .own }
    return phrase(from: name, isOf: bytes.starts(with: "of", at: next), hasTitle)
  }

  /// The RFC of `Section 8 [RFC7921]` and of `Section 6, [RFC1195])`.
  private func neighbour(_ next: Int) -> Owner? {
    let comma = bytes.at(next) == UInt8(ascii: ",")
    let name = comma ? flow.afterBlanks(next + 1) : next
    guard let document = document(at: name), let number = document.number,
      bytes.at(name) != UInt8(ascii: "[") || RFCMention(at: name + 1, in: bytes) != nil,
      comma || bytes.at(name) == UInt8(ascii: "[")
    else { return nil }
    // `As in Section 3, RFC 2119 says` speaks of this one.
    let isClosed = bytes.at(document.range.upperBound).map { ").,;".utf8.contains($0) } ?? true
    return !comma || isClosed ? .rfc(number, document.range) : .other
  }

  /// The document of `the DHCP specification [RFC2131]`, whose words begin at `start`.
  private func phrase(from start: Int, isOf: Bool, _ hasTitle: Bool) -> Owner {
    let series: [StaticString] = ["bcp ", "std ", "fyi ", "fips ", "draft-", "bcp\n", "that "]
    if series.contains(where: { bytes.starts(with: $0, at: start) }) { return .other }
    let found = documentInPhrase(from: start)
    if let found, isOf || hasTitle || found.isNamed {
      return found.number.map { .rfc($0, found.range) } ?? .other
    }
    guard isOf else { return .unsaid }
    let nouns: [StaticString] = ["the specification", "the document", "the memo"]
    let first = bytes[start..<bytes.endIndex].prefix { isLetter($0) }
    // `The example in Section 5.6 of forwarding a packet`.
    let isOwn = flow.after(nouns, at: start) != nil || first.suffix(3).elementsEqual("ing".utf8)
    return found == nil && isOwn ? .unsaid : .other
  }

  /// The document that the words from `start` on come to, before their clause ends.
  private func documentInPhrase(
    from start: Int
  ) -> (number: Int?, range: Range<Int>, isNamed: Bool)? {
    var position = start
    var word = start..<start
    var (words, depth, isQuoted, begins) = (0, 0, false, true)
    // More than sixteen words have.
    for _ in 0..<1_000 {
      guard words < 16, let byte = bytes.at(position) else { return nil }
      if begins, let document = document(at: position) {
        guard let isNamed = isName(bytes[word]) else { return nil }
        return (document.number, document.range, isNamed && words < 7)
      }
      if begins, !isQuoted, bytes.sectionWord(at: position) != nil { return nil }
      guard let next = flow.following(position) else { return nil }
      begins = false
      switch byte {
      case UInt8(ascii: "\""): (isQuoted, begins) = (!isQuoted, true)
      case UInt8(ascii: "("): (depth, begins) = (depth + 1, true)
      case UInt8(ascii: ")"):
        depth -= 1
        if depth < 0 { return nil }
      case _ where isBlank(byte) || next > position + 1:
        begins = true
        if let last = bytes.at(position - 1), !isBlank(last) { words += 1 }
        if position > word.lowerBound { word = bytes.lastWord(before: position, from: start) }
      case UInt8(ascii: ",") where !isQuoted:
        // A comma ends the clause, unless it is the one before the document's number.
        guard let document = document(at: flow.afterBlanks(position + 1)) else { return nil }
        return (document.number, document.range, true)
      case _ where ".;:?!".utf8.contains(byte) && !isQuoted && bytes.at(next).map(isBlank) ?? true:
        return nil
      default: break
      }
      position = next
    }
    return nil
  }

  /// Whether a word can end a document's name, as in `in the DHCP specification [RFC2131]`; nil where
  /// it says that something else is named, as in `in the registry established by [RFC2131]`.
  private func isName(_ word: ByteSlice) -> Bool? {
    let text = word.string
    let others: Set<String> = [
      "by", "with", "from", "to", "and", "or", "in", "for", "than", "see", "using", "under", "per",
      "as", "via", "on", "at",
    ]
    let nouns: Set<String> = [
      "specification", "document", "memo", "standard", "draft", "protocol", "framework", "model",
      "architecture",
    ]
    if others.contains(text) { return nil }
    return nouns.contains(text) || word.first.map { isCapital($0) || isDigit($0) } ?? false
  }

  /// An RFC by its number, or the document of a label in brackets.
  private func document(at start: Int) -> (number: Int?, range: Range<Int>)? {
    if let mention = RFCMention(at: start, in: bytes, flow) {
      return (mention.number, start..<mention.end)
    }
    guard let close = bytes.closingBracket(start) else { return nil }
    let number =
      RFCMention(at: start + 1, in: bytes).flatMap { $0.end == close ? $0.number : nil }
      ?? targets.number(bytes[start + 1..<close].string)
    return (number, start..<close + 1)
  }

  /// The place behind a title in brackets or quotes and its comma.
  private func afterTitle(_ start: Int) -> Int? {
    var position = flow.afterBlanks(start)
    if bytes.at(position) == UInt8(ascii: ",") { position = flow.afterBlanks(position + 1) }
    let isQuote = bytes.at(position) == UInt8(ascii: "\"")
    guard isQuote || bytes.at(position) == UInt8(ascii: "("), position > start else { return nil }
    var depth = 0
    for step in 0..<1_000 {
      guard let byte = bytes.at(position), let next = flow.following(position) else { return nil }
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      position = next
      if isQuote ? step > 0 && byte == UInt8(ascii: "\"") : depth == 0 {
        return bytes.at(position) == UInt8(ascii: ",") ? position + 1 : position
      }
    }
    return nil
  }

  /// The place behind a title such as `, Security Considerations,`.
  private func afterLooseTitle(_ start: Int) -> Int? {
    let comma = UInt8(ascii: ",")
    guard bytes.at(start) == comma else { return nil }
    var position = flow.afterBlanks(start + 1)
    guard bytes.at(position).map(isCapital) ?? false else { return nil }
    for _ in 0..<80 {
      guard let byte = bytes.at(position), let next = flow.following(position) else { return nil }
      if byte == comma { return next }
      guard isLetter(byte) || isBlank(byte) || byte == UInt8(ascii: "-") else { return nil }
      position = next
    }
    return nil
  }
}

extension ByteSlice {
  /// The words that mention a section, where they begin at a position.
  func sectionWord(at start: Int) -> (end: Int, isPlural: Bool)? {
    let words: [StaticString]
    switch at(start) {
    case UInt8(ascii: "S"), UInt8(ascii: "s"): words = ["sections", "section", "sect.", "sec."]
    case UInt8(ascii: "A"), UInt8(ascii: "a"): words = ["appendices", "appendix"]
    case 0xC2 where at(start + 1) == 0xA7: return (start + 2, false)
    default: return nil
    }
    guard let word = words.first(where: { starts(with: $0, at: start) }) else { return nil }
    let end = start + word.utf8CodeUnitCount
    guard at(end).map({ isBlank($0) || $0 == 0xC2 }) ?? false else { return nil }
    return (end, self[end - 1] | 0x20 == UInt8(ascii: "s"))
  }

  /// `4`, `4.2.1`, `A`, `A.1`.
  fileprivate func sectionNumber(at start: Int) -> Range<Int>? {
    var end = start
    while let byte = at(end), isDigit(byte) || isLetter(byte) || byte == 0x2E { end += 1 }
    while end > start, self[end - 1] == 0x2E { end -= 1 }
    let parts = self[start..<end].split(separator: 0x2E, omittingEmptySubsequences: false)
    guard let first = parts.first, 1...2 ~= first.count, parts.count <= 9,
      first.allSatisfy(isDigit) || first.count == 1 && first.allSatisfy(isCapital),
      parts.dropFirst().allSatisfy({ 1...3 ~= $0.count && $0.allSatisfy(isDigit) }),
      at(end).map({ !isAlphanumeric($0) && $0 != 0x5F }) ?? true
    else { return nil }
    return start..<end
  }

  /// The bracket that closes the one at `start`, within one line and not far.
  func closingBracket(_ start: Int) -> Int? {
    guard at(start) == UInt8(ascii: "[") else { return nil }
    let label = self[start + 1..<endIndex].prefix(60)
      .prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "[") && $0 != 0x0A }
    guard !label.isEmpty, at(label.endIndex) == UInt8(ascii: "]") else { return nil }
    return label.endIndex
  }

  fileprivate func lastWord(before end: Int, from start: Int) -> Range<Int> {
    var low = end
    while low > start, !isBlank(self[low - 1]) { low -= 1 }
    return low..<end
  }
}
