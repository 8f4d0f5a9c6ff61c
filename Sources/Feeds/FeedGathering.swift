internal import FoundationEssentials

/// Collects one text of a feed as its pieces arrive.
struct FeedGathering {
  /// The property that the text is for.
  enum Field: Hashable {
    case title, summary, content
    case id
    /// The `guid` of an RSS item, and whether it is also the item's address.
    case guid(isPermalink: Bool)
    case link
    case published, updated
    /// A date of unclear meaning, which counts where there is no better one; the lower the better.
    case date(Int)
    case category
    /// Categories with commas between them.
    case keywords
    /// A person in one of the RSS forms, such as `jo@example.org (Jo)`, or in elements of its own.
    case person
    /// The name of a person.
    case creator
    /// The name of a person who counts where no other person is named.
    case spareCreator
    case authorName, authorEmail, authorAddress
    /// A title, a summary or a picture that counts where there is no better one; the lower the better.
    case spareTitle(Int)
    case spareSummary(Int)
    case picture(Int)
    /// The address of a file that belongs to the entry.
    case file
    /// The title of the file that is described.
    case fileTitle
    case duration
  }

  let field: Field
  private(set) var kind: Feed.Text.Kind
  /// Whether it is plain text that publishers write HTML into.
  let isTitle: Bool
  let isBase64: Bool
  /// The base of relative addresses, where the outermost element within the text has one.
  private(set) var base: URL?
  private(set) var bytes: [UInt8] = []
  private(set) var depth = 0

  init(field: Field, kind: Feed.Text.Kind, isTitle: Bool = false, isBase64: Bool = false) {
    self.field = field
    self.kind = kind
    self.isTitle = isTitle
    self.isBase64 = isBase64
  }

  /// The text without blanks at its ends; nil where it should be base64 and is not.
  var words: String? {
    guard isBase64 else {
      let words = FeedText.trimmed(bytes)
      return isTitle ? FeedTitle.plain(words) : words
    }
    guard let data = Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters) else {
      return nil
    }
    var decoder = FeedDecoder(start: Array(data)[...], charset: nil)
    return FeedText.trimmed(decoder.decode(Array(data)[...], isLast: true) { _ in })
  }

  var count: Int { bytes.count }

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    if kind == .xhtml { escape(text) } else { bytes += text }
  }

  /// Writes the start tag of an element inside the text.
  ///
  /// - Returns: The name for the end tag; empty where none is needed.
  mutating func open(_ name: XMLName, _ attributes: [XMLAttribute], base: URL?) -> String {
    depth += 1
    // The outermost div of XHTML is Atom's, not the text's.
    let isWrapper = kind == .xhtml && depth == 1 && name.local == "div"
    if isWrapper, bytes.allSatisfy(FeedText.isBlank) {
      if attributes.value("base", .xml) != nil { self.base = base }
      return ""
    }
    if kind == .plain { return "" }
    bytes += "<\(name.local)".utf8
    for attribute in attributes {
      let isBase = attribute.name.space == .xml && attribute.name.local == "base"
      guard !attribute.name.hasPrefix || isBase else { continue }
      bytes += " \(isBase ? "xml:" : "")\(attribute.name.local)=\"".utf8
      var value = attribute.value
      value.withUTF8 { escape($0) }
      bytes.append(UInt8(ascii: "\""))
    }
    let isVoid = Self.void.contains(name.local.lowercased())
    bytes += (isVoid ? "/>" : ">").utf8
    return isVoid ? "" : name.local
  }

  /// Adds a blank, so that words of two elements do not run together.
  mutating func separate() {
    if bytes.last.map(FeedText.isBlank) == false { bytes.append(0x20) }
  }

  mutating func close(_ name: String) {
    depth -= 1
    if !name.isEmpty { bytes += "</\(name)>".utf8 }
  }

  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    FeedText.escape(text, into: &bytes)
  }

  /// The elements of HTML that have no end tag and no content.
  private static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
  ]
}
