public import FoundationEssentials
internal import HikidashiBase
internal import HikidashiLoading

extension Feed {
  /// Returns the date that a text names: one of e-mail, of ISO 8601, or a common variation of both.
  ///
  /// ```swift
  /// Feed.date("Wed, 02 Oct 2002 13:00:00 GMT") == Feed.date("2002-10-02T13:00:00Z")    // true
  /// ```
  ///
  /// - Returns: nil for other text, and for days that do not exist.
  /// - Source: RFC 822, RFC 2822 4.3, RFC 3339, W3C "Date and Time Formats".
  public static func date(_ text: String) -> Date? { FeedDate.date(text) }

  /// A link in a text.
  public struct Link: Hashable, Sendable {
    /// Where the link leads: `http`, `https` or `mailto`.
    public var address: URL
    /// The words of the link, with single blanks.
    public var words: String

    /// Makes a link.
    public init(_ address: URL, words: String = "") {
      self.address = address
      self.words = words
    }
  }

  /// A picture in a text, and the words that stand for it.
  public struct InlinePicture: Hashable, Sendable {
    /// Where the picture is: `http` or `https`.
    public var address: URL
    /// What the publisher says that it shows; empty where nothing is said.
    public var alternative: String

    /// Makes a picture.
    public init(_ address: URL, alternative: String = "") {
      self.address = address
      self.alternative = alternative
    }
  }
}

extension Feed.Text {
  /// The links and the pictures of the text, in its order, each address once.
  ///
  /// ```swift
  /// Feed.Text("<a href='/a'>A</a>", kind: .html, base: page).references.links   // /a of the page: "A"
  /// ```
  ///
  /// Of links those with `http`, `https` and `mailto` are listed, of pictures `http` and `https`: nothing
  /// else is for a reader to open. A plain text has none. Nothing is loaded.
  ///
  /// - Complexity: O(*n*) in its bytes, each time.
  public var references: (links: [Feed.Link], pictures: [Feed.InlinePicture]) {
    guard kind != .plain else { return ([], []) }
    var visitor = ReferenceVisitor(base: base)
    HTMLTree.visit(value, &visitor)
    visitor.endLink()
    return (visitor.links, visitor.pictures)
  }
}

/// Gathers the links and pictures of HTML.
private struct ReferenceVisitor: HTMLVisitor {
  let base: URL?
  private(set) var links: [Feed.Link] = []
  private(set) var pictures: [Feed.InlinePicture] = []
  private var seen: Set<String> = []
  private var open: (address: URL, words: String)?

  init(base: URL?) { self.base = base }

  mutating func enter(_ element: HTMLElement) -> Bool {
    switch element.name {
    case "script", "style", "template", "head": return false
    case "a":
      endLink()
      if let address = address(element.attribute("href"), ["http", "https", "mailto"]) {
        open = (address, "")
      }
    case "img":
      if let address = address(element.attribute("src"), ["http", "https"]),
        seen.insert("picture " + address.absoluteString).inserted
      {
        let words = Self.joined(element.attribute("alt") ?? "")
        pictures.append(Feed.InlinePicture(address, alternative: words))
      }
    default: break
    }
    return true
  }

  mutating func leave(_ name: String) {
    if name == "a" { endLink() }
  }

  mutating func take(_ text: String) { open?.words += text }

  mutating func endLink() {
    guard let link = open else { return }
    open = nil
    guard seen.insert("link " + link.address.absoluteString).inserted else { return }
    links.append(Feed.Link(link.address, words: Self.joined(link.words)))
  }

  private func address(_ text: String?, _ schemes: Set<String>) -> URL? {
    guard let address = FeedText.address(text, from: base),
      schemes.contains(address.scheme?.lowercased() ?? "")
    else { return nil }
    return address
  }

  private static func joined(_ words: String) -> String {
    words.split { $0.isWhitespace }.joined(separator: " ")
  }
}
