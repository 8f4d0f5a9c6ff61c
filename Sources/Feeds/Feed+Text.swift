public import FoundationEssentials
internal import HikidashiLoading

extension Feed {
  /// A text and its markup language.
  public struct Text: Hashable, Sendable {
    /// The markup language of a text.
    public enum Kind: String, Hashable, Sendable {
      /// Plain text, to be shown as it is.
      case plain
      /// HTML as the publisher wrote it, not sanitized.
      case html
      /// The content of an XHTML `div`, well formed and without prefixes, not sanitized.
      case xhtml
    }

    /// The markup language of the text.
    public var kind: Kind
    /// The text with its markup, without blanks at its ends.
    public var value: String
    /// The base of relative addresses in the markup; nil for plain text, and where it is not known.
    ///
    /// In Atom it is what `xml:base` says, else the address of the feed, as RFC 4287 wants it. RSS
    /// and JSON Feed say nothing of it: there it is `xml:base`, else the page of the entry, as the
    /// markup was written for that, else the address of the feed. Attributes `xml:base` within XHTML
    /// count for ``references`` on top of it.
    public var base: URL?

    /// Makes a text; without a kind, it is plain.
    public init(_ value: String, kind: Kind = .plain, base: URL? = nil) {
      self.value = value
      self.kind = kind
      self.base = base
    }

    /// The text without markup, as words and paragraphs, for a list or a search.
    ///
    /// - Complexity: O(*n*) in its bytes, each time.
    public var plain: String { kind == .plain ? value : HTMLText.plain(value) }
  }

  /// A person or an organization; the parser sets at least one of name, email and address.
  public struct Author: Hashable, Sendable {
    /// The name of the author.
    public var name: String?
    /// The email address of the author.
    public var email: String?
    /// The address of the author's page.
    public var address: URL?

    /// Makes an author from what is known.
    public init(name: String? = nil, email: String? = nil, address: URL? = nil) {
      self.name = name
      self.email = email
      self.address = address
    }

    /// Reads the RSS forms: `jo@example.org (Jo)`, `Jo <jo@example.org>`, an email or a name.
    init?(rss text: String) {
      let text = FeedText.trimmed(text)
      guard !text.isEmpty else { return nil }
      for (open, close) in [("(", ")"), ("<", ">")] as [(Character, Character)] {
        guard text.last == close, let start = text.firstIndex(of: open) else { continue }
        let inner = FeedText.trimmed(text[text.index(after: start)...].dropLast())
        let outer = FeedText.trimmed(text[..<start])
        let (email, name) = open == "(" ? (outer, inner) : (inner, outer)
        guard Self.isEmail(email) else { continue }
        self.init(name: name.isEmpty ? nil : name, email: email)
        return
      }
      self = Self.isEmail(text) ? Author(email: text) : Author(name: text)
    }

    private static func isEmail(_ text: String) -> Bool {
      text.utf8.contains(0x40) && !text.utf8.contains(0x20)
    }
  }
}
