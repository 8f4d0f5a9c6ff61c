/// Text with headings, lists, links and pictures, as a ``TextReader`` shows it.
///
/// ```swift
/// reader.show(RichText(markdown: "# Notes\n\nSee [the manual](manual.md).", folder: folder))
/// ```
public struct RichText: Sendable, Hashable {
  public var text: String
  /// What the stretches of the text are; they may lie within one another.
  public var spans: [StyledRange]

  public init(_ text: String, spans: [StyledRange] = []) {
    self.text = text
    self.spans = spans
  }

  /// Reads Markdown: CommonMark with GitHub's tables, task lists, struck text and bare links.
  ///
  /// HTML is shown as it is written. Tables are aligned in a fixed-width face. A picture is shown
  /// when it is a local file that can be read, with its description below it, and otherwise the
  /// description alone. Any text is Markdown, so that nothing can go wrong.
  ///
  /// - Parameters:
  ///   - markdown: At most 4 GiB.
  ///   - folder: Where relative paths of pictures begin; nil shows none of these.
  /// - Complexity: O(length), by md4c (https://github.com/mity/md4c).
  public init(markdown: String, folder: String? = nil) {
    let writer = MarkdownWriter(folder: folder)
    writer.read(markdown)
    self.init(writer.text, spans: writer.spans)
  }
}
