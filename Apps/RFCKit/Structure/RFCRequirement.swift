/// A sentence of a document with a word of RFC 2119: what one must, should or may do.
///
/// ```swift
/// for requirement in document.requirements() {
///   print(requirement.section?.heading.number ?? "", requirement.keywords, requirement.sentence)
/// }
/// ```
public struct RFCRequirement: Sendable, Hashable {
  /// A word of RFC 2119 and RFC 8174, in capitals.
  public enum Keyword: String, Sendable, Hashable, CaseIterable {
    /// It is an absolute requirement.
    case must = "MUST"
    /// It is prohibited.
    case mustNot = "MUST NOT"
    /// The same as `must`, of a thing.
    case required = "REQUIRED"
    /// The same as `must`.
    case shall = "SHALL"
    /// The same as `mustNot`.
    case shallNot = "SHALL NOT"
    /// There may be reasons not to do it, which must be understood.
    case should = "SHOULD"
    /// There may be reasons to do it, which must be understood.
    case shouldNot = "SHOULD NOT"
    /// The same as `should`, of a thing.
    case recommended = "RECOMMENDED"
    /// The same as `shouldNot`, of a thing.
    case notRecommended = "NOT RECOMMENDED"
    /// One is free to do it.
    case may = "MAY"
    /// The same as `may`, of a thing.
    case optional = "OPTIONAL"
  }

  /// The words in the order of the sentence, each once.
  public var keywords: [Keyword]
  /// The sentence, its lines joined.
  public var sentence: String
  /// The section that it stands in; nil before the first heading.
  public var section: DocumentSection?
  /// Where the sentence is.
  public var span: TextSpan
}

extension RFCDocument {
  /// The sentences that say what one must, should or may do, in their order.
  ///
  /// The sentence that says how these words are to be read is left out, and so are lists of references.
  ///
  /// - Source: RFC 2119 and RFC 8174: the words have this meaning in capitals only.
  /// - Complexity: O(*n*) in the text.
  public func requirements(_ layout: RFCLayout? = nil) -> [RFCRequirement] {
    let layout = layout ?? self.layout()
    let reader = ParagraphReader(self, layout)
    let lists = Set(layout.listed.compactMap { layout.section(atByte: $0.span.bytes.lowerBound) })
    var found = Self.requirements(reader.paragraphs(of: nil), nil)
    for (position, section) in layout.sections.enumerated() where !lists.contains(position) {
      found += Self.requirements(reader.paragraphs(of: section), section)
    }
    return found
  }

  private static func requirements(
    _ paragraphs: [RFCParagraph], _ section: DocumentSection?
  ) -> [RFCRequirement] {
    paragraphs.flatMap { paragraph in
      SentenceReader.sentences(paragraph.words).compactMap { words in
        let keywords = RFCRequirement.keywords(words)
        guard !keywords.isEmpty else { return nil }
        return RFCRequirement(
          keywords: keywords, sentence: words.map(\.text).joined(separator: " "),
          section: section, span: RFCParagraph.span(of: words))
      }
    }
  }
}

extension RFCRequirement {
  /// The words of RFC 2119 in a sentence; none where it is the one that tells their meaning.
  static func keywords(_ words: ArraySlice<RFCParagraph.Word>) -> [Keyword] {
    var found: [Keyword] = []
    var quoted = 0
    var rest = words
    while let word = rest.popFirst()?.text {
      guard let first = bare(word), Self.beginnings.contains(first) else { continue }
      if word.first == "\"" || word.first == "'" { quoted += 1 }
      let both = rest.first.flatMap { bare($0.text) }.flatMap {
        Keyword(rawValue: first + " " + $0)
      }
      if both != nil { rest = rest.dropFirst() }
      if let keyword = both ?? Keyword(rawValue: first), !found.contains(keyword) {
        found.append(keyword)
      }
    }
    return quoted > 2 ? [] : found
  }

  private static let beginnings: Set<String> = [
    "MUST", "REQUIRED", "SHALL", "SHOULD", "RECOMMENDED", "NOT", "MAY", "OPTIONAL",
  ]

  /// A word without marks around it; nil where it is not all of capitals.
  private static func bare(_ word: String) -> String? {
    let core = word.utf8.drop { !isLetter($0) && !isDigit($0) }
    let capitals = core.prefix(while: isCapital)
    let rest = core.dropFirst(capitals.count)
    guard !capitals.isEmpty,
      !rest.contains(where: { isLetter($0) || isDigit($0) || $0 == 0x5F || $0 == 0x3D })
    else { return nil }
    return String(decoding: capitals, as: UTF8.self)
  }
}

/// Divides paragraphs into sentences.
enum SentenceReader {
  /// The sentences in order: each ends with a mark behind which a capital, a quote or a bracket follows.
  static func sentences(_ words: [RFCParagraph.Word]) -> [ArraySlice<RFCParagraph.Word>] {
    var sentences: [ArraySlice<RFCParagraph.Word>] = []
    var start = 0
    for position in words.indices where ends(words, position) {
      sentences.append(words[start...position])
      start = position + 1
    }
    if start < words.count { sentences.append(words[start...]) }
    return sentences
  }

  private static let shortened: Set<String> = [
    "e.g.", "i.e.", "cf.", "vs.", "sec.", "sect.", "fig.", "no.", "dr.", "mr.", "ms.", "st.", "al.",
    "approx.", "resp.", "eq.", "ref.", "op.", "cit.", "viz.",
  ]

  private static func ends(_ words: [RFCParagraph.Word], _ position: Int) -> Bool {
    let word = words[position].text
    let core = word.reversed().drop { "\"')]".contains($0) }
    guard let mark = core.first, ".!?".contains(mark), position + 1 < words.count else {
      return false
    }
    let name = String(core.reversed()).lowercased().drop { "\"'([".contains($0) }
    if shortened.contains(String(name)) || name.utf8.count == 2 && mark == "." { return false }
    guard let next = words[position + 1].text.first else { return false }
    return next.isUppercase || next.isNumber || "\"'([*".contains(next)
  }
}
