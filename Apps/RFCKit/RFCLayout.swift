/// What a reader needs to find the way in a document: lines, headings and references.
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
  /// The places that mention an RFC, in order; running titles are left out.
  public let references: [RFCReference]
}

extension RFCDocument {
  /// Finds lines, headings and references in the text.
  ///
  /// - Complexity: O(*n*), about 1 ms for 100 kB; do it once and off the main thread.
  public func layout() -> RFCLayout {
    Array(text.utf8).withUnsafeBufferPointer { buffer in
      let bytes = ByteSlice(buffer)
      let lines = PageScanner(bytes).lines
      return RFCLayout(
        lines: lines,
        headings: HeadingScanner(bytes, lines).headings,
        references: ReferenceScanner(bytes, lines).references)
    }
  }
}
