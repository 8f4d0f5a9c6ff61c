/// A paragraph of a document, without what belongs to pages and with its lines joined.
///
/// ```swift
/// for paragraph in document.paragraphs(layout, of: section) { print(paragraph.text) }
/// ```
public struct RFCParagraph: Sendable, Hashable {
  /// A word, and where it is.
  public struct Word: Sendable, Hashable {
    /// The word; one that a line was broken in behind its hyphen is whole again.
    public var text: String
    /// Where it begins and ends.
    public var span: TextSpan
  }

  /// The words in order.
  public var words: [Word]
  /// How far the first line is set in.
  public var indent: Int
  /// The lines as they are printed, without those of pages; for figures and code.
  public var lines: [String]

  /// The words with a space between them.
  public var text: String { words.lazy.map(\.text).joined(separator: " ") }

  /// From the first to the last word.
  public var span: TextSpan { Self.span(of: words[...]) }

  /// From the first to the last of some words.
  static func span(of words: ArraySlice<Word>) -> TextSpan {
    guard let first = words.first?.span, let last = words.last?.span else {
      return TextSpan(bytes: 0..<0, scalars: 0..<0)
    }
    return TextSpan(
      bytes: first.bytes.lowerBound..<last.bytes.upperBound,
      scalars: first.scalars.lowerBound..<last.scalars.upperBound)
  }
}

extension RFCDocument {
  /// The paragraphs of a section without its heading and without the sections within it.
  ///
  /// A paragraph goes on behind the end of a page where its sentence does.
  ///
  /// - Parameters:
  ///   - layout: That of the document.
  ///   - section: One of its sections; nil for what stands before the first heading.
  /// - Complexity: O(*n*) in the text of the document.
  public func paragraphs(_ layout: RFCLayout, of section: DocumentSection?) -> [RFCParagraph] {
    ParagraphReader(self, layout).paragraphs(of: section)
  }
}

extension RFCDocument {
  /// The text of a section with all those within it, without what belongs to pages.
  ///
  /// Paragraphs that a page divided are whole, and every two have one empty line between them.
  ///
  /// - Complexity: O(*n*) in the text of the document.
  public func text(_ layout: RFCLayout, of section: DocumentSection) -> String {
    ParagraphReader(self, layout).paragraphs(section.lines)
      .map { $0.lines.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }
}

/// Reads the paragraphs of a document.
struct ParagraphReader {
  private let bytes: [UInt8]
  private let layout: RFCLayout

  init(_ document: RFCDocument, _ layout: RFCLayout) {
    bytes = Array(document.text.utf8)
    self.layout = layout
  }

  func paragraphs(of section: DocumentSection?) -> [RFCParagraph] {
    paragraphs(body(of: section))
  }

  /// The lines of a section behind its heading and before the next one.
  func body(of section: DocumentSection?) -> Range<Int> {
    guard let section else {
      return 0..<(layout.sections.first?.lines.lowerBound ?? layout.lines.count)
    }
    let heading = section.heading.span.bytes.upperBound
    let first = section.ownLines.first { layout.lines[$0].span.bytes.lowerBound >= heading }
    return (first ?? section.ownLines.upperBound)..<section.ownLines.upperBound
  }

  /// The paragraphs of some lines.
  func paragraphs(_ range: Range<Int>) -> [RFCParagraph] { groups(range).map(paragraph) }

  /// The lines of each paragraph, by their positions in the layout.
  func groups(_ range: Range<Int>) -> [[Int]] {
    var groups: [[Int]] = []
    var group: [Int] = []
    var crossed = false
    for line in range {
      if layout.lines[line].isFurniture {
        crossed = true
        continue
      }
      let isEmpty = content(line).isEmpty
      if isEmpty || crossed && !goesOn(group.last, in: line) {
        if !group.isEmpty { groups.append(group) }
        group = []
      }
      crossed = false
      if !isEmpty { group.append(line) }
    }
    if !group.isEmpty { groups.append(group) }
    return groups
  }

  /// What a line has between the blanks at its ends.
  func content(_ line: Int) -> ArraySlice<UInt8> {
    let line = bytes[layout.lines[line].span.bytes].drop(while: Self.isGap)
    var end = line.endIndex
    while end > line.startIndex, Self.isGap(line[end - 1]) { end -= 1 }
    return line[line.startIndex..<end]
  }

  private static func isGap(_ byte: UInt8) -> Bool { isBlank(byte) || byte == 0x0C }

  /// How far a line is set in.
  func indent(_ line: Int) -> Int {
    content(line).startIndex - layout.lines[line].span.bytes.lowerBound
  }

  /// Whether the sentence of the last line of a page goes on in the first one of the next.
  func goesOn(_ last: Int?, in line: Int) -> Bool {
    guard let last else { return true }
    let (before, after) = (content(last), content(line))
    guard let end = before.last, let start = after.first, indent(line) >= indent(last) - 2,
      indent(line) <= indent(last) + 8
    else { return false }
    if start &- 0x61 < 26 { return !".:".utf8.contains(end) || indent(line) == indent(last) }
    return !".:!?>)".utf8.contains(end) && indent(line) == indent(last) && before.count > 40
  }

  /// The paragraph that some lines are.
  func paragraph(_ group: [Int]) -> RFCParagraph {
    var words: [RFCParagraph.Word] = []
    for line in group {
      var isFirst = true
      let whole = layout.lines[line].span
      // The end of the last word in both units, so that a long line is counted once.
      var known = (byte: whole.bytes.lowerBound, scalar: whole.scalars.lowerBound)
      for word in content(line).split(whereSeparator: Self.isGap) {
        let text = String(decoding: word, as: UTF8.self)
        let span = span(word.startIndex..<word.endIndex, after: known)
        known = (span.bytes.upperBound, span.scalars.upperBound)
        if isFirst, let last = words.last, isBroken(last.text, before: text) {
          words.removeLast()
          words.append(
            RFCParagraph.Word(
              text: last.text + text,
              span: RFCParagraph.span(of: [last, .init(text: "", span: span)])))
        } else {
          words.append(RFCParagraph.Word(text: text, span: span))
        }
        isFirst = false
      }
    }
    return RFCParagraph(
      words: words, indent: group.first.map(indent) ?? 0,
      lines: group.map { line in
        let start = layout.lines[line].span.bytes.lowerBound
        return String(decoding: bytes[start..<content(line).endIndex], as: UTF8.self)
      })
  }

  /// Whether a word that ends a line goes on in the next one, which begins with `next`.
  private func isBroken(_ word: String, before next: String) -> Bool {
    // Addresses in brackets have no blanks.
    if let open = word.lastIndex(of: "<"), word[open...].contains("://") {
      return !word[open...].contains(">") && next.contains(">")
    }
    guard word.utf8.count > 1, let last = word.utf8.last,
      let before = word.unicodeScalars.dropLast().last, let first = next.unicodeScalars.first
    else { return false }
    let isWithin =
      before.properties.isAlphabetic && first.properties.isAlphabetic
      || ("0"..."9").contains(before) && ("0"..."9").contains(first)
    switch last {
    // Of `pre- and postfix` the hyphen stands for the word that follows.
    case UInt8(ascii: "-"): return isWithin && !["and", "or", "to"].contains(next)
    case UInt8(ascii: "/"): return isWithin && !word.dropLast().contains("/")
    default: return false
    }
  }

  private func span(_ range: Range<Int>, after known: (byte: Int, scalar: Int)) -> TextSpan {
    func scalars(_ range: Range<Int>) -> Int { bytes[range].count { $0 & 0xC0 != 0x80 } }
    let start = known.scalar + scalars(known.byte..<range.lowerBound)
    return TextSpan(bytes: range, scalars: start..<start + scalars(range))
  }
}
