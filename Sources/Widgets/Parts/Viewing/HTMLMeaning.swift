/// What an element of HTML is in a text. What is on no list counts only for the words in it.
enum HTMLMeaning: Hashable, Sendable {
  /// The words in it.
  case words
  case inline(StyledRange.Kind)
  case block(StyledRange.Kind?, isApart: Bool)
  case code
  case list(isNumbered: Bool)
  case item
  case table, row, cell
  case link, lineBreak, rule, quoted

  init(_ name: String) {
    // A prefix is a namespace, as in `svg:script`.
    let name = name.split(separator: ":").last.map(String.init) ?? name
    self = Self.known[name] ?? .words
  }

  private static let known: [String: HTMLMeaning] = {
    var known: [String: HTMLMeaning] = [
      "a": .link, "br": .lineBreak, "hr": .rule, "q": .quoted, "pre": .code,
      "ul": .list(isNumbered: false), "menu": .list(isNumbered: false),
      "ol": .list(isNumbered: true), "li": .item, "table": .table, "tr": .row, "td": .cell,
      "th": .cell, "blockquote": .block(.quote, isApart: true),
      "dt": .block(.strong, isApart: false),
      "dd": .block(.item(1), isApart: false), "small": .inline(.dim),
    ]
    for level in 1...6 { known["h\(level)"] = .block(.title(level), isApart: true) }
    for name in ["b", "strong"] { known[name] = .inline(.strong) }
    for name in ["i", "em", "cite", "dfn", "var"] { known[name] = .inline(.emphasis) }
    for name in ["s", "strike", "del"] { known[name] = .inline(.strikethrough) }
    for name in ["code", "kbd", "samp", "tt"] { known[name] = .inline(.code) }
    for name in ["p", "dl", "figure", "caption", "details", "dialog"] {
      known[name] = .block(nil, isApart: true)
    }
    for name in [
      "address", "article", "aside", "center", "div", "figcaption", "fieldset", "footer", "form",
      "header", "legend", "main", "nav", "section", "summary",
    ] {
      known[name] = .block(nil, isApart: false)
    }
    return known
  }()

  /// In a table they say that it lays out a page.
  static let blocks: Set<String> = [
    "blockquote", "div", "dl", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img", "ol", "p",
    "pre", "table", "ul",
  ]
}
