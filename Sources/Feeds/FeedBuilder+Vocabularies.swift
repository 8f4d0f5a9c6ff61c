internal import FoundationEssentials
internal import HikidashiBase

// What the parts of a feed and of an entry are called in each vocabulary.
extension FeedBuilder {
  mutating func startPart(
    _ name: String, _ space: XMLName.Space, _ attributes: [XMLAttribute], _ base: URL?
  ) -> Role {
    let isAtom = feed?.format == .atom
    switch space {
    case .atom: return startAtom(name, attributes, base)
    case .rss: return isAtom ? startAtom(name, attributes, base) : startRSS(name, attributes, base)
    case .dublinCore: return startDublinCore(name)
    case .content where name == "encoded": return gather(.content, .html)
    case .media: return startMedia(name, attributes, base)
    case .itunes: return startPodcast(name, attributes, base)
    // A page within an item of RSS.
    case .xhtml where entry != nil && !isAtom && (name == "body" || name == "div"):
      return gather(.content, .xhtml)
    default: return .ignored
    }
  }

  private var isInDocument: Bool { if case .document = current?.role { true } else { false } }

  private mutating func startRSS(
    _ name: String, _ attributes: [XMLAttribute], _ base: URL?
  ) -> Role {
    if isInDocument { return name == "channel" ? .feed : name == "image" ? .image : .ignored }
    switch name {
    case "title": return gather(.title, isTitle: true)
    case "link":
      if attributes.value("href") != nil { addLink(attributes, base) }
      return gather(.link)
    case "description": return gather(.summary, .html)
    case "summary" where entry != nil: return gather(.spareSummary(0), .html)
    case "pubdate": return gather(entry == nil ? .date(0) : .published)
    case "published" where entry != nil: return gather(.published)
    case "lastbuilddate" where entry == nil, "updated" where entry != nil: return gather(.updated)
    case "guid" where entry != nil:
      let isPermalink = attributes.value("isPermaLink")?.lowercased() != "false"
      return gather(.guid(isPermalink: isPermalink))
    case "author": return gather(.person, isTitle: true)
    case "managingeditor" where entry == nil:
      return gather(.person, isTitle: true)
    case "category" where entry != nil:
      add(category: FeedTitle.plain(attributes.value("term") ?? ""))
      return gather(.category, isTitle: true)
    case "enclosure" where entry != nil: return startFile(attributes, base)
    case "image": return .image
    // A list of RSS 1.1 around the items, or of somebody's own.
    case "items" where entry == nil: return .feed
    default: return .ignored
    }
  }

  private mutating func startDublinCore(_ name: String) -> Role {
    if isInDocument { return .ignored }
    let isTitle = feed?.format != .atom
    switch name {
    case "title": return gather(.title, isTitle: isTitle)
    case "description": return gather(.summary, .html)
    case "abstract": return gather(.spareSummary(0), .html)
    case "creator": return gather(.creator, isTitle: isTitle)
    case "date": return gather(.date(0))
    case "issued": return gather(entry == nil ? .date(0) : .published)
    case "available": return gather(.date(1))
    case "created": return gather(.date(2))
    case "modified": return gather(.updated)
    case "subject" where entry != nil: return gather(.category, isTitle: isTitle)
    case "identifier" where entry != nil && feed?.format != .rdf: return gather(.id)
    default: return .ignored
    }
  }

  /// Reads the elements that podcasts add to RSS.
  ///
  /// - Source: help.apple.com/itc/podcasts_connect, "Podcast RSS feed requirements".
  private mutating func startPodcast(
    _ name: String, _ attributes: [XMLAttribute], _ base: URL?
  ) -> Role {
    if isInDocument { return .ignored }
    switch name {
    case "title": return gather(.spareTitle(0), isTitle: true)
    case "summary", "description": return gather(.spareSummary(FeedSpares.podcast))
    case "subtitle": return gather(.spareSummary(FeedSpares.subtitle))
    case "author": return gather(.spareCreator, isTitle: true)
    case "owner" where entry == nil:
      author = Feed.Author()
      return .author(isSpare: true)
    case "keywords" where entry != nil: return gather(.keywords, isTitle: true)
    case "category" where entry != nil:
      add(category: FeedTitle.plain(attributes.value("text") ?? ""))
      return .ignored
    case "duration" where entry != nil: return gather(.duration)
    case "image":
      guard let place = attributes.value("href") ?? attributes.value("url") else {
        return gather(.picture(0))
      }
      addPicture(place, attributes, base, rank: 0)
      return .ignored
    default: return .ignored
    }
  }

  private mutating func startAtom(
    _ name: String, _ attributes: [XMLAttribute], _ base: URL?
  ) -> Role {
    if isInDocument { return .ignored }
    switch name {
    case "title": return gatherAtom(.title, attributes)
    case "subtitle" where entry == nil, "tagline" where entry == nil:
      return gatherAtom(.summary, attributes)
    case "summary" where entry != nil: return gatherAtom(.summary, attributes)
    case "content" where entry != nil:
      if let source = attributes.value("src") {
        spares.content = address(source, base)
        keep(source)
        return .ignored
      }
      return gatherAtom(.content, attributes)
    case "id" where entry != nil: return gather(.id)
    case "published" where entry != nil, "issued" where entry != nil: return gather(.published)
    case "created": return gather(.date(2))
    case "updated", "modified": return gather(.updated)
    case "author": return gather(.person)
    case "category" where entry != nil:
      let term = attributes.value("term") ?? attributes.value("label") ?? ""
      add(category: term)
      return FeedText.trimmed(term).isEmpty ? gather(.category) : .ignored
    case "logo" where entry == nil: return gather(.picture(1))
    case "icon" where entry == nil: return gather(.picture(3))
    case "link":
      addLink(attributes, base)
      return attributes.value("href") == nil && attributes.value("rel") == nil
        ? gather(.link) : .ignored
    default: return .ignored
    }
  }

  /// Collects a text construct of Atom 1.0, or of Atom 0.3 with its media types and modes.
  private mutating func gatherAtom(
    _ field: FeedGathering.Field, _ attributes: [XMLAttribute]
  ) -> Role {
    let mode = attributes.value("mode")?.lowercased()
    let isBase64 = mode == "base64"
    let type = (attributes.value("type") ?? "text").lowercased()
    switch type.prefix(while: { $0 != ";" && $0 != " " }) {
    case "html", "text/html":
      return gather(field, mode == "xml" ? .xhtml : .html, isBase64: isBase64)
    case "xhtml", "application/xhtml+xml":
      let isText = isBase64 || mode == "escaped"
      return gather(field, isText ? .html : .xhtml, isBase64: isBase64)
    case "text", "": return gather(field, isBase64: isBase64)
    case let type where type.hasPrefix("text/") && !type.hasSuffix("xml"):
      return gather(field, isBase64: isBase64)
    // Other XML, or a file in base64: nothing that is read.
    default: return .ignored
    }
  }

  private mutating func addLink(_ attributes: [XMLAttribute], _ base: URL?) {
    let relation = attributes.value("rel") ?? "alternate"
    switch relation.lowercased() {
    case "alternate", "http://www.iana.org/assignments/relation/alternate":
      let type = attributes.value("type").map { FeedText.trimmed($0).lowercased() } ?? ""
      let isPage =
        type.isEmpty || type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
      setLink(attributes.value("href"), base, rank: isPage ? 0 : 1)
    case "enclosure" where entry != nil:
      if let place = attributes.value("href") { addFile(place, attributes, base) }
    default: break
    }
  }

  mutating func add(category: String) {
    if entry != nil, spares.lists.add(category: category) { keep(category) }
  }

  /// Keeps the address of the page of the entry or the feed; of several that of the lowest rank.
  mutating func setLink(_ place: String?, _ base: URL?, rank: Int) {
    guard let address = address(place, base) else { return }
    keep(address.absoluteString)
    if entry != nil {
      spares.link.offer(address, rank: rank)
    } else {
      feedSpares.link.offer(address, rank: rank)
    }
  }
}
