public import FoundationEssentials
import HikidashiBase
internal import HikidashiLoading

/// The recent entries of a site, in one form for all feed formats.
///
/// RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, and JSON Feed 1 and 1.1 are read by ``FeedParser``.
///
/// ```swift
/// let feed = try await connector.load(LoadRequest(url), parser: FeedParser()).value
/// for entry in feed.entries { print(entry.title?.value ?? entry.id) }
/// ```
///
/// All content is as the publisher wrote it. **HTML is not sanitized**: sanitize it before you show
/// it in a view that runs scripts or fetches pictures. An address may have any scheme, including
/// `javascript:` and `file:`: check it before you open it.
public struct Feed: Hashable, Sendable {
  /// The family of formats that a feed was written in.
  public enum Format: String, Hashable, Sendable {
    /// RSS 0.91 to 2.0.
    case rss
    /// RSS 0.90 and 1.0, which are RDF.
    case rdf
    /// Atom 0.3 and 1.0.
    case atom
    /// JSON Feed 1 and 1.1.
    case json
  }

  /// The format that the feed was written in.
  public var format: Format
  /// The title of the feed.
  public var title: Text?
  /// The address of the page that the feed belongs to, not of the feed itself.
  public var address: URL?
  /// The description or subtitle of the feed.
  public var summary: Text?
  /// When the feed was last changed; nil where it has no readable date.
  public var updated: Date?
  /// The authors of the feed, who also count for each entry that names none.
  public var authors: [Author] = []
  /// The entries, in the order of the feed.
  public var entries: [Entry] = []
  /// The faults that were found while reading and tolerated, at most ``mostProblems``.
  public internal(set) var problems: [Problem] = []
  /// The number of faults that were tolerated, including those beyond the list in ``problems``.
  public internal(set) var problemCount = 0
  /// Whether the feed was read to its end. If not, only the complete entries are kept.
  public internal(set) var isWhole = true

  /// The greatest number of faults that ``problems`` lists.
  public static let mostProblems = 50

  /// Makes a feed without entries.
  public init(_ format: Format) { self.format = format }

  mutating func note(_ problem: Problem) {
    problemCount += 1
    if problems.count < Self.mostProblems { problems.append(problem) }
  }
}

extension Feed {
  /// A fault in a feed that was repaired, or whose content was left out.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in words.
    public var reason: String
    /// The line of the fault, from 1; 0 where it is not known.
    public var line: Int
    /// The place in the line, from 1, in UTF-8 bytes; 0 where it is not known.
    public var column: Int

    /// Makes a problem; without a line, its place is not known.
    public init(_ reason: String, line: Int = 0, column: Int = 0) {
      self.reason = reason
      self.line = line
      self.column = column
    }

    /// The reason, after the line and the column where they are known.
    public var description: String {
      line > 0 ? tr("line {}, column {}: {}", line, column, reason) : reason
    }
  }
}

// MARK: - Entry

extension Feed {
  /// One article, episode or message.
  public struct Entry: Hashable, Sendable, Identifiable {
    /// The lasting id: the one in the feed, else the link, else a hash of title and date.
    public var id: String
    /// The title of the entry.
    public var title: Text?
    /// The address of the entry's page.
    public var link: URL?
    /// The authors of the entry; those of the feed where the entry names none.
    public var authors: [Author] = []
    /// When the entry was published; nil where it has no readable date.
    public var published: Date?
    /// When the entry was last changed; nil where it has no readable date.
    public var updated: Date?
    /// The summary of the entry; in RSS its `description`.
    public var summary: Text?
    /// The full content of the entry, where the feed carries it.
    public var content: Text?
    /// The files that belong to the entry, in the order of the feed.
    public var enclosures: [Enclosure] = []
    /// The pictures that illustrate the entry, in the order of the feed, without duplicates.
    ///
    /// They come from `image` and `banner_image` of JSON Feed, and from Media RSS. Pictures inside
    /// ``content`` are not listed.
    public var pictures: [Picture] = []
    /// The categories or tags of the entry.
    public var categories: [String] = []

    /// Makes an entry that has nothing but an id.
    public init(id: String) { self.id = id }

    /// The address of the first of ``pictures``, else of the first enclosure that is a picture.
    public var picture: URL? {
      pictures.first?.address
        ?? enclosures.first { $0.type?.lowercased().hasPrefix("image/") == true }?.address
    }

    /// Adds a picture whose address is not listed yet, and returns whether it was added.
    @discardableResult
    mutating func add(_ picture: Picture) -> Bool {
      guard !pictures.contains(where: { $0.address == picture.address }) else { return false }
      pictures.append(picture)
      return true
    }

    /// The id of an entry that has none: its link, else an FNV-1a hash of its text and date.
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

  /// A picture that illustrates an entry.
  public struct Picture: Hashable, Sendable {
    /// The address of the picture.
    public var address: URL
    /// The width that the publisher claims, in pixels.
    public var width: Int?
    /// The height that the publisher claims, in pixels.
    public var height: Int?

    /// Makes a picture; nil is a size that is not known.
    public init(_ address: URL, width: Int? = nil, height: Int? = nil) {
      self.address = address
      self.width = width
      self.height = height
    }
  }

  /// A file that belongs to an entry, such as the sound of an episode.
  public struct Enclosure: Hashable, Sendable {
    /// The address of the file.
    public var address: URL
    /// The media type, such as `audio/mpeg`.
    public var type: String?
    /// The size that the publisher claims, in bytes.
    public var byteCount: Int?

    /// Makes an enclosure; nil is a type or a size that is not known.
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

/// Functions for text and addresses that the readers of all formats share.
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

  /// The greatest length of an address that is accepted, in bytes.
  private static let longestAddress = 16 << 10

  /// The address, resolved against `base` where it is relative; nil where there is none.
  static func address(_ text: String?, from base: URL?) -> URL? {
    guard let text, text.utf8.count <= longestAddress else { return nil }
    let trimmed = trimmed(text)
    guard !trimmed.isEmpty else { return nil }
    return URL(string: trimmed, relativeTo: base)?.absoluteURL
  }
}
