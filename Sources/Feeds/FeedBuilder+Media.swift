internal import FoundationEssentials
internal import HikidashiBase

// Files and pictures.
extension FeedBuilder {
  /// Reads an element of Media RSS.
  ///
  /// - Source: rssboard.org/media-rss
  mutating func startMedia(
    _ name: String, _ attributes: [XMLAttribute], _ base: URL?
  ) -> Role {
    if case .document = current?.role { return .ignored }
    let file = if case .media(let file) = current?.role { file } else { URL?.none }
    switch name {
    case "group": return .media(nil)
    case "content" where entry != nil:
      // A thumbnail, a title and a description may be inside.
      return .media(addMedia(attributes, base))
    case "thumbnail":
      guard let place = attributes.value("url") else { return gather(.picture(2)) }
      addPicture(place, attributes, base, rank: 2)
      return .ignored
    case "title":
      return file == nil ? gather(.spareTitle(1), isTitle: true) : gather(.fileTitle, isTitle: true)
    case "description":
      let isHTML = attributes.value("type")?.lowercased() == "html"
      let rank = file == nil ? FeedSpares.media : FeedSpares.caption
      return gather(.spareSummary(rank), isHTML ? .html : .plain)
    case "keywords" where entry != nil: return gather(.keywords, isTitle: true)
    case "category" where entry != nil: return gather(.category, isTitle: true)
    case "credit" where entry != nil && attributes.value("role")?.lowercased() == "author":
      return gather(.spareCreator, isTitle: true)
    default: return .ignored
    }
  }

  /// Adds the file of a `media:content`, as a picture where it is one, and returns its address.
  private mutating func addMedia(_ attributes: [XMLAttribute], _ base: URL?) -> URL? {
    guard let place = attributes.value("url") ?? attributes.value("href"),
      let address = address(place, base)
    else { return nil }
    var file = Self.file(address, attributes, count: "fileSize")
    file.duration = attributes.value("duration").flatMap { FeedText.seconds($0) }
    switch attributes.value("medium").map({ FeedText.trimmed($0).lowercased() }) {
    case "image": file.medium = .picture
    case "audio": file.medium = .audio
    case "video": file.medium = .video
    case "document": file.medium = .document
    default: break
    }
    if file.isPicture {
      add(Self.picture(address, attributes))
    } else {
      add(file)
    }
    return address
  }

  /// Begins an `enclosure` of RSS, whose address may also be its text.
  mutating func startFile(_ attributes: [XMLAttribute], _ base: URL?) -> Role {
    let place = ["url", "href", "src"].lazy.compactMap { attributes.value($0) }.first
    guard let place, !FeedText.trimmed(place).isEmpty else {
      file = attributes
      return gather(.file)
    }
    addFile(place, attributes, base)
    return .ignored
  }

  mutating func addFile(_ place: String, _ attributes: [XMLAttribute], _ base: URL?) {
    guard let address = address(place, base) else { return }
    add(Self.file(address, attributes, count: "length"))
  }

  private mutating func add(_ file: Feed.Enclosure) {
    guard entry != nil, spares.lists.add(file) else { return }
    keep(file.address.absoluteString + (file.type ?? ""))
  }

  private static func file(
    _ address: URL, _ attributes: [XMLAttribute], count: String
  ) -> Feed.Enclosure {
    func words(_ name: String) -> String? {
      attributes.value(name).map { FeedText.trimmed($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    return Feed.Enclosure(
      address, type: words("type"),
      byteCount: words(count).flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil },
      title: words("title"))
  }

  /// Adds a picture to the open entry, or offers it to the feed.
  mutating func addPicture(
    _ place: String, _ attributes: [XMLAttribute], _ base: URL?, rank: Int
  ) {
    guard let address = address(place, base) else { return }
    if entry == nil {
      feedSpares.picture.offer(address, rank: rank)
    } else {
      add(Self.picture(address, attributes))
    }
  }

  private mutating func add(_ picture: Feed.Picture) {
    if entry != nil, spares.lists.add(picture) { keep(picture.address.absoluteString) }
  }

  private static func picture(_ address: URL, _ attributes: [XMLAttribute]) -> Feed.Picture {
    func pixels(_ name: String) -> Int? {
      attributes.value(name).flatMap { Int(FeedText.trimmed($0)) }.flatMap { $0 > 0 ? $0 : nil }
    }
    return Feed.Picture(address, width: pixels("width"), height: pixels("height"))
  }

  /// Gives the file or picture that is described its title.
  mutating func endFileTitle(_ words: String) {
    guard case .media(let address?) = current?.role else { return }
    if spares.lists.setTitle(words, of: address) { keep(words) }
  }
}
