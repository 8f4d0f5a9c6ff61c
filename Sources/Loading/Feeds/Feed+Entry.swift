public import FoundationEssentials

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
    /// The pictures that stand for the entry, in their order, each once: `image` and `banner_image` of
    /// JSON Feed, pictures of Media RSS. Those inside ``content`` are not among them.
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
