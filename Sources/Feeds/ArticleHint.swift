internal import HikidashiLoading

/// The place of an element in its page, as its attributes tell it.
struct ArticleHint: OptionSet {
  let rawValue: UInt8

  /// It stands around the article: a menu, comments, an advertisement.
  static let around = Self(rawValue: 1)
  /// It probably stands around the article, but some sites call the article so.
  static let unlikely = Self(rawValue: 2)
  /// It is a part of an article that looks like something else: a quote at the side, a footnote.
  static let note = Self(rawValue: 4)
  /// It holds the text of the article.
  static let body = Self(rawValue: 8)
  /// It holds the main part of the page.
  static let main = Self(rawValue: 16)
  /// It is one of the entries of a page.
  static let card = Self(rawValue: 32)
  /// It is not seen.
  static let hidden = Self(rawValue: 64)
  /// It says that it is a table for looks only.
  static let looks = Self(rawValue: 128)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Reads the attributes of an element.
  init(_ element: HTMLElement) {
    self = []
    for name in ["class", "id"] {
      if let value = element.attribute(name) { read(value, isClass: name == "class") }
    }
    switch element.attribute("role")?.lowercased() {
    case "main", "article": insert(.main)
    case "navigation", "banner", "complementary", "contentinfo", "search", "menu", "menubar",
      "dialog", "alertdialog", "toolbar":
      insert(.around)
    case "presentation", "none": insert(.looks)
    case "doc-endnotes", "doc-footnote", "note", "doc-pullquote": insert(.note)
    default: break
    }
    switch element.attribute("itemprop")?.lowercased() {
    case "articlebody", "reviewbody", "recipeinstructions": insert(.body)
    case "comment": insert(.around)
    default: break
    }
    if element.attribute("aria-hidden")?.lowercased() == "true" { insert(.hidden) }
    if let style = element.attribute("style") {
      let rules = style.lowercased().filter { !$0.isWhitespace }
      if rules.contains("display:none") || rules.contains("visibility:hidden") {
        insert(.hidden)
      }
    }
  }

  /// Reads the words of a class or an identifier.
  private mutating func read(_ value: String, isClass: Bool) {
    // A value without end is of no site.
    for name in value.utf8.prefix(1_000).split(whereSeparator: { $0 <= 0x20 }) {
      let words = Self.words(name)
      if Self.hiddenNames.contains(String(decoding: name, as: UTF8.self).lowercased()) {
        insert(.hidden)
      }
      // `has-sidebar` and `tag-comments` tell of something else than the element.
      guard let first = words.first, !Self.prefixes.contains(first) else { continue }
      for word in words {
        if Self.aroundNames.contains(word) { insert(.around) }
        if Self.unlikelyNames.contains(word) { insert(.unlikely) }
        if Self.noteNames.contains(word) { insert(.note) }
        if isClass, Self.cardNames.contains(word) { insert(.card) }
      }
      let whole = words.joined()
      if Self.aroundNames.contains(whole) { insert(.around) }
      if Self.noteNames.contains(whole) { insert(.note) }
    }
  }

  /// The words of a name, in lower case: of `articleShare-box` these are `article`, `share`, `box`.
  private static func words(_ name: some Sequence<UInt8>) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var wasLower = false
    for byte in name {
      let isUpper = 0x41...0x5A ~= byte
      let lower = isUpper ? byte | 0x20 : byte
      let isWord = 0x61...0x7A ~= lower || 0x30...0x39 ~= lower || lower >= 0x80
      if !isWord || isUpper && wasLower {
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word = []
      }
      if isWord { word.append(lower) }
      wasLower = isWord && !isUpper
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }

  private static let prefixes: Set<String> = [
    "cat", "category", "has", "is", "no", "show", "tag", "topic", "with", "without",
  ]
  private static let aroundNames: Set<String> = [
    "ad", "ads", "adsense", "advert", "advertisement", "advertising", "adslot", "authorbio",
    "authorbox", "breadcrumb", "breadcrumbs", "comment", "commentform", "commentlist", "comments",
    "consent", "cookie", "cookiebanner", "cookies", "disqus", "editsection", "footer", "gdpr",
    "infobox", "masthead", "menu", "modal", "morefrom", "nav", "navbar", "navbox", "navigation",
    "newsletter", "noprint", "outbrain", "pager", "pagination", "popup", "postauthor", "promo",
    "promos", "readmore", "readnext", "recirc", "recommendations", "recommended", "related",
    "relatedposts", "respond", "share", "sharebar", "sharedaddy", "sharing", "sidebar",
    "signature", "skiplink", "social", "sponsor", "sponsored", "taboola", "toc", "toolbar",
    "topbar", "userinfo", "webring",
  ]
  private static let unlikelyNames: Set<String> = [
    "banner", "bio", "donate", "login", "overlay", "paywall", "popular", "rail", "signup",
    "subscribe", "subscription", "trending", "upsell", "widget", "widgets",
  ]
  private static let noteNames: Set<String> = [
    "admonition", "blockquote", "callout", "endnotes", "fn", "footnote", "footnotes", "infonote",
    "note", "notes", "pullquote", "quote", "tip", "warning",
  ]
  private static let cardNames: Set<String> = [
    "card", "entry", "excerpt", "hentry", "post", "story", "teaser",
  ]
  private static let hiddenNames: Set<String> = [
    "hidden", "screen-reader-text", "sr-only", "visually-hidden", "visuallyhidden",
  ]
}
