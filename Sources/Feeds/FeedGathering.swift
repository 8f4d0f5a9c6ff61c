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
    /// A date of unclear meaning, which counts where there is no better one.
    case date
    case category
    /// A person in one of the RSS forms, such as `jo@example.org (Jo)`.
    case person
    /// The name of a person.
    case creator
    case authorName, authorEmail, authorAddress
  }

  let field: Field
  let kind: Feed.Text.Kind
  private(set) var bytes: [UInt8] = []
  private var depth = 0

  init(field: Field, kind: Feed.Text.Kind) {
    self.field = field
    self.kind = kind
  }

  var count: Int { bytes.count }

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    if kind == .xhtml { escape(text) } else { bytes += text }
  }

  /// Writes the start tag of an element inside the text.
  ///
  /// - Returns: The name for the end tag; empty where none is needed.
  mutating func open(_ name: XMLName, _ attributes: [XMLAttribute]) -> String {
    depth += 1
    // The outermost div of XHTML is Atom's, not the text's.
    let isWrapper = kind == .xhtml && depth == 1 && name.local == "div"
    if kind == .plain || isWrapper && bytes.allSatisfy(FeedText.isBlank) { return "" }
    bytes += "<\(name.local)".utf8
    for attribute in attributes where !attribute.hasPrefix {
      bytes += " \(attribute.name.local)=\"".utf8
      var value = attribute.value
      value.withUTF8 { escape($0) }
      bytes.append(UInt8(ascii: "\""))
    }
    let isVoid = Self.void.contains(name.local.lowercased())
    bytes += (isVoid ? "/>" : ">").utf8
    return isVoid ? "" : name.local
  }

  mutating func close(_ name: String) {
    depth -= 1
    if !name.isEmpty { bytes += "</\(name)>".utf8 }
  }

  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      default: bytes.append(byte)
      }
    }
  }

  /// The elements of HTML that have no end tag and no content.
  private static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
  ]
}
