/// What a reader needs to find the way in a document: lines, sections and links.
///
/// ```swift
/// let layout = document.layout()
/// for line in layout.lines where line.isFurniture { dim(line.span.scalars) }
/// ```
public struct RFCLayout: Sendable {
  /// Every line in order, with what it is for.
  public let lines: [RFCLine]
  /// The headings of sections in order.
  public let headings: [RFCHeading]
  /// The sections, each at the position that its heading has in ``headings``.
  public let sections: [DocumentSection]
  /// The pages in order; empty where the text is not divided into pages.
  public let pages: [RFCPage]
  /// The entries of the lists of references in order.
  public let listed: [ListedReference]
  /// The places that mention an RFC, in order; running titles are left out.
  public let references: [RFCReference]
  /// All places that lead somewhere, in order; none lies within another.
  public let links: [RFCLink]
}

extension RFCDocument {
  /// Finds lines, sections and links in the text.
  ///
  /// - Complexity: O(*n*), about 1 ms for 100 kB; do it once and off the main thread.
  public func layout() -> RFCLayout {
    Array(text.utf8).withUnsafeBufferPointer { buffer in
      let bytes = ByteSlice(buffer)
      let lines = PageScanner(bytes).lines
      let headings = HeadingScanner(bytes, lines).headings
      let sections = DocumentSection.all(headings, lines)
      let pages = RFCPage.all(bytes, lines)
      let listed = ListedReference.all(bytes, lines, sections)
      let scanner = LinkScanner(bytes, lines, LinkTargets(sections, pages, listed))
      return RFCLayout(
        lines: lines, headings: headings, sections: sections, pages: pages, listed: listed,
        references: scanner.references, links: scanner.links)
    }
  }
}
