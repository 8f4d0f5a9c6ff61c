internal import CHikidashiGTK

// How the kinds of stretches look.
extension TextReader {
  func makeTags() {
    guard let buffer, let table = gtk_text_buffer_get_tag_table(buffer) else { return }
    func add(_ name: String, _ set: (UnsafeMutablePointer<GObject>) -> Void) {
      guard let tag = gtk_text_tag_new(name) else { return }
      let object = UnsafeMutableRawPointer(tag).assumingMemoryBound(to: GObject.self)
      set(object)
      gtk_text_tag_table_add(table, tag)
      g_object_unref(object)
    }
    // A later tag is stronger where two set the same.
    for depth in 1...StyledRange.Kind.deepest {
      add("item\(depth)") {
        setProperty($0, "left-margin", TextReader.margin + 24 * depth)
        setProperty($0, "indent", -12)
      }
      add("inset\(depth)") { setProperty($0, "left-margin", TextReader.margin + 24 * depth) }
    }
    add("quote") { setProperty($0, "left-margin", TextReader.margin + 24) }
    add("dim") { _ in }
    add("heading") { setProperty($0, "weight", 700) }
    for (level, scale) in [1.7, 1.4, 1.2, 1.05].enumerated() {
      add("title\(level + 1)") {
        setProperty($0, "weight", 700)
        setProperty($0, "scale", scale)
        setProperty($0, "pixels-below-lines", 4)
      }
    }
    add("strong") { setProperty($0, "weight", 700) }
    add("emphasis") {
      setProperty($0, "style", enumeration: PANGO_STYLE_ITALIC.rawValue)
    }
    add("strikethrough") { setProperty($0, "strikethrough", true) }
    add("code") { setProperty($0, "family", "Monospace") }
    add("codeBlock") {
      setProperty($0, "family", "Monospace")
      setProperty($0, "wrap-mode", enumeration: GTK_WRAP_CHAR.rawValue)
      setProperty($0, "left-margin", TextReader.margin + 12)
      setProperty($0, "right-margin", TextReader.margin + 12)
    }
    add("preformatted") {
      setProperty($0, "family", "Monospace")
      setProperty($0, "wrap-mode", enumeration: GTK_WRAP_NONE.rawValue)
    }
    add("remark") { setProperty($0, "underline", enumeration: PANGO_UNDERLINE_ERROR.rawValue) }
    for token in StyledRange.Token.allCases { add("token-\(token)") { _ in } }
    for name in ["added", "removed"] { add(name) { _ in } }
    add("bookmark") { _ in }
    for color in StyledRange.Highlight.allCases { add("highlight-\(color)") { _ in } }
    add("link") { setProperty($0, "underline", enumeration: PANGO_UNDERLINE_SINGLE.rawValue) }
    add("annotation") {
      setProperty($0, "underline", enumeration: PANGO_UNDERLINE_DOUBLE.rawValue)
    }
    for name in [TextMarks.tag, TextMarks.currentTag, TextReader.currentTag] { add(name) { _ in } }
    add(TextReader.hiddenTag) {
      setProperty($0, "scale", 0.01)
      setProperty($0, "foreground-rgba", colour: "#00000000")
    }
    colourTags()
    guard let manager = adw_style_manager_get_default() else { return }
    let connection = connect(UnsafeMutableRawPointer(manager), "notify::dark") { [weak self] _ in
      self?.colourTags()
      return false
    }
    on("destroy") { _ in connection.disconnect() }
  }

  /// The link that Enter follows.
  static let currentTag = "current"

  /// In pixels, at the left and the right of the text.
  static let margin = 24

  /// Tags know no style sheet. Every text here has a contrast of 4.5 or more to its background.
  static let colours: [(name: String, property: String, light: String, dark: String)] = [
    ("link", "foreground", LinkColor.light, LinkColor.dark),
    ("dim", "foreground", "#6b6b6b", "#b0b0b0"),
    ("quote", "foreground", "#5c5c5c", "#b8b8b8"), ("code", "background", "#ececec", "#383838"),
    ("codeBlock", "paragraph-background", "#f1f1f1", "#303030"),
    ("token-keyword", "foreground", "#8a2094", "#dda6ff"),
    ("token-type", "foreground", "#0b6068", "#7fd5d0"),
    ("token-text", "foreground", "#a4321e", "#ff9e80"),
    ("token-number", "foreground", "#1c56b0", "#9cc4ff"),
    ("token-comment", "foreground", "#6b6b6b", "#b0b0b0"),
    ("remark", "background", "#fff0d1", "#4a3a14"), ("remark", "underline", "#b35c00", "#ffb454"),
    ("added", "background", "#cdf0d3", "#1d4a2a"), ("removed", "background", "#fbd9d6", "#5e2623"),
    ("bookmark", "paragraph-background", "#dfe9f8", "#26364c"),
    ("highlight-yellow", "background", "#fff3a3", "#574a00"),
    ("highlight-green", "background", "#cdf2c6", "#1f4d24"),
    ("highlight-blue", "background", "#cfe4ff", "#1d4066"),
    ("highlight-pink", "background", "#ffd9ea", "#652744"),
    (TextMarks.tag, "background", "#ffe27a", "#6b5600"),
    (TextMarks.tag, "foreground", "#1e1e1e", "#ffffff"),
    (TextMarks.currentTag, "background", "#9c3d00", "#ffb454"),
    (TextMarks.currentTag, "foreground", "#ffffff", "#1e1e1e"),
    (TextReader.currentTag, "background", LinkColor.light, LinkColor.dark),
    (TextReader.currentTag, "foreground", "#ffffff", "#1e1e1e"),
  ]

  private func colourTags() {
    guard let buffer, let table = gtk_text_buffer_get_tag_table(buffer) else { return }
    let isDark = adw_style_manager_get_dark(adw_style_manager_get_default()) != 0
    for (name, property, light, dark) in TextReader.colours {
      guard let tag = gtk_text_tag_table_lookup(table, name) else { continue }
      let object = UnsafeMutableRawPointer(tag).assumingMemoryBound(to: GObject.self)
      setProperty(object, property + "-rgba", colour: isDark ? dark : light)
    }
  }
}

extension StyledRange {
  var isRemark: Bool { if case .remark = kind { true } else { false } }
}

extension StyledRange.Kind {
  /// Items further in than this stand no further in.
  static let deepest = 6

  /// The name of the text tag; a picture has none.
  var tag: String {
    switch self {
    case .link: "link"
    case .heading: "heading"
    case .dim: "dim"
    case .title(let level): "title\(min(max(level, 1), 4))"
    case .strong: "strong"
    case .emphasis: "emphasis"
    case .strikethrough: "strikethrough"
    case .code: "code"
    case .codeBlock: "codeBlock"
    case .quote: "quote"
    case .item(let depth): "item\(min(max(depth, 1), StyledRange.Kind.deepest))"
    case .inset(let depth): "inset\(min(max(depth, 1), StyledRange.Kind.deepest))"
    case .preformatted: "preformatted"
    case .remark: "remark"
    case .picture: ""
    case .token(let token): "token-\(token)"
    case .added: "added"
    case .removed: "removed"
    case .highlight(let color): "highlight-\(color)"
    case .annotation: "annotation"
    case .bookmark: "bookmark"
    }
  }
}
