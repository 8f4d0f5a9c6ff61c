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
  /// What could not be read.
  public var problems: [PostPage.Problem] = []
}

/// Reads a list of feeds, with the folder that each stands in.
///
/// Feeds in folders of folders have the names of all of them, with `/` between. Of a list that breaks off,
/// what comes before is read, and the rest is a problem.
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
    do throws(ParserError) {
      try XMLReader.read(bytes, visitor)
    } catch {
      guard visitor.isOPML else { throw error }
      visitor.list.problems.append(PostPage.Problem("\(error)"))
    }
    guard visitor.isOPML else {
      throw .wrongContent(reason: tr("this is no list of feeds (OPML); export one in your reader"))
    }
    return visitor.list
  }
}

private final class OPMLVisitor: XMLVisitor {
  var list = OPMLList()
  private(set) var isOPML = false
  /// The folder of each open outline; nil for a feed.
  private var folders: [String?] = []
  private var seen: Set<String> = []
  private var isFirst = true

  func enter(_ name: String) {}

  func enter(_ name: String, _ attributes: XMLElementAttributes) {
    if isFirst { isOPML = name.lowercased() == "opml" }
    isFirst = false
    guard isOPML, name.lowercased() == "outline" else { return }
    let title = attributes["title"] ?? attributes["text"] ?? ""
    guard let address = attributes["xmlUrl"] ?? attributes["xmlurl"] else {
      folders.append(title)
      return
    }
    folders.append(nil)
    guard !Post.webAddress(address).isEmpty else {
      let reason = tr("“{}” is no address of the web; the feed is left out", address)
      list.problems.append(PostPage.Problem(reason, place: title))
      return
    }
    guard seen.insert(address).inserted else { return }
    list.sources.append(
      TimelineSource(
        .feed, title: title.isEmpty ? address : title, address: address,
        page: Post.webAddress(attributes["htmlUrl"] ?? attributes["htmlurl"]),
        group: folders.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "/")))
  }

  func take(_ text: UnsafeBufferPointer<UInt8>) {}

  func leave(_ name: String) {
    if isOPML, name.lowercased() == "outline" { _ = folders.popLast() }
  }
}
