/// A short form that a document explains: `Transport Layer Security (TLS)`.
public struct RFCAbbreviation: Sendable, Hashable {
  /// The short form: `TLS`.
  public var short: String
  /// What it stands for: `Transport Layer Security`.
  public var long: String
  /// Where it is explained, from the first word to the bracket.
  public var span: TextSpan
}

extension RFCDocument {
  /// The abbreviations that the document explains, each where it does so first.
  ///
  /// The letters of the short form must be found in the words before the bracket, its first one at the
  /// beginning of a word.
  ///
  /// - Source: A. S. Schwartz and M. A. Hearst, “A simple algorithm for identifying abbreviation
  ///   definitions in biomedical text”, 2003.
  /// - Complexity: O(*n*) in the text.
  public func abbreviations(_ layout: RFCLayout? = nil) -> [RFCAbbreviation] {
    let layout = layout ?? self.layout()
    let reader = ParagraphReader(self, layout)
    var known: Set<String> = []
    var found: [RFCAbbreviation] = []
    for section in [nil] + layout.sections.map(Optional.some) {
      for paragraph in reader.paragraphs(of: section) {
        for abbreviation in RFCAbbreviation.all(in: paragraph.words)
        where known.insert(abbreviation.short).inserted { found.append(abbreviation) }
      }
    }
    return found
  }
}

extension RFCAbbreviation {
  static func all(in words: [RFCParagraph.Word]) -> [RFCAbbreviation] {
    words.indices.compactMap { position in
      guard let short = short(words[position].text) else { return nil }
      let before = words[
        max(0, position - min(short.utf8.count + 5, short.utf8.count * 2))..<position]
      guard let start = start(of: short, in: before) else { return nil }
      let long = words[start..<position]
      return RFCAbbreviation(
        short: short, long: longForm(long),
        span: RFCParagraph.span(of: words[start...position]))
    }
  }

  /// The long form without a mark before it, as of a title that is quoted.
  private static func longForm(_ long: ArraySlice<RFCParagraph.Word>) -> String {
    String(long.map(\.text).joined(separator: " ").drop { "\"'([<".contains($0) })
  }

  /// `TLS` of `(TLS)`, `(TLS),` and `(TLS;`.
  private static func short(_ word: String) -> String? {
    guard word.utf8.first == UInt8(ascii: "(") else { return nil }
    let core = word.dropFirst().prefix {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-/".contains($0))
    }
    let rest = word.dropFirst(1 + core.utf8.count)
    guard 2...10 ~= core.utf8.count, let first = rest.first, ");,".contains(first),
      core.utf8.first.map(isLetter) ?? false, core.utf8.count(where: isCapital) >= 2
    else { return nil }
    var short = String(core)
    // Many at once: `Internet Service Providers (ISPs)`.
    if short.hasSuffix("s"), short.dropLast().allSatisfy(\.isUppercase) { short.removeLast() }
    return short
  }

  /// The position of the word with which the long form begins.
  private static func start(
    of short: String, in words: ArraySlice<RFCParagraph.Word>
  ) -> Int? {
    var letters = short.lowercased().utf8.filter { isLetter($0) || isDigit($0) }[...]
    for position in words.indices.reversed() {
      let word = words[position].text.lowercased()
      // No sentence ends within a long form.
      if word.utf8.last.map({ ".;:!?)".utf8.contains($0) }) ?? false { return nil }
      var characters = Array(word.utf8)[...]
      while let wanted = letters.last, let byte = characters.popLast() {
        guard byte == wanted else { continue }
        let isStart = characters.last.map { !isAlphanumeric($0) } ?? true
        // The first letter stands at the beginning of a word.
        if letters.count > 1 || isStart { letters.removeLast() }
      }
      if letters.isEmpty {
        return words.distance(from: words.startIndex, to: position) + words.startIndex
      }
    }
    return nil
  }
}
