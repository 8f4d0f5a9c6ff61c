internal import FoundationEssentials

/// Builds a feed from the elements and text of an XML document as they arrive.
struct FeedBuilder {
  /// A reason to stop reading.
  enum Refusal: Hashable {
    case webPage
    /// The root element, named here, does not belong to a feed.
    case root(String)
    /// There are more than ``FeedParser/entryLimit`` entries.
    case entries
    /// The text is longer than this limit in bytes.
    case text(Int)
  }

  /// The role of an open element.
  enum Role {
    /// The root element of RSS or RDF, which holds the channel and sometimes the items.
    case document
    case feed
    case entry
    case author
    /// A `content` or `group` element of Media RSS.
    case media
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
  }

  private(set) var frames: [Frame] = []
  var feed: Feed?
  /// The open entry, whose id is empty until one is read.
  var entry: Feed.Entry?
  var author: Feed.Author?
  var gathering: FeedGathering?
  /// Values for the feed and the open entry that count where the proper element is missing.
  var fallback = Fallback()
  /// The `guid` of the open entry, where it is also an address.
  var permalink: String?
  /// The first of them, at most ``Feed/mostProblems``.
  private(set) var complaints: [String] = []
  private(set) var complaintCount = 0

  struct Fallback {
    var feedDate: Date?
    var entryDate: Date?
    var entryAddress: URL?
  }

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
    let outer = current?.base ?? base
    let ownBase = attributes.value("base", .xml)
    let base = ownBase.flatMap { FeedText.address($0, from: outer) } ?? outer
    let key = name.local.lowercased()
    var role = Role.ignored
    switch current?.role {
    case nil:
      if feed != nil { break }
      guard let format = Self.format(key, name.space) else {
        return key == "html" ? .webPage : .root(name.local)
      }
      feed = Feed(format)
      role = format == .atom || key == "channel" ? .feed : .document
    case .document, .feed, .entry:
      if Self.isEntry(key, name.space, feed?.format) {
        if let refusal = beginEntry(attributes) { return refusal }
        role = .entry
      } else {
        role = startPart(key, name.space, attributes, base)
      }
    case .author: role = startAuthorPart(key)
    case .media:
      role = name.space == .media ? startMedia(key, attributes, base) : .ignored
    case .field, .markup:
      role = startMarkup(name, attributes)
    case .ignored: break
    }
    frames.append(Frame(role: role, base: base))
    return spend(0)
  }

  /// Handles the end of the innermost open element.
  mutating func end() -> Refusal? {
    guard let frame = frames.popLast() else { return nil }
    switch frame.role {
    case .entry: endEntry()
    case .field: endField(base: frame.base)
    case .author: endAuthor()
    case .markup(let name): gathering?.close(name)
    case .document, .feed, .media, .ignored: break
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
  func finish() -> Feed? {
    guard var feed else { return nil }
    feed.isWhole = frames.isEmpty
    if feed.updated == nil { feed.updated = fallback.feedDate }
    for index in feed.entries.indices where feed.entries[index].authors.isEmpty {
      feed.entries[index].authors = feed.authors
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

  mutating func complain(_ reason: String) {
    complaintCount += 1
    if complaints.count < Feed.mostProblems { complaints.append(reason) }
  }

  private static func format(_ name: String, _ space: XMLName.Space) -> Feed.Format? {
    switch name {
    case "rss", "channel": .rss
    case "rdf": .rdf
    case "feed" where space == .atom || space == .rss: .atom
    default: nil
    }
  }

  private static func isEntry(
    _ name: String, _ space: XMLName.Space, _ format: Feed.Format?
  ) -> Bool {
    format == .atom
      ? name == "entry" && (space == .atom || space == .rss) : name == "item" && space == .rss
  }
}

// Entries.
extension FeedBuilder {
  private mutating func beginEntry(_ attributes: [XMLAttribute]) -> Refusal? {
    // One inside another is what becomes of an element of the first that was never closed.
    if entry != nil { endEntry() }
    if (feed?.entries.count ?? 0) >= FeedParser.entryLimit { return .entries }
    entry = Feed.Entry(id: FeedText.trimmed(attributes.value("about", .rdf) ?? ""))
    permalink = nil
    (fallback.entryDate, fallback.entryAddress) = (nil, nil)
    keep(entry?.id ?? "")
    return nil
  }

  private mutating func endEntry() {
    guard var entry else { return }
    if entry.link == nil {
      entry.link = permalink.flatMap { FeedText.address($0, from: nil) } ?? fallback.entryAddress
    }
    if entry.published == nil { entry.published = fallback.entryDate }
    if entry.id.isEmpty { entry.id = Feed.Entry.derivedID(entry) }
    feed?.entries.append(entry)
    self.entry = nil
  }
}

// Authors of Atom.
extension FeedBuilder {
  private mutating func startAuthorPart(_ name: String) -> Role {
    switch name {
    case "name": gather(.authorName)
    case "email": gather(.authorEmail)
    case "uri", "url": gather(.authorAddress)
    default: .ignored
    }
  }

  private mutating func endAuthor() {
    defer { author = nil }
    guard let author, author != Feed.Author() else { return }
    add(author)
  }

  /// Adds an author to the open entry, or to the feed where none is open.
  mutating func add(_ author: Feed.Author) {
    keep((author.name ?? "") + (author.email ?? ""))
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
    _ field: FeedGathering.Field, _ kind: Feed.Text.Kind = .plain
  ) -> Role {
    gathering = FeedGathering(field: field, kind: kind)
    return .field
  }

  private mutating func startMarkup(_ name: XMLName, _ attributes: [XMLAttribute]) -> Role {
    guard gathering != nil else { return .ignored }
    let before = gathering?.count ?? 0
    let opened = gathering?.open(name, attributes) ?? ""
    textLeft -= (gathering?.count ?? 0) - before
    return .markup(name: opened)
  }
}
