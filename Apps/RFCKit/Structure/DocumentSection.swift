/// A section of a document: its heading, and all text up to the next heading that does not lie deeper.
///
/// ```swift
/// let layout = document.layout()
/// if let section = layout.section("4.2") { print(section.heading.title, section.span.scalars) }
/// ```
public struct DocumentSection: Sendable, Hashable {
  /// The heading that it begins with.
  public var heading: RFCHeading
  /// From the heading to the end of the last section within this one.
  public var span: TextSpan
  /// The positions of its lines in ``RFCLayout/lines``.
  public var lines: Range<Int>
  /// Those up to the next heading, however deep that lies.
  public var ownLines: Range<Int>
  /// The position in ``RFCLayout/sections`` of the section that it lies in; nil for a chapter.
  public var parent: Int?

  /// The number as it is compared, `4.2` or `A.1`; nil where the section has none.
  var key: String? { heading.number.map(SectionName.number) }
}

extension RFCLayout {
  /// The section that a person means by a number or a title.
  ///
  /// ```swift
  /// layout.section("4.2")
  /// layout.section("Section 4.2.")
  /// layout.section("appendix a")
  /// layout.section("security considerations")
  /// ```
  ///
  /// A number goes before a title, a whole title before the beginning of one, and that before words
  /// within one.
  ///
  /// - Returns: nil where there is none.
  /// - Complexity: O(*n*) in the number of sections.
  public func section(_ name: String) -> DocumentSection? {
    position(ofSection: name).map { sections[$0] }
  }

  /// The position in ``sections`` of the section that a person means by a number or a title.
  ///
  /// - Complexity: O(*n*) in the number of sections.
  public func position(ofSection name: String) -> Int? {
    let number = SectionName.number(name)
    if let position = sections.firstIndex(where: { $0.key == number }) { return position }
    let title = SectionName.folded(name)
    let titles = sections.map { SectionName.folded($0.heading.title) }
    // A letter or a number that is none of a section is no beginning of a title either.
    guard title.utf8.count > 2, title.contains(where: \.isLetter) else {
      return title.isEmpty ? nil : titles.firstIndex { $0 == title }
    }
    return titles.firstIndex { $0 == title } ?? titles.firstIndex { $0.hasPrefix(title) }
      ?? titles.firstIndex { $0.contains(title) }
  }

  /// The position in ``sections`` of the innermost one that has a place of the text; nil before the
  /// first heading.
  ///
  /// - Parameter offset: An offset in the text's UTF-8.
  /// - Complexity: O(log *n*) in the number of sections.
  public func section(atByte offset: Int) -> Int? {
    let next = sections.partitioningIndex { $0.span.bytes.lowerBound > offset }
    return next == 0 ? nil : next - 1
  }
}

extension DocumentSection {
  /// The sections that headings divide lines into, in the order of the headings.
  ///
  /// - Complexity: O(*n*) in lines and headings.
  static func all(_ headings: [RFCHeading], _ lines: [RFCLine]) -> [DocumentSection] {
    var sections: [DocumentSection] = []
    var open: [Int] = []
    var line = 0
    func close(_ section: Int, before end: Int) {
      let last = lines[end - 1].span
      let span = sections[section].span
      sections[section].lines = sections[section].lines.lowerBound..<end
      sections[section].span = TextSpan(
        bytes: span.bytes.lowerBound..<max(span.bytes.upperBound, last.bytes.upperBound),
        scalars: span.scalars.lowerBound..<max(span.scalars.upperBound, last.scalars.upperBound))
    }
    for heading in headings {
      while lines[line].span.bytes.lowerBound < heading.span.bytes.lowerBound { line += 1 }
      if let last = sections.indices.last {
        sections[last].ownLines = sections[last].lines.lowerBound..<line
      }
      while let last = open.last, sections[last].heading.level >= heading.level {
        close(last, before: line)
        open.removeLast()
      }
      sections.append(
        DocumentSection(
          heading: heading, span: heading.span, lines: line..<line + 1, ownLines: line..<line + 1,
          parent: open.last))
      open.append(sections.count - 1)
    }
    if let last = sections.indices.last {
      sections[last].ownLines = sections[last].lines.lowerBound..<lines.count
    }
    for section in open { close(section, before: lines.count) }
    return sections
  }
}
