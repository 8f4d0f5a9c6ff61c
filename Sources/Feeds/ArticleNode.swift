/// A piece of text or an element of a page that may hold an article.
struct ArticleNode {
  /// The name of the element in lower case; empty for text.
  let name: String
  /// The place of the element around it.
  let parent: Int
  /// The place behind its contents.
  var end: Int
  /// The letters of a text; the class of an element; the description of a picture.
  var text = ""
  /// The address of a link or a picture, absolute.
  var address: String?
  var hint: ArticleHint = []
  /// The cells that it takes across and down.
  var span = (columns: 1, rows: 1)
  /// The width and height that a picture is shown with, in pixels, where the page says so.
  var shown: (width: Double?, height: Double?) = (nil, nil)
  /// The number of the first item of a list.
  var start: Int?
  /// Whether an element that begins a line is in it.
  var holdsBlock = false
  /// Whether it is a table that puts text side by side, and no data.
  var isLayout = false
  /// Whether it is left out with its contents.
  var isDropped = false
  /// The run of text that begins here, up to the next element that begins a line.
  var run = ArticleWords()

  // The sums of its contents, without those that are left out.
  var size = ArticleWords()
  var mass = 0.0
  /// How many paragraphs are in it.
  var strong = 0
  var pictures = 0
  /// Whether the title or the main part of the page is in it.
  var holdsMain = false

  init(name: String, parent: Int, place: Int) {
    self.name = name
    self.parent = parent
    end = place + 1
  }

  var isText: Bool { name.isEmpty }
  var isPicture: Bool { name == "img" }
  var isInline: Bool { Self.inlines.contains(name) }
  /// Whether it groups others, and has no meaning of its own.
  var isContainer: Bool {
    name == "table" ? isLayout : !isText && !isInline && !Self.blocks.contains(name)
  }
  /// The level of a heading, 1…6.
  var level: Int? {
    guard name.utf8.count == 2, name.utf8.first == 0x68, let digit = name.utf8.last,
      0x31...0x36 ~= digit
    else { return nil }
    return Int(digit) - 0x30
  }

  static let inlines: Set<String> = [
    "", "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "code", "data", "del",
    "dfn", "em", "font", "i", "img", "ins", "kbd", "label", "mark", "math", "mfrac", "mi", "mn",
    "mo", "mrow", "mstyle", "msub", "msubsup", "msup", "mtext", "nobr", "noscript", "picture",
    "q", "rb", "rp", "rt", "ruby", "s", "samp", "semantics", "small", "span", "strike", "strong",
    "sub", "sup", "time", "tt", "u", "var", "wbr",
  ]
  /// The elements that stay in an article, and are looked at as a whole.
  static let blocks: Set<String> = [
    "blockquote", "caption", "dd", "dl", "dt", "figcaption", "figure", "h1", "h2", "h3", "h4",
    "h5", "h6", "hr", "li", "ol", "p", "pre", "table", "ul",
  ]
}
