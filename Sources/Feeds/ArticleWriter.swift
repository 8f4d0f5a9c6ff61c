/// Writes the parts of a page as HTML that does nothing but show text and pictures.
struct ArticleWriter {
  private let nodes: [ArticleNode]
  /// The heading that is the title, which is left out.
  private let title: Int?
  private var html: [UInt8] = []
  private var open: [Open] = []
  /// Whether a paragraph is open that the page does not have.
  private var isInParagraph = false
  private var owesBreak = false
  /// The address of the last picture: pages have one twice for readers without scripts.
  private var lastPicture = ""

  /// An open element.
  private struct Open {
    let end: Int
    /// The tag at its end; empty where none is written.
    let close: String
    /// Whether text may stand in it as it is.
    let takesText: Bool
    /// Whether it begins a line.
    let isBlock: Bool
    /// `list` or `table` where it takes their parts; nil where it takes text.
    let group: String?
  }

  /// Returns the HTML of the parts without the heading `title`.
  ///
  /// - Complexity: O(*n*) in the nodes.
  static func html(_ finder: ArticleFinder, title: Int?) -> String {
    var writer = ArticleWriter(finder.nodes, title: title)
    for part in finder.parts { writer.write(part) }
    return String(decoding: writer.html, as: UTF8.self)
  }

  private init(_ nodes: [ArticleNode], title: Int?) {
    self.nodes = nodes
    self.title = title
  }

  private mutating func write(_ part: Int) {
    var place = part
    while place < nodes[part].end {
      close(before: place)
      let node = nodes[place]
      if node.isDropped || place == title {
        place = node.end
        continue
      }
      if node.isText {
        text(node.text)
        place += 1
      } else {
        place = enter(node, place)
      }
    }
    close(before: .max)
    endParagraph()
  }

  private mutating func close(before place: Int) {
    while let last = open.last, last.end <= place {
      if last.isBlock { endLine() }
      append(last.close)
      open.removeLast()
    }
  }

  // MARK: - Elements

  /// Writes the beginning of an element; the place to go on at.
  private mutating func enter(_ node: ArticleNode, _ place: Int) -> Int {
    switch node.name {
    case "img":
      picture(node)
      return place + 1
    case "br":
      lineBreak()
      return node.end
    case "hr":
      endLine()
      append("<hr>")
      return node.end
    default: break
    }
    if node.isInline {
      // Safe HTML has no links around paragraphs.
      let isSeen = node.size.words > 0 || node.pictures > 0
      guard let name = Self.inlines[node.name], !node.holdsBlock, isSeen else { return place + 1 }
      if node.name == "a", node.address == nil { return place + 1 }
      beginText()
      append(node.name == "a" ? "<a href=\"\(Self.escaped(node.address ?? ""))\">" : "<\(name)>")
      push(node, "</\(name)>", takesText: true, isBlock: false, group: nil)
      return place + 1
    }
    // Cells and lines of code count even where they are empty.
    let isCell = node.name == "td" || node.name == "th"
    guard isCell || node.size.words > 0 || node.pictures > 0 || node.name == "pre" else {
      return node.end
    }
    endLine()
    block(node)
    return place + 1
  }

  private mutating func block(_ node: ArticleNode) {
    let group = open.last { $0.isBlock }?.group
    let name = node.name
    var takesText = !node.holdsBlock
    var tag = name
    var inner: String?
    switch name {
    case "h1", "h2", "h3", "h4", "h5", "h6", "p", "pre":
      takesText = true
    case "blockquote", "figure": takesText = false
    case "figcaption": break
    case "summary": (tag, takesText) = ("p", true)
    case "ul", "ol", "dl": (takesText, inner) = (false, "list")
    case "li", "dt", "dd":
      // An item outside of a list is a line.
      if group != "list" { return line(node) }
    case "table" where !node.isLayout: (takesText, inner) = (false, "table")
    case "caption", "td", "th":
      if group != "table" { return line(node) }
    case "thead", "tbody", "tfoot", "tr":
      if group != "table" { return line(node) }
      (takesText, inner) = (false, "table")
    default: return line(node)
    }
    var attributes = ""
    if let start = node.start { attributes += " start=\"\(start)\"" }
    if node.span.columns > 1 { attributes += " colspan=\"\(node.span.columns)\"" }
    if node.span.rows > 1 { attributes += " rowspan=\"\(node.span.rows)\"" }
    append("<\(tag)\(attributes)>")
    push(node, "</\(tag)>", takesText: takesText, isBlock: true, group: inner)
  }

  /// Goes into an element that is not written, and stands on a line of its own.
  private mutating func line(_ node: ArticleNode) {
    let around = open.last
    // Text directly in a list or a table stays in it.
    push(
      node, "", takesText: around?.takesText ?? false, isBlock: true,
      group: open.last { $0.isBlock }?.group)
    if around?.takesText == true { append(" ") }
  }

  private mutating func push(
    _ node: ArticleNode, _ close: String, takesText: Bool, isBlock: Bool, group: String?
  ) {
    open.append(
      Open(end: node.end, close: close, takesText: takesText, isBlock: isBlock, group: group))
  }

  // MARK: - Text

  private var takesText: Bool { isInParagraph || open.last?.takesText ?? false }

  private mutating func beginText() {
    if !takesText {
      append("<p>")
      isInParagraph = true
    }
    if owesBreak { append("<br>") }
    owesBreak = false
  }

  private mutating func endParagraph() {
    if isInParagraph { append("</p>\n") }
    (isInParagraph, owesBreak) = (false, false)
  }

  /// Ends the line before or behind an element that stands on one of its own.
  private mutating func endLine() {
    endParagraph()
    if open.last?.takesText != true { append("\n") }
  }

  private mutating func text(_ text: String) {
    let isBlank = text.utf8.allSatisfy { FeedText.isBlank($0) }
    if isBlank, owesBreak || !takesText { return }
    beginText()
    append(Self.escaped(text))
  }

  /// Writes a break; two of them end a paragraph.
  private mutating func lineBreak() {
    if !owesBreak {
      owesBreak = takesText
    } else if isInParagraph, open.last?.isBlock ?? true {
      endParagraph()
    } else if open.last?.close == "</p>" {
      append("</p>\n<p>")
      owesBreak = false
    }
  }

  private mutating func picture(_ node: ArticleNode) {
    guard let address = node.address, address != lastPicture else { return }
    lastPicture = address
    if owesBreak { beginText() }
    let alternative = Self.escaped(node.text)
    let sizes = [("width", node.shown.width), ("height", node.shown.height)].map { name, size in
      size.map { " \(name)=\"\(Int($0.rounded()))\"" } ?? ""
    }
    append("<img src=\"\(Self.escaped(address))\" alt=\"\(alternative)\"\(sizes.joined())>")
  }

  private mutating func append(_ text: String) { html.append(contentsOf: text.utf8) }

  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    FeedText.escape(text.utf8, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The inlines that are kept, with the names that they get.
  private static let inlines: [String: String] = [
    "a": "a", "abbr": "abbr", "acronym": "abbr", "b": "b", "bdi": "bdi", "cite": "cite",
    "code": "code", "del": "del", "dfn": "dfn", "em": "em", "i": "i", "ins": "ins", "kbd": "kbd",
    "mark": "mark", "q": "q", "rp": "rp", "rt": "rt", "ruby": "ruby", "s": "s", "samp": "samp",
    "small": "small", "strike": "s", "strong": "strong", "sub": "sub", "sup": "sup",
    "tt": "code", "u": "u", "var": "var",
  ]
}
