/// A text with headings, lists, links and pictures for a ``TextReader``.
///
/// ```swift
/// reader.show(RichText(markdown: "# Notes\n\nSee [the manual](manual.md).", folder: folder))
/// ```
public struct RichText: Sendable, Hashable {
  /// The text without its styles.
  public var text: String
  /// The styles of ranges of the text; ranges may be nested.
  public var spans: [StyledRange]

  /// Creates a text with styles.
  public init(_ text: String, spans: [StyledRange] = []) {
    self.text = text
    self.spans = spans
  }

  /// Reads Markdown: CommonMark with GitHub's tables, task lists, strikethrough and bare links.
  ///
  /// HTML is shown as it is written. Tables are aligned in a fixed-width face. A picture is shown,
  /// with its description below it, when it is a file in `folder` or below it that can be read, and
  /// otherwise the description alone: a document that somebody else wrote shows no other files of
  /// this machine. Any text is Markdown, so that nothing can go wrong.
  ///
  /// - Parameters:
  ///   - markdown: At most 4 GiB.
  ///   - folder: Where the pictures are, and where their relative paths begin; nil shows none.
  /// - Complexity: O(length), by md4c (https://github.com/mity/md4c).
  public init(markdown: String, folder: String? = nil) {
    let writer = MarkdownWriter(folder: folder)
    writer.read(markdown)
    self.init(writer.text, spans: writer.spans)
  }
}
