/// An entry of a document's list of references.
public struct ListedReference: Sendable, Hashable {
  /// How much the document needs what is listed.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Must be read to understand or implement the document.
    case normative
    /// Gives background.
    case informative
  }

  /// What stands between the brackets: `RFC9110`, `33`, `KEYWORDS`.
  public var label: String
  /// Normative or informative, where the title of the list says so.
  public var kind: Kind?
  /// The RFC that is listed; nil for anything else.
  public var number: Int?
  /// The whole entry.
  public var span: TextSpan
}

extension ListedReference {
  /// The entries of the lists of references: each begins with a label in brackets.
  ///
  /// - Complexity: O(*n*) in the text.
  static func all(
    _ bytes: ByteSlice, _ lines: [RFCLine], _ sections: [DocumentSection]
  ) -> [ListedReference] {
    var listed: [ListedReference] = []
    for (position, section) in sections.enumerated() {
      guard let list = list(position, sections) else { continue }
      listed += entries(bytes, lines, section.ownLines.dropFirst(), list.kind)
    }
    return listed
  }

  /// Whether a section is a list of references, and of which kind.
  private static func list(
    _ position: Int, _ sections: [DocumentSection]
  ) -> (isList: Bool, kind: Kind?)? {
    let words = SectionName.folded(sections[position].heading.title).split(separator: " ")
    let names: Set<Substring> = ["references", "reference", "bibliography"]
    let kinds: Set<Substring> = ["normative", "informative", "informational"]
    let isList =
      [words.first, words.last].contains { $0.map(names.contains) ?? false }
      || 1...2 ~= words.count && words.last.map(kinds.contains) ?? false
    let isInformative =
      words.contains { $0 == "informative" || $0 == "informational" } || words.first == "non"
    let kind: Kind? =
      isInformative ? .informative : words.contains("normative") ? .normative : nil
    let parent = sections[position].parent.flatMap { list($0, sections) }
    guard isList || parent != nil else { return nil }
    return (true, kind ?? parent?.kind)
  }

  private static func entries(
    _ bytes: ByteSlice, _ lines: [RFCLine], _ range: Range<Int>.SubSequence, _ kind: Kind?
  ) -> [ListedReference] {
    var entries: [ListedReference] = []
    var start: (label: String, line: Int, last: Int)?
    func end() {
      guard let start else { return }
      let (from, to) = (lines[start.line].span, lines[start.last].span)
      let text = bytes[from.bytes.lowerBound..<to.bytes.upperBound]
      entries.append(
        ListedReference(
          label: start.label, kind: kind, number: number(start.label, text),
          span: TextSpan(
            bytes: from.bytes.lowerBound..<to.bytes.upperBound,
            scalars: from.scalars.lowerBound..<to.scalars.upperBound)))
    }
    for line in range where !lines[line].isFurniture {
      let content = bytes[bytes.trimmingBlanks(lines[line].span.bytes)]
      if content.isEmpty { continue }
      if let label = label(content) {
        end()
        start = (label, line, line)
      } else {
        start?.last = line
      }
    }
    end()
    return entries
  }

  /// What stands between the brackets that a line begins with.
  private static func label(_ line: ByteSlice) -> String? {
    guard line.first == UInt8(ascii: "["),
      let end = line.prefix(60).firstIndex(of: UInt8(ascii: "]")), end > line.startIndex + 1
    else { return nil }
    return line[line.startIndex + 1..<end].string
  }

  /// The RFC that is listed: the one of the label, else the first that the entry names.
  private static func number(_ label: String, _ text: ByteSlice) -> Int? {
    if let number = RFCEntry.number(label), label.uppercased().hasPrefix("RFC") { return number }
    // A draft names those that it updates.
    if text.contains("internet-draft") || text.contains("work in progress") { return nil }
    for position in text.indices where text[position] | 0x20 == UInt8(ascii: "r") {
      if let mention = RFCMention(at: position, in: text) { return mention.number }
    }
    return nil
  }
}

extension ByteSlice {
  /// Whether `text`, in small letters, is somewhere in these bytes, whatever their case.
  func contains(_ text: StaticString) -> Bool {
    indices.contains { starts(with: text, at: $0) }
  }
}
