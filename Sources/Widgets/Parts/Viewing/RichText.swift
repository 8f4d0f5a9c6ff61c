internal import HikidashiRecords

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
    self = MarkdownWriter(folder: folder).read(markdown)
  }

  /// Reads HTML that somebody else may have written, such as a mail or an entry of a feed.
  ///
  /// Taken are paragraphs, headings, lists, tables, quotations, code, emphasis, and links to web pages
  /// (`http`, `https`) and mail addresses. Of all other elements the words are taken; scripts, styles, frames,
  /// forms' controls, plugins, drawings and films are left out with what is in them. Nothing runs and nothing is
  /// loaded: a picture is its description, unless the app has its file. Any text is HTML, so that nothing can go
  /// wrong.
  ///
  /// ```swift
  /// let text = RichText(html: mail.body) { source in pictures[source] }
  /// ```
  ///
  /// - Parameters:
  ///   - html: A document or a piece of one. What is behind its first 8 MiB is left out, which its end says.
  ///   - base: Where relative addresses begin: that of the document. Without it only whole addresses are links.
  ///   - picture: Called with the source of each picture, in the order of the document: an `http` or `https`
  ///     address, or the name of a file beside or below the document. It returns the path of a file that the
  ///     app has loaded; or an address of the web, which ``TextReader/show(_:pictures:from:)`` loads; or nil.
  /// - Complexity: O(length), by libxml2's parser (https://gitlab.gnome.org/GNOME/libxml2).
  public init(
    html: String, base: String? = nil, picture: (_ source: String) -> String? = { _ in nil }
  ) {
    self = HTMLWriter.read(html, base: base, picture: picture)
  }
}

// MARK: - Finding

extension RichText {
  /// A heading of a text.
  public struct Heading: Sendable, Hashable {
    /// 1 for the largest.
    public var level: Int
    /// Its words, in one line.
    public var title: String
    /// Where it stands, in Unicode scalars from the start of the text.
    public var range: Range<Int>

    /// Creates a heading.
    public init(level: Int, title: String, range: Range<Int>) {
      (self.level, self.title, self.range) = (level, title, range)
    }
  }

  /// The headings, in the order of the text: titles by their level, and ``StyledRange/Kind/heading`` as level 1.
  ///
  /// - Complexity: O(length)
  public var headings: [Heading] {
    let found = spans.compactMap { span -> (level: Int, range: Range<Int>)? in
      switch span.kind {
      case .title(let level): (max(1, level), span.range)
      case .heading: (1, span.range)
      default: nil
      }
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    let scalars = text.unicodeScalars
    var (place, index) = (0, scalars.startIndex)
    return found.compactMap { level, range in
      guard range.lowerBound >= place,
        let start = scalars.index(
          index, offsetBy: range.lowerBound - place, limitedBy: scalars.endIndex),
        let end = scalars.index(start, offsetBy: range.count, limitedBy: scalars.endIndex)
      else { return nil }
      (place, index) = (range.upperBound, end)
      let words = scalars[start..<end].split { $0.properties.isWhitespace }
      return Heading(
        level: level, title: words.map { String($0) }.joined(separator: " "), range: range)
    }
  }

  /// Returns where words stand in the text, in Unicode scalars from its start, in order and without overlaps.
  ///
  /// Case, width, kana and accents do not count, as in the filter of a ``TableView``. The words are found as they
  /// are written, with their blanks, within one line. It is searched off the main thread; a task that is
  /// cancelled stops soon.
  ///
  /// - Returns: At most a million ranges.
  /// - Complexity: O(length)
  @concurrent
  public func ranges(of words: String) async -> [Range<Int>] {
    TextFinder(words)?.ranges(in: text) { Task.isCancelled } ?? []
  }
}
