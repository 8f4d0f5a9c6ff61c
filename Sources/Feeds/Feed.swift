public import FoundationEssentials
import HikidashiBase
internal import HikidashiLoading

/// A feed: the entries that a site has published lately, in one form for all formats.
///
/// RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, and JSON Feed 1 and 1.1 are read by ``FeedParser``.
///
/// ```swift
/// let feed = try await connector.load(LoadRequest(url), parser: FeedParser()).value
/// for entry in feed.entries { print(entry.title?.value ?? entry.id) }
/// ```
///
/// All of it is as the publisher wrote it. **HTML is not sanitized**: before it is shown by
/// anything that runs scripts or fetches pictures, somebody has to. An address may be of any
/// scheme, `javascript:` and `file:` included: look at it before it is opened.
public struct Feed: Hashable, Sendable {
  /// The family of formats that a feed was written in.
  public enum Format: String, Hashable, Sendable {
    /// RSS 0.91 to 2.0.
    case rss
    /// RSS 0.90 and 1.0, which are RDF.
    case rdf
    case atom
    case json
  }

  public var format: Format
  public var title: Text?
  /// The page that the feed belongs to, not the feed's own address.
  public var address: URL?
  public var summary: Text?
  /// When the feed was last changed; nil when no date can be read.
  public var updated: Date?
  /// Who writes the entries that do not name anybody.
  public var authors: [Author] = []
  /// The entries in their order.
  public var entries: [Entry] = []
  /// The problems that were mended while reading, in the order of the feed: at most
  /// ``mostProblems`` of them.
  public internal(set) var problems: [Problem] = []
  /// The number of problems that were mended, including those not listed in ``problems``.
  public internal(set) var problemCount = 0
  /// Whether the feed was read to its end. Where it was not, the entries are those that came whole.
  public internal(set) var isWhole = true

  /// The most problems that a feed lists.
  public static let mostProblems = 50

  public init(_ format: Format) { self.format = format }

  mutating func note(_ problem: Problem) {
    problemCount += 1
    if problems.count < Self.mostProblems { problems.append(problem) }
  }
}

extension Feed {
  /// A fault in a feed that was mended or left out.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    public var reason: String
    /// The line, from 1; 0 where the place is not known.
    public var line: Int
    /// The byte in the line, from 1, counted in UTF-8; 0 where the place is not known.
    public var column: Int

    public init(_ reason: String, line: Int = 0, column: Int = 0) {
      self.reason = reason
      self.line = line
      self.column = column
    }

    public var description: String {
      line > 0 ? tr("line {}, column {}: {}", line, column, reason) : reason
    }
  }
}

// MARK: - Entry

extension Feed {
  /// One article, episode or message.
  public struct Entry: Hashable, Sendable, Identifiable {
    /// What the entry is called for good: its own id, else its link, else a hash of title and date.
    public var id: String
    public var title: Text?
    /// The page of the entry.
    public var link: URL?
    /// Who wrote it: those of the feed where it names nobody.
    public var authors: [Author] = []
    public var published: Date?
    public var updated: Date?
    public var summary: Text?
    public var content: Text?
    public var enclosures: [Enclosure] = []
    /// The pictures that stand for the entry, in their order, each once: `image` and `banner_image`
    /// of JSON Feed, pictures of Media RSS. Those inside ``content`` are not among them.
    public var pictures: [Picture] = []
    public var categories: [String] = []

    public init(id: String) { self.id = id }

    /// The first of ``pictures``; without one the first enclosure that is a picture.
    public var picture: URL? {
      pictures.first?.address
        ?? enclosures.first { $0.type?.lowercased().hasPrefix("image/") == true }?.address
    }

    /// Adds a picture that is not there yet; whether it was.
    @discardableResult
    mutating func add(_ picture: Picture) -> Bool {
      guard !pictures.contains(where: { $0.address == picture.address }) else { return false }
      pictures.append(picture)
      return true
    }

    /// The id of what has none: FNV-1a over all that tells it from others.
    static func derivedID(_ entry: Entry) -> String {
      if let link = entry.link { return link.absoluteString }
      var hash = BodyHash()
      hash.add(Array((entry.title?.value ?? "").utf8) + [0])
      if let date = entry.published ?? entry.updated {
        hash.add(Array("\(date.timeIntervalSince1970)".utf8))
      } else if entry.title == nil {
        hash.add(Array((entry.content?.value ?? entry.summary?.value ?? "").utf8))
      }
      let digits = String(hash.value, radix: 16)
      return "hash:" + String(repeating: "0", count: 16 - digits.count) + digits
    }
  }

  /// A picture that stands for an entry.
  public struct Picture: Hashable, Sendable {
    public var address: URL
    /// The size that the publisher claims, in pixels.
    public var width: Int?
    public var height: Int?

    public init(_ address: URL, width: Int? = nil, height: Int? = nil) {
      self.address = address
      self.width = width
      self.height = height
    }
  }

  /// A file that belongs to an entry, such as the sound of an episode.
  public struct Enclosure: Hashable, Sendable {
    public var address: URL
    /// The media type, as in `audio/mpeg`.
    public var type: String?
    /// The size that the publisher claims, in bytes.
    public var byteCount: Int?

    public init(_ address: URL, type: String? = nil, byteCount: Int? = nil) {
      self.address = address
      self.type = type
      self.byteCount = byteCount
    }
  }
}

// MARK: - Text

extension Feed {
  /// A text and its markup language.
  public struct Text: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
      /// Plain text, to be shown as it is.
      case plain
      /// HTML as the publisher wrote it, not sanitized.
      case html
      /// The inside of an XHTML `div`, well formed and without prefixes, not sanitized.
      case xhtml
    }

    public var kind: Kind
    /// The text, without blanks at its ends.
    public var value: String
    /// The base of relative addresses in HTML; nil for plain text, and when unknown.
    public var base: URL?

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

  /// A person or an organization; at least one of name, email and address is set.
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
