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
  /// Clocks with twelve hours, names of zones, and months and days of the week in the languages of Europe and East
  /// Asia are read, too, and seconds since 1970. What publishers write in place of a date, such as 0001-01-01 or
  /// 1970-01-01T00:00:00Z, is a date as any other, and so is one of the far future.
  ///
  /// - Returns: nil for other text, for days that do not exist, for words that are not known, and for numbers
  ///   that do not tell the day from the month.
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
  /// else is for a reader to open. A plain text has none. Nothing is loaded. Relative addresses begin at the text's
  /// base, or at what `xml:base` says on an element around them.
  ///
  /// - Complexity: O(*n*) in its bytes, each time.
  public var references: (links: [Feed.Link], pictures: [Feed.InlinePicture]) {
    guard kind != .plain else { return ([], []) }
    var visitor = ReferenceVisitor(base)
    HTMLTree.visit(value, &visitor)
    visitor.endLink()
    return (visitor.links, visitor.pictures)
  }
}

/// Gathers the links and pictures of HTML.
private struct ReferenceVisitor: HTMLVisitor {
  /// The base of each open element, from the outside to the inside.
  private var bases: [URL?]
  private var base: URL? { bases[bases.count - 1] }
  private(set) var links: [Feed.Link] = []
  private(set) var pictures: [Feed.InlinePicture] = []
  private var seen: Set<String> = []
  private var found = HTMLPictures()
  private var open: (address: URL, words: String)?

  init(_ base: URL?) { bases = [base] }

  mutating func enter(_ element: HTMLElement) -> Bool {
    let name = element.name
    if ["script", "style", "template", "head"].contains(name) { return false }
    let own = element.attribute("xml:base")
    bases.append(own == nil ? base : FeedText.address(own, from: base) ?? base)
    switch name {
    case "a":
      endLink()
      if let address = address(element.attribute("href"), ["http", "https", "mailto"]) {
        open = (address, "")
      }
    default: break
    }
    let picture = found.enter(element, name)
    if let letters = picture?.letters { take(letters) }
    if let picture, let address = picture.address(from: base),
      seen.insert("picture " + address.absoluteString).inserted
    {
      let words = Self.joined(picture.alternative)
      pictures.append(Feed.InlinePicture(address, alternative: words))
    }
    return true
  }

  mutating func leave(_ name: String) {
    found.leave(name)
    if bases.count > 1 { bases.removeLast() }
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
