internal import HikidashiFeeds
public import HikidashiLoading

/// Reads and writes lists of feeds as other readers do.
///
/// ```swift
/// let list = try await connector.load(LoadRequest(file), parser: OPMLParser()).value
/// let text = OPML.text(of: list.sources, title: "My feeds")
/// ```
///
/// - Source: OPML 2.0, <http://opml.org/spec2.opml>, "subscription lists".
public enum OPML {
  /// Writes the feeds among these sources, in folders by their ``TimelineSource/group``.
  ///
  /// - Complexity: O(*n*)
  public static func text(of sources: [TimelineSource], title: String) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0">
        <head><title>\(escaped(title))</title></head>
        <body>

      """
    var groups: [(name: String, feeds: [TimelineSource])] = []
    var places: [String: Int] = [:]
    for source in sources where source.kind == .feed {
      if let place = places[source.group] {
        groups[place].feeds.append(source)
      } else {
        places[source.group] = groups.count
        groups.append((source.group, [source]))
      }
    }
    for group in groups {
      let isInGroup = !group.name.isEmpty
      if isInGroup { text += "    <outline text=\"\(escaped(group.name))\">\n" }
      for feed in group.feeds { text += line(feed, indent: isInGroup ? "      " : "    ") }
      if isInGroup { text += "    </outline>\n" }
    }
    return text + "  </body>\n</opml>\n"
  }

  private static func line(_ feed: TimelineSource, indent: String) -> String {
    let title = escaped(feed.title)
    var line = indent + "<outline type=\"rss\" text=\"\(title)\" title=\"\(title)\""
    line += " xmlUrl=\"\(escaped(feed.address))\""
    if !feed.page.isEmpty { line += " htmlUrl=\"\(escaped(feed.page))\"" }
    return line + "/>\n"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t", "\r": escaped += " "
      // XML 1.0 has no way to write them.
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// The feeds of a list, and what of it could not be read.
public struct OPMLList: Hashable, Sendable {
  /// The feeds, each address once.
  public var sources: [TimelineSource] = []
  /// The problems of the list, at most ``PostPage/mostProblems``.
  public private(set) var problems: [PostPage.Problem] = []
  /// How many things could not be read, those beyond ``problems`` too.
  public private(set) var problemCount = 0
  /// How many feeds are left out, as they have no address of the web, or are too many.
  public internal(set) var missing = 0
  /// How many feeds stand in the list once more, in other folders; each is in the first.
  public internal(set) var repeated = 0

  mutating func note(_ problem: PostPage.Problem) {
    problemCount += 1
    if problems.count < PostPage.mostProblems { problems.append(problem) }
  }
}

/// Reads a list of feeds, with the folder that each stands in.
///
/// Feeds in folders of folders have the names of all of them, with `/` between, 200 letters at most. A list is read
/// with the care that feeds get (`MendedXML`): whatever is wrong is a problem of the list, and the feeds behind it
/// are read. There are 100,000 feeds at most.
public struct OPMLParser: ResponseParser, Hashable {
  private var bytes: [UInt8] = []

  /// Creates a parser.
  public init() {}

  public mutating func feed(_ bytes: [UInt8]) -> ParserStep {
    self.bytes += bytes
    return .more
  }

  /// - Throws: ``ParserError`` where it is no list of feeds at all.
  public mutating func finish() throws(ParserError) -> OPMLList {
    let visitor = OPMLVisitor()
    let failures = XMLReader.read(recovering: MendedXML(bytes).bytes, visitor)
    guard visitor.isOPML else {
      let reason = tr("this is no list of feeds (OPML); export one in your reader")
      throw failures.first.map { .wrongContent(reason: reason + " (\($0))") }
        ?? .wrongContent(reason: reason)
    }
    for failure in failures { visitor.list.note(PostPage.Problem("\(failure)")) }
    visitor.finish()
    return visitor.list
  }
}

private final class OPMLVisitor: XMLVisitor {
  var list = OPMLList()
  private(set) var isOPML = false
  /// The open outlines: the group of a folder, with those around it; nil for a feed.
  private var folders: [String?] = []
  private var seen: Set<String> = []
  private var isFirst = true
  /// How many folders have names that were shortened.
  private var shortened = 0
  private var beyond = 0

  /// No more feeds are taken.
  private static let mostFeeds = 100_000
  /// A folder has so many letters with those around it: each feed in it has them all.
  private static let longestGroup = 200

  func enter(_ name: String) {}

  func enter(_ name: String, _ attributes: XMLElementAttributes) {
    if isFirst { isOPML = name.lowercased() == "opml" }
    isFirst = false
    guard isOPML, name.lowercased() == "outline" else { return }
    let title = Self.line(attributes[anyCase: "title"]) ?? Self.line(attributes[anyCase: "text"])
    let around = folders.lazy.compactMap(\.self).last ?? ""
    guard let written = Self.line(attributes[anyCase: "xmlUrl"]) else {
      // One that has neither feeds nor folders in it, but an address, is a feed that lost its own.
      folders.append(group(title ?? "", in: around))
      return
    }
    folders.append(nil)
    guard let address = Self.address(written) else {
      let reason = tr("“{}” is no address of the web; the feed is left out", written)
      list.note(PostPage.Problem(reason, place: title ?? ""))
      list.missing += 1
      return
    }
    guard seen.insert(address).inserted else {
      list.repeated += 1
      return
    }
    guard list.sources.count < Self.mostFeeds else {
      beyond += 1
      return
    }
    list.sources.append(
      TimelineSource(
        .feed, title: title ?? address, address: address,
        page: Post.webAddress(attributes[anyCase: "htmlUrl"]), group: around))
  }

  /// Notes the feeds and names beyond the limits.
  func finish() {
    if beyond > 0 {
      list.missing += beyond
      list.note(
        PostPage.Problem(
          trn(
            "{} feed is left out: a list has {} at most",
            "{} feeds are left out: a list has {} at most",
            beyond, beyond, Self.mostFeeds)))
    }
    if shortened > 0 {
      list.note(
        PostPage.Problem(
          trn(
            "the name of {} folder is shortened to {} letters",
            "the names of {} folders are shortened to {} letters", shortened, shortened,
            Self.longestGroup)))
    }
  }

  private func group(_ name: String, in around: String) -> String {
    let whole = [around, name].filter { !$0.isEmpty }.joined(separator: "/")
    guard whole.utf8.count > Self.longestGroup, whole.count > Self.longestGroup else {
      return whole
    }
    shortened += 1
    return String(whole.prefix(Self.longestGroup))
  }

  /// A text with its blanks and ends of lines as single blanks; nil where nothing else is in it.
  private static func line(_ text: String?) -> String? {
    let words = text?.split { $0.isWhitespace }.joined(separator: " ") ?? ""
    return words.isEmpty ? nil : words
  }

  /// The address of a feed as lists have it: `feed:` for `http:` or before it.
  private static func address(_ written: String) -> String? {
    var address = written
    let lower = address.lowercased()
    for (start, rest) in [("feed://", "http://"), ("feed:", ""), ("//", "https://")]
    where lower.hasPrefix(start) {
      address = rest + address.dropFirst(start.count)
      break
    }
    if !lower.contains(":"), lower.contains("."), !lower.hasPrefix("/") {
      address = "https://" + address
    }
    let found = Post.webAddress(address)
    return found.isEmpty ? nil : found
  }

  func take(_ text: UnsafeBufferPointer<UInt8>) {}

  func leave(_ name: String) {
    if isOPML, name.lowercased() == "outline" { _ = folders.popLast() }
  }
}
