public import FoundationEssentials
internal import HikidashiLoading

extension Feed {
  /// One article, episode or message.
  public struct Entry: Hashable, Sendable, Identifiable {
    /// The lasting id: the one in the feed, else the link, else a hash of title and date.
    public var id: String
    /// Whether the feed itself gave the id: `guid`, `atom:id`, `rdf:about`, or `id` of JSON Feed.
    ///
    /// If not, it was derived, and several entries may have the same: those of a shop whose items
    /// all link to its front page.
    public var hasOwnID: Bool
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
    ///
    /// Where there is none it is that of iTunes' or Google's podcasts, or of Media RSS.
    public var summary: Text?
    /// The full content of the entry, where the feed carries it.
    public var content: Text?
    /// The files that belong to the entry, in the order of the feed, without duplicates.
    ///
    /// They are `enclosure` of RSS and Atom, `attachments` of JSON Feed, and the files of Media
    /// RSS, but for its pictures. What is among ``pictures`` is not listed again.
    public var enclosures: [Enclosure] = []
    /// The pictures that illustrate the entry, in the order of the feed, without duplicates.
    ///
    /// They are `image` and `banner_image` of JSON Feed, `image` of iTunes and RSS, and those of
    /// Media RSS. Pictures inside ``content`` are not listed.
    public var pictures: [Picture] = []
    /// The categories or tags of the entry.
    public var categories: [String] = []

    /// Makes an entry that has nothing but an id.
    public init(id: String, hasOwnID: Bool = true) {
      self.id = id
      self.hasOwnID = hasOwnID
    }

    /// The address of the first of ``pictures``, else of the first enclosure that is a picture.
    public var picture: URL? {
      pictures.first?.address ?? enclosures.first { $0.isPicture }?.address
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
}
