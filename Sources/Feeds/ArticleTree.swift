internal import FoundationEssentials
internal import HikidashiLoading

/// The elements and texts of a page in the order of the page, each with the place of its end.
///
/// A list is walked without recursion, however deep a page nests.
struct ArticleTree: HTMLVisitor {
  /// The first node stands around all others.
  private(set) var nodes = [ArticleNode(name: "body", parent: 0, place: 0)]
  private(set) var titles = ArticleTitles()
  /// Whether the page asks for a password.
  private(set) var asksForPassword = false
  private var base: URL?
  private var hasBase = false
  private var open = [0]
  private var tables: [Table] = []
  private var verbatimDepth = 0
  private var linkDepth = 0
  private var unscriptedDepth = 0
  private var pictures = HTMLPictures()
  private var run = ArticleWords()
  private var runStart: Int?

  /// The size of a table, and whether it has the marks of one of data.
  private struct Table {
    var rows = 0
    var cells = 0
    var hasHead = false
    var hasParts = false
  }

  /// The greatest number of nodes: no page that people read has so many. Others are left out.
  static let limit = 200_000
  /// Whether all of the page was taken.
  private(set) var isWhole = true

  private mutating func hasRoom() -> Bool {
    if nodes.count >= Self.limit { isWhole = false }
    return isWhole
  }

  init(_ html: String, page: URL?) {
    base = page
    HTMLTree.visit(html, &self)
    endRun()
    nodes[0].end = nodes.count
  }

  mutating func enter(_ element: HTMLElement) -> Bool {
    let name = element.name
    if titles.enter(element, name) { return true }
    switch name {
    case "base" where !hasBase:
      if let address = FeedText.address(element.attribute("href"), from: base) {
        (base, hasBase) = (address, true)
      }
      return false
    case "input":
      if element.attribute("type")?.lowercased() == "password" { asksForPassword = true }
      return false
    default: break
    }
    let picture = pictures.enter(element, name)
    guard element.isRead, hasRoom() else { return false }
    if let picture {
      add(element, picture)
      return true
    }
    guard unscriptedDepth == 0 || ArticleNode.inlines.contains(name) else { return false }
    add(element, name)
    return true
  }

  /// Adds a picture, or the letters of a symbol.
  private mutating func add(_ element: HTMLElement, _ picture: HTMLPicture) {
    defer { if let letters = picture.letters { take(letters) } }
    add(element, "img") { node, base in
      node.address = picture.address(from: base)?.absoluteString
      node.text = picture.alternative
      node.shown = (picture.width, picture.height)
    }
  }

  private mutating func add(
    _ element: HTMLElement, _ name: String, _ fill: (inout ArticleNode, URL?) -> Void = { _, _ in }
  ) {
    let place = nodes.count
    var node = ArticleNode(name: name, parent: open[open.count - 1], place: place)
    if verbatimDepth == 0 { node.hint = ArticleHint(element) }
    switch name {
    case "a":
      linkDepth += 1
      node.address = FeedText.address(element.attribute("href"), from: base).flatMap {
        ["http", "https", "mailto"].contains($0.scheme?.lowercased() ?? "")
          ? $0.absoluteString : nil
      }
    case "img": fill(&node, base)
    case "pre": verbatimDepth += 1
    case "noscript": unscriptedDepth += 1
    case "ol": node.start = element.attribute("start").flatMap { Int($0) }
    case "td", "th":
      node.span = (Self.span(element, "colspan"), Self.span(element, "rowspan"))
    default: node.text = element.attribute("class") ?? ""
    }
    if !node.isInline {
      endRun()
      count(name)
    }
    nodes.append(node)
    open.append(place)
  }

  private static func span(_ element: HTMLElement, _ name: String) -> Int {
    // The bounds are those of browsers.
    min(max(element.attribute(name).flatMap { Int($0) } ?? 1, 1), 1_000)
  }

  private mutating func count(_ name: String) {
    if !tables.isEmpty {
      let last = tables.count - 1
      switch name {
      case "tr": tables[last].rows += 1
      case "td": tables[last].cells += 1
      case "th":
        tables[last].cells += 1
        tables[last].hasHead = true
      case "thead", "caption": tables[last].hasHead = true
      case "tbody", "tfoot", "colgroup", "col": break
      case "table":
        tables[last].hasHead = false
        tables[last].hasParts = true
      default: tables[last].hasParts = true
      }
    }
    if name == "table" { tables.append(Table()) }
  }

  mutating func leave(_ name: String) {
    if titles.leave(name) { return }
    pictures.leave(name)
    guard open.count > 1, let place = open.popLast() else { return }
    let node = nodes[place]
    if !node.isInline { endRun() }
    nodes[place].end = nodes.count
    if !node.isInline || node.holdsBlock { nodes[node.parent].holdsBlock = true }
    switch node.name {
    case "a": linkDepth -= 1
    case "pre": verbatimDepth -= 1
    case "noscript": unscriptedDepth -= 1
    case "table":
      let table = tables.popLast() ?? Table()
      let isLine = table.rows < 2 || table.cells <= table.rows
      nodes[place].isLayout =
        node.hint.contains(.looks) || !table.hasHead && (table.hasParts || isLine)
    default: break
    }
  }

  mutating func take(_ text: String) {
    if titles.take(text) { return }
    guard unscriptedDepth == 0, hasRoom() else { return }
    let place = nodes.count
    var node = ArticleNode(name: "", parent: open[open.count - 1], place: place)
    node.text = text
    node.size = ArticleWords(text, isLinked: linkDepth > 0)
    run += node.size
    // A run begins at its first word, not at a blank before it.
    if runStart == nil, node.size.words > 0 { runStart = place }
    nodes.append(node)
  }

  /// Ends a run of text, which counts where it begins.
  private mutating func endRun() {
    if let runStart { nodes[runStart].run = run }
    (run, runStart) = (ArticleWords(), nil)
  }
}
