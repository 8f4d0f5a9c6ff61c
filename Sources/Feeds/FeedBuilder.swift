internal import FoundationEssentials
internal import HikidashiBase

/// Builds a feed from the elements and text of an XML document as they arrive.
struct FeedBuilder {
  /// A reason to stop reading.
  enum Refusal: Hashable {
    case webPage
    /// The root element, named here, does not belong to a feed.
    case root(String)
    /// The text is longer than this limit in bytes.
    case text(Int)
  }

  /// The role of an open element.
  enum Role {
    /// The root element of RSS or RDF, which holds the channel and sometimes the items.
    case document
    case feed
    case entry
    /// A person, whose name is an element within; a spare one counts where no other person is named.
    case author(isSpare: Bool)
    /// A `group` element of Media RSS, or a `content` element, with the address of the file.
    case media(URL?)
    /// An `image` of RSS, whose address is an element within.
    case image
    /// An element whose text is collected.
    case field
    /// An element inside a collected text, to be closed under this name; empty for none.
    case markup(name: String)
    case ignored
  }

  struct Frame {
    var role: Role
    /// The base of relative addresses.
    var base: URL?
    /// Whether `xml:base` says so.
    var hasBase = false
  }

  private(set) var frames: [Frame] = []
  var feed: Feed?
  /// The open entry, whose id is empty until one is read.
  var entry: Feed.Entry?
  var author: Feed.Author?
  var gathering: FeedGathering?
  /// The file whose address is the text that is collected.
  var file: [XMLAttribute] = []
  var feedSpares = FeedSpares()
  var spares = FeedSpares()
  /// The `guid` of the open entry, where it is also an address, and its base.
  var permalink: (words: String, base: URL?)?
  /// Which texts of the open entry have a base of their own, by `xml:base`.
  var based = (summary: false, content: false)
  private var complaints: [String] = []
  /// Elements called item or entry that were none here.
  private var oddEntries = 0
  private var surplusEntries = 0

  private let base: URL?
  private let textLimit: Int
  private var textLeft: Int

  /// - Parameters:
  ///   - base: The feed's own address.
  ///   - textLimit: The greatest number of bytes that are kept.
  init(base: URL?, textLimit: Int) {
    self.base = base
    self.textLimit = textLimit
    textLeft = textLimit
  }

  var current: Frame? { frames.last }

  /// Handles the start of an element.
  mutating func start(_ name: XMLName, _ attributes: [XMLAttribute]) -> Refusal? {
    let outer = current ?? Frame(role: .ignored, base: base)
    var frame = Frame(role: .ignored, base: outer.base, hasBase: outer.hasBase)
    if !attributes.isEmpty, let text = attributes.value("base", .xml),
      let own = FeedText.address(text, from: outer.base)
    {
      (frame.base, frame.hasBase) = (own, true)
    }
    let key = name.local.lowercased()
    // A default namespace that is not known, as people write it on any element.
    let space = name.space == .other && !name.hasPrefix && feed != nil ? .rss : name.space
    switch current?.role {
    case nil:
      if feed != nil { break }
      guard let role = startRoot(key, name, attributes) else {
        return key == "html" ? .webPage : .root(name.local)
      }
      frame.role = role
    case .document, .feed, .entry:
      if Self.isEntry(key, space, feed?.format) {
        frame.role = beginEntry(attributes) ? .entry : .ignored
      } else {
        frame.role = startPart(key, space, attributes, frame.base)
      }
    case .author: frame.role = startAuthorPart(key)
    case .image: frame.role = key == "url" ? gather(.picture(1)) : .ignored
    case .media:
      frame.role = space == .media ? startMedia(key, attributes, frame.base) : .ignored
    case .field, .markup:
      frame.role = startMarkup(name, key, attributes, frame.base)
    case .ignored: break
    }
    if key == "item" || key == "entry" { countOdd(frame.role) }
    frames.append(frame)
    return spend(0)
  }

  /// Handles the end of the innermost open element.
  mutating func end() -> Refusal? {
    guard let frame = frames.popLast() else { return nil }
    switch frame.role {
    case .entry: endEntry(frame)
    case .field: endField(frame)
    case .author(let isSpare): endAuthor(isSpare: isSpare)
    case .markup(let name): gathering?.close(name)
    case .document, .feed, .media, .image, .ignored: break
    }
    return spend(0)
  }

  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) -> Refusal? {
    guard gathering != nil else { return nil }
    switch current?.role {
    case .field, .markup: break
    default: return nil
    }
    gathering?.add(bytes)
    return spend(bytes.count)
  }

  /// Returns the feed without an unfinished entry; nil where there was no root element.
  mutating func finish() -> Feed? {
    guard var feed else { return nil }
    feed.isWhole = frames.isEmpty
    feed.updated = feed.updated ?? feedSpares.date.value
    feed.title = feed.title ?? feedSpares.title.value
    feed.summary = feed.summary ?? feedSpares.summary.value
    feed.picture = feedSpares.picture.value
    feed.address = feedSpares.link.value
    if feed.authors.isEmpty { feed.authors = feedSpares.authors }
    for index in feed.entries.indices where feed.entries[index].authors.isEmpty {
      feed.entries[index].authors = feed.authors
    }
    if surplusEntries > 0 {
      complain(
        trn(
          "{} entry is left out, as there are more than {}",
          "{} entries are left out, as there are more than {}", surplusEntries, surplusEntries,
          FeedParser.entryLimit))
    }
    if feed.entries.isEmpty, oddEntries > 0 {
      complain(
        trn(
          "{} element called item or entry, and no entry of this format",
          "{} elements called item or entry, and no entry of this format", oddEntries, oddEntries))
    }
    return feed
  }

  /// Takes `count` bytes off the limit, and returns a refusal where it is exceeded.
  private mutating func spend(_ count: Int) -> Refusal? {
    textLeft -= count
    return textLeft < 0 ? .text(textLimit) : nil
  }

  /// Takes kept values other than collected text off the limit, with their memory overhead.
  mutating func keep(_ text: String = "") { textLeft -= text.utf8.count + 64 }

  var hasComplaints: Bool { !complaints.isEmpty }

  mutating func complain(_ reason: String) { complaints.append(reason) }

  /// Returns the problems since the last call.
  mutating func takeComplaints() -> [String] {
    defer { complaints = [] }
    return complaints
  }

  private mutating func startRoot(
    _ key: String, _ name: XMLName, _ attributes: [XMLAttribute]
  ) -> Role? {
    switch key {
    case "rss":
      feed = Feed(.rss)
      return .document
    case "rdf":
      feed = Feed(.rdf)
      return .document
    case "channel":
      // RSS 1.1 is RDF.
      feed = Feed(attributes.value("about", .rdf) == nil ? .rss : .rdf)
      return .feed
    case "feed" where name.space == .atom || name.space == .rss:
      feed = Feed(.atom)
      return .feed
    case "entry" where name.space == .atom:
      feed = Feed(.atom)
      return beginEntry(attributes) ? .entry : nil
    default: return nil
    }
  }

  private static func isEntry(
    _ name: String, _ space: XMLName.Space, _ format: Feed.Format?
  ) -> Bool {
    format == .atom
      ? name == "entry" && (space == .atom || space == .rss) : name == "item" && space == .rss
  }

  private mutating func countOdd(_ role: Role) {
    switch role {
    case .entry, .markup: break
    default: oddEntries += 1
    }
  }
}

// Entries.
extension FeedBuilder {
  /// Whether there is room for one more.
  private mutating func beginEntry(_ attributes: [XMLAttribute]) -> Bool {
    // One inside another is what becomes of an element of the first that was never closed.
    if entry != nil { endEntry(current) }
    guard (feed?.entries.count ?? 0) < FeedParser.entryLimit else {
      surplusEntries += 1
      return false
    }
    entry = Feed.Entry(id: FeedText.trimmed(attributes.value("about", .rdf) ?? ""))
    (permalink, spares, based) = (nil, FeedSpares(), (false, false))
    keep(entry?.id ?? "")
    return true
  }

  private mutating func endEntry(_ frame: Frame?) {
    guard var entry else { return }
    entry.link =
      spares.link.value ?? permalink.flatMap { Self.page($0.words, $0.base) } ?? spares.content
    entry.published = entry.published ?? spares.date.value
    entry.title = entry.title ?? spares.title.value
    entry.summary = entry.summary ?? spares.summary(besideContent: entry.content != nil)
    if entry.authors.isEmpty { entry.authors = spares.authors }
    entry.categories = spares.lists.categories
    entry.pictures = spares.lists.pictures
    entry.enclosures = spares.lists.enclosures
    if let duration = spares.duration,
      let place = entry.enclosures.firstIndex(where: { $0.isAudio || $0.isVideo })
        ?? entry.enclosures.indices.first,
      entry.enclosures[place].duration == nil
    {
      entry.enclosures[place].duration = duration
    }
    if let page = entry.link, feed?.format != .atom {
      if !based.summary, entry.summary?.base != nil { entry.summary?.base = page }
      if !based.content, entry.content?.base != nil { entry.content?.base = page }
    }
    entry.hasOwnID = !entry.id.isEmpty
    if entry.id.isEmpty { entry.id = Feed.Entry.derivedID(entry) }
    feed?.entries.append(entry)
    self.entry = nil
  }

  /// The page that a `guid` names, where it is the address of one.
  private static func page(_ words: String, _ base: URL?) -> URL? {
    let address = FeedText.address(words, from: base)
    // One of `urn:` or `tag:` is a name.
    return address.flatMap { $0.absoluteString.contains("://") ? $0 : nil }
  }

  /// The address, where it is one; what is left out is told.
  mutating func address(_ text: String?, _ base: URL?) -> URL? {
    guard let text else { return nil }
    if let address = FeedText.address(text, from: base) { return address }
    if text.utf8.count > FeedAddress.longest {
      complain(
        tr(
          "an address of {} bytes is left out; the longest has {}", text.utf8.count,
          FeedAddress.longest))
    } else if !FeedText.trimmed(text).isEmpty {
      complain(tr("“{}” is not an address", text.prefix(40)))
    }
    return nil
  }
}

// Persons.
extension FeedBuilder {
  private mutating func startAuthorPart(_ name: String) -> Role {
    switch name {
    case "name": gather(.authorName, isTitle: feed?.format != .atom)
    case "email": gather(.authorEmail)
    case "uri", "url": gather(.authorAddress)
    default: .ignored
    }
  }

  private mutating func endAuthor(isSpare: Bool) {
    defer { author = nil }
    guard let author, author != Feed.Author() else { return }
    add(author, isSpare: isSpare)
  }

  /// Adds an author to the open entry, or to the feed where none is open.
  mutating func add(_ author: Feed.Author, isSpare: Bool = false) {
    keep((author.name ?? "") + (author.email ?? ""))
    if isSpare {
      if entry == nil { feedSpares.add(author) } else { spares.add(author) }
      return
    }
    if entry == nil {
      if feed?.authors.contains(author) == false { feed?.authors.append(author) }
      return
    }
    // Somebody who is named twice, in two vocabularies; without a name nobody is known again.
    let isKnown =
      entry?.authors.contains {
        $0 == author || ($0.name != nil && $0.name == author.name)
      } ?? true
    if !isKnown { entry?.authors.append(author) }
  }
}

// Text.
extension FeedBuilder {
  mutating func gather(
    _ field: FeedGathering.Field, _ kind: Feed.Text.Kind = .plain, isTitle: Bool = false,
    isBase64: Bool = false
  ) -> Role {
    gathering = FeedGathering(field: field, kind: kind, isTitle: isTitle, isBase64: isBase64)
    return .field
  }

  private mutating func startMarkup(
    _ name: XMLName, _ key: String, _ attributes: [XMLAttribute], _ base: URL?
  ) -> Role {
    guard let field = gathering?.field, let before = gathering?.count else { return .ignored }
    if field == .person || field == .creator || field == .spareCreator {
      // A person in parts, as Atom has them, also where RSS wants one text.
      if ["name", "email", "uri", "url"].contains(key),
        gathering?.bytes.allSatisfy(FeedText.isBlank) == true,
        let place = frames.lastIndex(where: { if case .field = $0.role { true } else { false } })
      {
        frames[place].role = .author(isSpare: field == .spareCreator)
        author = Feed.Author()
        return startAuthorPart(key)
      }
      gathering?.separate()
    }
    let opened = gathering?.open(name, attributes, base: base) ?? ""
    textLeft -= (gathering?.count ?? 0) - before
    return .markup(name: opened)
  }
}
