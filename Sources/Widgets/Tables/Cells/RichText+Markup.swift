internal import HikidashiBase

extension RichText {
  /// The text as Pango's markup, for a label.
  ///
  /// - Parameters:
  ///   - hasLinks: Whether links are links, or text alone.
  ///   - most: How many letters are taken: the layout of a text with megabytes takes minutes.
  func markup(hasLinks: Bool, most: Int) -> String {
    let letters = text.unicodeScalars.prefix(most)
    let isCut = text.unicodeScalars.count > letters.count
    var edges: Set<Int> = [0, letters.count]
    for span in spans {
      edges.insert(min(max(span.range.lowerBound, 0), letters.count))
      edges.insert(min(max(span.range.upperBound, 0), letters.count))
    }
    let places = edges.sorted()
    var result = ""
    // A link is opened once however many styles are in it.
    var link: String?
    var rest = letters[...]
    for (start, end) in zip(places, places.dropFirst()) {
      let piece = rest.prefix(end - start)
      rest = rest.dropFirst(end - start)
      let inside = spans.filter { $0.range.lowerBound <= start && $0.range.upperBound >= end }
      let target = hasLinks ? inside.lazy.compactMap(\.target).first : nil
      if target != link {
        if link != nil { result += "</a>" }
        if let target { result += "<a href=\"\(escapedMarkup(target))\">" }
        link = target
      }
      let tags = inside.flatMap { $0.tags }
      result += tags.map { "<\($0)>" }.joined()
      // A picture stands for itself in long texts alone.
      let words = piece.filter { $0 != "\u{FFFC}" && $0 != "\u{0}" }
      result += escapedMarkup(String(String.UnicodeScalarView(words)))
      result += tags.reversed().map { "</\($0.prefix { $0 != " " })>" }.joined()
    }
    if link != nil { result += "</a>" }
    return isCut ? result + "…" : result
  }
}

extension StyledRange {
  fileprivate var target: String? {
    if case .link(let target) = kind { target } else { nil }
  }

  /// The tags of Pango's markup for the style.
  fileprivate var tags: [String] {
    switch kind {
    case .strong, .heading, .title: ["b"]
    case .emphasis, .quote: ["i"]
    case .strikethrough: ["s"]
    case .code, .codeBlock, .preformatted: ["tt"]
    case .dim: ["span alpha=\"70%\""]
    case .annotation: ["span underline=\"double\""]
    // A label cannot say which of two backgrounds suits its scheme: a letter's own colour does in both.
    case .highlight(let color): ["span foreground=\"#1e1e1e\" background=\"\(color.css)\""]
    case .link, .item, .inset, .picture, .remark, .token, .added, .removed, .bookmark: []
    }
  }
}

extension StyledRange.Highlight {
  fileprivate var css: String {
    switch self {
    case .yellow: "#fff3a3"
    case .green: "#cdf2c6"
    case .blue: "#cfe4ff"
    case .pink: "#ffd9ea"
    }
  }
}
