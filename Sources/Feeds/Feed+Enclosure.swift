public import FoundationEssentials

extension Feed {
  /// A file that belongs to an entry, such as the sound of an episode.
  ///
  /// ```swift
  /// let sounds = entry.enclosures.filter(\.isAudio)
  /// ```
  public struct Enclosure: Hashable, Sendable {
    /// The kind of a file.
    public enum Kind: String, Hashable, Sendable {
      /// A picture that does not move, or only a little.
      case picture
      /// A sound.
      case audio
      /// A film.
      case video
      /// Something to read, such as a PDF or an EPUB.
      case document
    }

    /// The address of the file.
    public var address: URL
    /// The media type, such as `audio/mpeg`.
    public var type: String?
    /// The size that the publisher claims, in bytes.
    public var byteCount: Int?
    /// How long the sound or the film is, in seconds, as the publisher claims.
    public var duration: Double?
    /// The title of the file, where it has one of its own.
    public var title: String?
    /// The kind that the publisher names without a media type.
    var medium: Kind?

    /// Makes an enclosure; nil is for unknown properties.
    public init(
      _ address: URL, type: String? = nil, byteCount: Int? = nil, duration: Double? = nil,
      title: String? = nil
    ) {
      self.address = address
      self.type = type
      self.byteCount = byteCount
      self.duration = duration
      self.title = title
    }

    /// What the file is for, by its media type, else by what the publisher says, else by the ending
    /// of its address; nil where nothing tells it.
    public var kind: Kind? {
      type.flatMap { Self.kind(ofType: $0) } ?? medium ?? Self.kind(ofEnding: address)
    }
    /// Whether it is a picture.
    public var isPicture: Bool { kind == .picture }
    /// Whether it is a sound.
    public var isAudio: Bool { kind == .audio }
    /// Whether it is a film.
    public var isVideo: Bool { kind == .video }

    /// Takes unknown properties from another description of the same file.
    mutating func complete(from other: Enclosure) {
      type = type ?? other.type
      byteCount = byteCount.flatMap { $0 > 0 ? $0 : nil } ?? other.byteCount ?? byteCount
      duration = duration ?? other.duration
      title = title ?? other.title
      medium = medium ?? other.medium
    }

    /// Those that say nothing, such as `application/octet-stream`, have no kind.
    private static func kind(ofType type: String) -> Kind? {
      let type = FeedText.trimmed(type.prefix { $0 != ";" }).lowercased()
      switch type.prefix(while: { $0 != "/" }) {
      case "image": return .picture
      case "audio": return .audio
      case "video": return .video
      case "text": return .document
      default: break
      }
      switch type {
      case "application/pdf", "application/x-pdf", "application/epub+zip", "application/epub":
        return .document
      default: return nil
      }
    }

    private static func kind(ofEnding address: URL) -> Kind? {
      let name = address.path.utf8.suffix(8)
      guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
      return endings[String(Substring(name[dot...].dropFirst())).lowercased()]
    }

    private static let endings: [String: Kind] = {
      var endings: [String: Kind] = [:]
      for (kind, names) in [
        (.picture, "apng avif bmp gif heic ico jpe jpeg jpg jxl png svg tif tiff webp"),
        (.audio, "aac aif aiff amr flac m4a m4b mka mp3 oga ogg opus wav wma"),
        (.video, "3gp avi flv m4v mkv mov mp4 mpeg mpg ogv webm wmv"),
        (.document, "djvu doc docx epub mobi odt pdf rtf txt"),
      ] as [(Kind, String)] {
        for name in names.split(separator: " ") { endings[String(name)] = kind }
      }
      return endings
    }()
  }
}
