public import FoundationEssentials

extension Feed {
  /// A text and what it is written in.
  public struct Text: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
      /// To be shown as it is.
      case plain
      /// HTML as the publisher wrote it, not sanitized.
      case html
      /// The inside of an XHTML `div`, well formed and without prefixes, not sanitized.
      case xhtml
    }

    public var kind: Kind
    /// The text, without blanks at its ends.
    public var value: String
    /// What relative addresses in HTML start from; nil for plain text, and where it is not known.
    public var base: URL?

    public init(_ value: String, kind: Kind = .plain, base: URL? = nil) {
      self.value = value
      self.kind = kind
      self.base = base
    }

    /// What a person reads of it, without markup: words and paragraphs, for a list or a search.
    ///
    /// - Complexity: O(*n*) in its bytes, each time.
    public var plain: String { kind == .plain ? value : HTMLText.plain(value) }
  }

  /// A person or an organization; at least one of the three is there.
  public struct Author: Hashable, Sendable {
    public var name: String?
    public var email: String?
    public var address: URL?

    public init(name: String? = nil, email: String? = nil, address: URL? = nil) {
      self.name = name
      self.email = email
      self.address = address
    }

    /// Reads the form of RSS: `jo@example.org (Jo)`, `Jo <jo@example.org>`, an address or a name.
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

/// What the readers of all formats do with text and addresses.
enum FeedText {
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    let bytes = text.utf8.drop(while: isBlank)
    return String(decoding: trimmedEnd(Array(bytes)[...]), as: UTF8.self)
  }

  static func trimmed(_ bytes: [UInt8]) -> String {
    String(decoding: trimmedEnd(bytes.drop(while: isBlank)), as: UTF8.self)
  }

  private static func trimmedEnd(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes[..<(bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? bytes.startIndex)]
  }

  /// The most bytes of an address that is taken.
  private static let longestAddress = 16 << 10

  /// The address, resolved against `base` where it is relative; nil for none.
  static func address(_ text: String?, from base: URL?) -> URL? {
    guard let text, text.utf8.count <= longestAddress else { return nil }
    let trimmed = trimmed(text)
    guard !trimmed.isEmpty else { return nil }
    return URL(string: trimmed, relativeTo: base)?.absoluteURL
  }
}
