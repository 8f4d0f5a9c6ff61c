import FoundationEssentials
import Hikidashi

/// A text or Markdown file: its text with styles, its headings, and where words are in it.
struct Article: Sendable {
  /// A heading, or something that was found.
  struct Place: Hashable, Sendable, CustomStringConvertible {
    var title: String
    /// In Unicode scalars from the start of the text.
    var offset: Int
    /// 1 for the highest headings; ``found`` for what was found.
    var level: Int

    static let found = Int.max

    var description: String { title }
  }

  private(set) var text: RichText
  let isMarkdown: Bool
  private(set) var headings: [Place] = []
  private let letters: [Unicode.Scalar]
  /// The same in small letters.
  private let folded: [Unicode.Scalar]

  init(_ source: String, at url: URL) {
    isMarkdown = Article.isMarkdown(url)
    let folder = url.isFileURL ? url.deletingLastPathComponent().path : nil
    let source = source.replacing("\r\n", with: "\n")
    text = isMarkdown ? RichText(markdown: source, folder: folder) : RichText(source)
    letters = Array(text.text.unicodeScalars)
    folded = Article.folded(text.text)
    headings = isMarkdown ? titles : underlined
    if !isMarkdown {
      text.spans = headings.map {
        StyledRange($0.offset..<$0.offset + $0.title.unicodeScalars.count, .heading)
      }
    }
  }

  private static func isMarkdown(_ url: URL) -> Bool {
    ["md", "markdown"].contains(url.pathExtension.lowercased())
  }

  /// Whether a link leads to an article, and not to what a browser shows.
  static func isArticle(_ url: URL) -> Bool {
    isMarkdown(url) || ["txt", "text"].contains(url.pathExtension.lowercased())
  }

  private static func folded(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.map { $0.properties.lowercaseMapping.unicodeScalars.first ?? $0 }
  }

  private func string(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(letters[range]))
  }
}

// MARK: - Headings

extension Article {
  /// The headings of Markdown.
  private var titles: [Place] {
    text.spans.compactMap { span in
      guard case .title(let level) = span.kind else { return nil }
      return Place(title: string(span.range), offset: span.range.lowerBound, level: level)
    }
  }

  /// The lines of plain text below which there is a line of `=` or `-`.
  private var underlined: [Place] {
    let lines = letters.split(separator: "\n", omittingEmptySubsequences: false)
    return zip(lines, lines.dropFirst()).compactMap { line, rule in
      guard let mark = rule.first, mark == "=" || mark == "-", rule.count > 2, !line.isEmpty,
        rule.allSatisfy({ $0 == mark })
      else { return nil }
      let title = string(line.startIndex..<line.endIndex)
      return Place(title: title, offset: line.startIndex, level: mark == "=" ? 1 : 2)
    }
  }

  /// The headings as they stand below one another; those alone that lead to something, where words were
  /// looked for.
  func contents(found: [Range<Int>]? = nil) -> Outline<Place> {
    let all = headings + (found ?? []).map(line(around:))
    var rest = all.sorted { ($0.offset, $0.level) < ($1.offset, $1.level) }[...]
    let nodes = self.nodes(&rest, below: 0, isSearch: found != nil)
    return Outline { nodes }
  }

  private func nodes(
    _ rest: inout ArraySlice<Place>, below level: Int, isSearch: Bool
  ) -> [Node<Place>] {
    var nodes: [Node<Place>] = []
    while let place = rest.first, place.level > level {
      rest.removeFirst()
      let children = self.nodes(&rest, below: place.level, isSearch: isSearch)
      guard !isSearch || !children.isEmpty || place.level == Place.found else { continue }
      nodes.append(Node(place, isOpen: true, children: children))
    }
    return nodes
  }

  /// Where a link such as `#first-steps` leads.
  func heading(_ anchor: String) -> Place? {
    headings.first { heading in
      let words = heading.title.lowercased().filter {
        $0.isLetter || $0.isNumber || " -_".contains($0)
      }
      return words.replacing(" ", with: "-") == anchor.lowercased()
    }
  }
}

// MARK: - Words

extension Article {
  /// Where words stand, whatever the case of their letters: the first thousand places.
  func find(_ words: String) -> [Range<Int>] {
    let words = Article.folded(words)
    guard let first = words.first else { return [] }
    var found: [Range<Int>] = []
    var start = 0
    while found.count < 1_000, let place = folded[start...].firstIndex(of: first) {
      let isFound = folded[place...].starts(with: words)
      if isFound { found.append(place..<place + words.count) }
      start = isFound ? place + words.count : place + 1
    }
    return found
  }

  /// What stands around something in its line.
  private func line(around found: Range<Int>) -> Place {
    let before = letters[..<found.lowerBound].suffix(16)
    let start = (before.lastIndex(of: "\n") ?? before.firstIndex(of: " ")).map { $0 + 1 }
    let line = letters[(start ?? before.startIndex)...].prefix(80).prefix { $0 != "\n" }
    let title = String(String.UnicodeScalarView(line.drop { $0 == " " }))
    return Place(title: title, offset: found.lowerBound, level: Place.found)
  }
}

// MARK: - Reading

/// Makes an article of the bytes at an address, off the main thread.
struct ArticleParser: ResponseParser {
  private let url: URL
  private var data = DataParser()

  init(_ url: URL) { self.url = url }

  mutating func feed(_ bytes: [UInt8]) -> ParserStep { data.feed(bytes) }

  mutating func finish() throws(ParserError) -> Article {
    guard let text = String(validating: data.finish(), as: UTF8.self) else {
      throw .wrongContent(reason: tr("it is no text in UTF-8"))
    }
    return Article(text, at: url)
  }
}
