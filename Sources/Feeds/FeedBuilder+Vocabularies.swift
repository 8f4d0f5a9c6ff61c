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
    default: return .ignored
    }
  }

  private mutating func startRSS(
    _ name: String, _ attributes: [XMLAttribute], _ base: URL?
  ) -> Role {
    if case .document = current?.role { return name == "channel" ? .feed : .ignored }
    switch name {
    case "title": return gather(.title)
    case "link": return gather(.link)
    case "description": return gather(.summary, .html)
    case "pubdate": return gather(entry == nil ? .date : .published)
    case "lastbuilddate" where entry == nil: return gather(.updated)
    case "guid" where entry != nil:
      let isPermalink = attributes.value("isPermaLink")?.lowercased() != "false"
      return gather(.guid(isPermalink: isPermalink))
    case "author" where entry != nil, "managingeditor" where entry == nil: return gather(.person)
    case "category" where entry != nil: return gather(.category)
    case "enclosure":
      addEnclosure(attributes.value("url"), attributes, base)
      return .ignored
    default: return .ignored
    }
  }

  private mutating func startDublinCore(_ name: String) -> Role {
    if case .document = current?.role { return .ignored }
    switch name {
    case "title": return gather(.title)
    case "description": return gather(.summary, .html)
    case "creator": return gather(.creator)
    case "date": return gather(.date)
    case "issued", "created": return gather(entry == nil ? .date : .published)
    case "modified": return gather(.updated)
    case "subject" where entry != nil: return gather(.category)
    case "identifier" where entry != nil && feed?.format != .rdf: return gather(.id)
    default: return .ignored
    }
  }

  private mutating func startAtom(
    _ name: String, _ attributes: [XMLAttribute], _ base: URL?
  ) -> Role {
    if case .document = current?.role { return .ignored }
    switch name {
    case "title": return gatherAtom(.title, attributes)
    case "subtitle" where entry == nil, "tagline" where entry == nil:
      return gatherAtom(.summary, attributes)
    case "summary" where entry != nil: return gatherAtom(.summary, attributes)
    case "content" where entry != nil:
      if let source = attributes.value("src") {
        fallback.entryAddress = FeedText.address(source, from: base)
        keep(source)
        return .ignored
      }
      return gatherAtom(.content, attributes)
    case "id" where entry != nil: return gather(.id)
    case "published" where entry != nil, "issued" where entry != nil: return gather(.published)
    case "created": return gather(.date)
    case "updated", "modified": return gather(.updated)
    case "author":
      author = Feed.Author()
      return .author
    case "category" where entry != nil:
      add(category: attributes.value("term") ?? attributes.value("label") ?? "")
      return .ignored
    case "link":
      addLink(attributes, base)
      return .ignored
    default: return .ignored
    }
  }

  /// Collects a text construct of Atom 1.0, or of Atom 0.3 with its media types and modes.
  private mutating func gatherAtom(
    _ field: FeedGathering.Field, _ attributes: [XMLAttribute]
  ) -> Role {
    let mode = attributes.value("mode")?.lowercased()
    let type = (attributes.value("type") ?? "text").lowercased()
    switch type.prefix(while: { $0 != ";" && $0 != " " }) {
    case _ where mode == "base64": return .ignored
    case "html" where mode == "xml", "text/html" where mode == "xml": return gather(field, .xhtml)
    case "html", "text/html": return gather(field, .html)
    case "xhtml", "application/xhtml+xml":
      return gather(field, mode == "escaped" ? .html : .xhtml)
    case "text", "": return gather(field)
    case let type where type.hasPrefix("text/") && !type.hasSuffix("xml"): return gather(field)
    // Other XML, or a file in base64: nothing that is read.
    default: return .ignored
    }
  }

  private mutating func addLink(_ attributes: [XMLAttribute], _ base: URL?) {
    let relation = attributes.value("rel") ?? "alternate"
    let place = attributes.value("href")
    switch relation.lowercased() {
    case "alternate", "http://www.iana.org/assignments/relation/alternate":
      setLink(place, base)
    case "enclosure": addEnclosure(place, attributes, base)
    default: break
    }
  }

  private mutating func addEnclosure(
    _ place: String?, _ attributes: [XMLAttribute], _ base: URL?
  ) {
    guard entry != nil, let address = FeedText.address(place, from: base) else { return }
    let type = attributes.value("type").map { FeedText.trimmed($0) }
    let count = attributes.value("length").flatMap { Int(FeedText.trimmed($0)) }
    keep(address.absoluteString + (type ?? ""))
    entry?.enclosures.append(
      Feed.Enclosure(
        address, type: type?.isEmpty == true ? nil : type,
        byteCount: count.flatMap { $0 >= 0 ? $0 : nil }))
  }

  /// Reads the pictures of Media RSS (rssboard.org/media-rss).
  mutating func startMedia(
    _ name: String, _ attributes: [XMLAttribute], _ base: URL?
  ) -> Role {
    guard entry != nil else { return .ignored }
    switch name {
    case "group": return .media
    case "content":
      let isPicture =
        attributes.value("medium").map { $0.lowercased() == "image" }
        ?? attributes.value("type")?.lowercased().hasPrefix("image/") ?? false
      if isPicture { addPicture(attributes, base) }
      // A thumbnail may stand inside.
      return .media
    case "thumbnail":
      addPicture(attributes, base)
      return .ignored
    default: return .ignored
    }
  }

  private mutating func addPicture(_ attributes: [XMLAttribute], _ base: URL?) {
    guard let address = FeedText.address(attributes.value("url"), from: base) else { return }
    func pixels(_ name: String) -> Int? {
      attributes.value(name).flatMap { Int(FeedText.trimmed($0)) }.flatMap { $0 > 0 ? $0 : nil }
    }
    let picture = Feed.Picture(address, width: pixels("width"), height: pixels("height"))
    if entry?.add(picture) == true { keep(address.absoluteString) }
  }

  private mutating func add(category: String) {
    let category = FeedText.trimmed(category)
    guard !category.isEmpty else { return }
    keep(category)
    entry?.categories.append(category)
  }

  private mutating func setLink(_ place: String?, _ base: URL?) {
    guard let address = FeedText.address(place, from: base) else { return }
    keep(address.absoluteString)
    if entry != nil {
      if entry?.link == nil { entry?.link = address }
    } else if feed?.address == nil {
      feed?.address = address
    }
  }
}

// The ends of texts: the first of each kind counts.
extension FeedBuilder {
  mutating func endField(base: URL?) {
    guard let gathering else { return }
    self.gathering = nil
    let words = FeedText.trimmed(gathering.bytes)
    guard !words.isEmpty else { return }
    let text = Feed.Text(
      words, kind: gathering.kind, base: gathering.kind == .plain ? nil : base)
    switch gathering.field {
    case .title: set(text, \.title, \.title)
    case .summary: set(text, \.summary, \.summary)
    case .content:
      if entry != nil, entry?.content == nil { entry?.content = text }
    case .id: if entry?.id.isEmpty == true { entry?.id = words }
    case .guid(let isPermalink):
      if isPermalink { permalink = permalink ?? words }
      // Those of RSS 1.0 are what its attribute says.
      if feed?.format != .rdf || entry?.id.isEmpty == true { entry?.id = words }
    case .link: setLink(words, base)
    case .published, .updated, .date: endDate(gathering.field, words)
    case .category: add(category: words)
    case .person: Feed.Author(rss: words).map { add($0) }
    case .creator: add(Feed.Author(name: words))
    case .authorName: author?.name = words
    case .authorEmail: author?.email = words
    case .authorAddress: author?.address = FeedText.address(words, from: base)
    }
  }

  private mutating func set(
    _ text: Feed.Text, _ inFeed: WritableKeyPath<Feed, Feed.Text?>,
    _ inEntry: WritableKeyPath<Feed.Entry, Feed.Text?>
  ) {
    if entry != nil {
      if entry?[keyPath: inEntry] == nil { entry?[keyPath: inEntry] = text }
    } else if feed?[keyPath: inFeed] == nil {
      feed?[keyPath: inFeed] = text
    }
  }

  private mutating func endDate(_ field: FeedGathering.Field, _ words: String) {
    guard let date = FeedDate.date(words) else {
      complain(tr("“{}” is no date", words.prefix(40)))
      return
    }
    switch field {
    case .updated where entry != nil:
      if entry?.updated == nil { entry?.updated = date }
    case .updated:
      if feed?.updated == nil { feed?.updated = date }
    case .published where entry != nil:
      if entry?.published == nil { entry?.published = date }
    case _ where entry != nil:
      if fallback.entryDate == nil { fallback.entryDate = date }
    default:
      if fallback.feedDate == nil { fallback.feedDate = date }
    }
  }
}
