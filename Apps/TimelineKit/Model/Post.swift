public import FoundationEssentials
public import HikidashiRecords

/// A post or an article, as one source has it.
///
/// What two sources have is two posts with one ``subject``, which the list folds to one row.
///
/// **HTML is as its author wrote it**: show it with the toolkit's rich text, which keeps what is allowed,
/// and nothing else.
public struct Post: Hashable, Sendable, Identifiable {
  /// What a post is.
  public enum Kind: String, FieldValue, Hashable, CaseIterable {
    /// An entry of a feed, with a title.
    case article
    /// A message of a user.
    case status
    /// A message of another user that somebody has passed on.
    case boost
  }

  /// A link of a post.
  public struct Link: CodableFieldValue, Hashable {
    /// Where it leads: `http`, `https` or `mailto`.
    public var address: String
    /// Its words.
    public var words: String

    /// Makes a link.
    public init(_ address: String, words: String = "") {
      self.address = address
      self.words = words
    }
  }

  /// A picture, or another file, of a post.
  public struct Picture: CodableFieldValue, Hashable {
    /// Where the file is: `http` or `https`, or a path within an archive.
    public var address: String
    /// Where a smaller picture of it is; empty for none.
    public var preview: String
    /// What it shows, in words (ALT); empty where nobody says.
    public var alternative: String
    /// What it is: `image`, `video`, `audio`, or what the server calls it.
    public var type: String
    /// Its size in pixels, so that a row has its height before the file is there; 0 where nobody says.
    public var width: Int
    /// How high it is, in pixels; 0 where the source does not say.
    public var height: Int
    /// The size of the file, in bytes; nil where the source does not say.
    public var byteCount: Int?
    /// How long a film or a sound is, in seconds; nil where the source does not say.
    public var seconds: Double?

    /// Makes a picture.
    public init(
      _ address: String, preview: String = "", alternative: String = "", type: String = "image",
      width: Int = 0, height: Int = 0
    ) {
      self.address = address
      self.preview = preview
      self.alternative = alternative
      self.type = type
      self.width = width
      self.height = height
    }
  }

  /// The pictures that are shown: images, and what stands for a film or a sound. Other files are opened when the
  /// reader says so, and nothing of them is loaded before.
  public var images: [Picture] { pictures.filter(\.isShown) }
  /// The files that are no images: films, sounds, documents.
  public var files: [Picture] { pictures.filter { !$0.isImage } }

  /// A picture that stands for a word, `:blobcat:`, in the text and in names.
  public struct Emoji: CodableFieldValue, Hashable {
    /// The word, without its colons.
    public var code: String
    /// Where the picture is: `http` or `https`, or a path within an archive.
    public var address: String

    /// Makes an emoji.
    public init(_ code: String, address: String) {
      self.code = code
      self.address = address
    }
  }

  /// What tells the post from all others: the source and the name that the source has for it.
  public var id: String { Self.id(source, name) }
  /// The ``TimelineSource/id`` of the source that has it.
  public var source: String
  /// The name that the source has for it; need not be a number.
  public var name: String
  /// What the post is about, wherever it was found: the address of the message or the article. Of a boost
  /// it is that of the message that was passed on.
  public var subject: String
  /// What kind of post it is.
  public var kind: Kind
  /// The ``TimelineUser/id`` of who has written it; of a boost, who has written what was passed on.
  public var author: String
  /// The ``TimelineUser/id`` of who has passed it on; empty where it is no boost.
  public var booster: String = ""
  /// The title of an article.
  public var title: String = ""
  /// The text without markup, for lists and searching.
  public var text: String = ""
  /// The text with markup, not sanitized; empty where it has none.
  public var html: String = ""
  /// The page of the post; empty where it has none.
  public var page: String = ""
  /// What it links to.
  public var links: [Link] = []
  /// The pictures that stand below its text.
  public var pictures: [Picture] = []
  /// The emoji of the text and of the names of its author and booster.
  public var emoji: [Emoji] = []
  /// The words that are shown in place of the text until somebody asks for it; empty for none.
  public var warning: String = ""
  /// Whether pictures are hidden until somebody asks for them.
  public var isSensitive = false
  /// The ``subject`` of the post that this one quotes; empty for none.
  public var quoted: String = ""
  /// The name, within the source, of the post that this one replies to; empty for none.
  public var repliesTo: String = ""
  /// Its tags, without `#`.
  public var tags: [String] = []
  /// When it was published; of a boost, when it was passed on.
  public var published: Date
  /// When it was changed last; nil where nobody says.
  public var edited: Date?

  /// Makes a post without a text.
  public init(
    source: String, name: String, subject: String, kind: Kind, author: String, published: Date
  ) {
    self.source = source
    self.name = name
    self.subject = subject
    self.kind = kind
    self.author = author
    self.published = published
  }

  /// The ``id`` of the post with this name in a source.
  public static func id(_ source: String, _ name: String) -> String { source + "\n" + name }
}
