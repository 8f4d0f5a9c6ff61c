/// The name of an element or an attribute, as far as it matters to feeds.
struct XMLName: Hashable {
  /// The vocabulary that a name belongs to.
  enum Space: Hashable {
    /// No namespace, or one that RSS has used.
    case rss
    case atom
    case dublinCore
    /// The RSS module for full content (`content:encoded`).
    case content
    /// Media RSS.
    case media
    /// The podcasts of iTunes, and those of Google, which are made after them.
    case itunes
    case rdf
    case xhtml
    case xml
    case other
  }

  /// The name without its prefix, spelled as in the document.
  var local: String
  var space: Space
  var hasPrefix: Bool

  init(_ local: String, _ space: Space, hasPrefix: Bool = false) {
    self.local = local
    self.space = space
    self.hasPrefix = hasPrefix
  }

  /// The vocabulary that an address names, however it is spelled: the scheme, `www.` and the last
  /// slash do not count, nor does case.
  static func space(_ uri: String) -> Space {
    var uri = Substring(FeedText.trimmed(uri).lowercased())
    for start in ["http://", "https://", "www."] where uri.hasPrefix(start) {
      uri = uri.dropFirst(start.count)
    }
    while let last = uri.last, last == "/" || last == "#" { uri = uri.dropLast() }
    return spaces[String(uri)] ?? .other
  }

  /// What a prefix means that a feed has not declared, or declared as something that is not known.
  static func customarySpace(_ prefix: String) -> Space { customary[prefix.lowercased()] ?? .other }

  private static let spaces: [String: Space] = [
    "": .rss, "purl.org/rss/1.0": .rss, "purl.org/net/rss1.1": .rss,
    "my.netscape.com/rdf/simple/0.9": .rss, "channel.netscape.com/rdf/simple/0.9": .rss,
    "backend.userland.com/rss": .rss, "backend.userland.com/rss2": .rss,
    "backend.userland.com/rss091": .rss, "backend.userland.com/rss092": .rss,
    "blogs.law.harvard.edu/tech/rss": .rss, "cyber.law.harvard.edu/rss/rss.html": .rss,
    "cyber.harvard.edu/rss/rss.html": .rss, "rssboard.org/rss-specification": .rss,
    "my.netscape.com/publish/formats/rss-0.91.dtd": .rss,
    "w3.org/2005/atom": .atom, "purl.org/atom/ns": .atom,
    "purl.org/dc/elements/1.1": .dublinCore, "purl.org/dc/elements/1.0": .dublinCore,
    "purl.org/dc/terms": .dublinCore,
    "purl.org/rss/1.0/modules/content": .content,
    "search.yahoo.com/mrss": .media, "tools.search.yahoo.com/mrss": .media,
    "video.search.yahoo.com/mrss": .media, "search.yahoo.com/mrss/index.php": .media,
    "itunes.com/dtds/podcast-1.0.dtd": .itunes, "itunes.com/dtds/podcast-1.0": .itunes,
    "itunes.apple.com/dtds/podcast-1.0.dtd": .itunes,
    "google.com/schemas/play-podcasts/1.0": .itunes,
    "google.com/schemas/play-podcasts/1.0/play-podcasts.xsd": .itunes,
    "w3.org/1999/02/22-rdf-syntax-ns": .rdf, "w3.org/1999/xhtml": .xhtml,
    "w3.org/xml/1998/namespace": .xml,
  ]

  private static let customary: [String: Space] = [
    "rss": .rss, "atom": .atom, "a10": .atom, "dc": .dublinCore, "dcterms": .dublinCore,
    "content": .content, "media": .media, "itunes": .itunes, "googleplay": .itunes, "rdf": .rdf,
    "xhtml": .xhtml, "xml": .xml,
  ]
}

/// An attribute of an element.
struct XMLAttribute: Hashable {
  var name: XMLName
  var value: String
}

/// Names as libxml2 gives them, which keeps each text of them once: what an address means is looked up
/// once for each.
struct XMLNames {
  private struct Key: Hashable {
    var prefix: UnsafePointer<UInt8>?
    var uri: UnsafePointer<UInt8>
  }

  private var spaces: [Key: XMLName.Space] = [:]
  /// The namespace of an `rss` root: whatever it is called, with the prefix of the root it is that of RSS.
  private var rss: Key?

  /// The name of the root element.
  mutating func root(
    _ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?
  ) -> XMLName {
    if let local, let uri, String(cString: local).lowercased() == "rss" {
      rss = Key(prefix: prefix, uri: uri)
    }
    return name(local, prefix, uri)
  }

  mutating func name(
    _ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?
  ) -> XMLName {
    XMLName(
      local.map { String(cString: $0) } ?? "", space(prefix, uri), hasPrefix: prefix != nil)
  }

  private mutating func space(
    _ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?
  ) -> XMLName.Space {
    guard let uri else {
      return prefix.map { XMLName.customarySpace(String(cString: $0)) } ?? .rss
    }
    let key = Key(prefix: prefix, uri: uri)
    if key == rss { return .rss }
    if let known = spaces[key] { return known }
    var space = XMLName.space(String(cString: uri))
    if space == .other, let prefix { space = XMLName.customarySpace(String(cString: prefix)) }
    spaces[key] = space
    return space
  }

  /// Reads the attributes, which libxml2 passes as five pointers each: name, prefix, namespace, and
  /// start and end of the value.
  mutating func attributes(
    _ values: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int
  ) -> [XMLAttribute] {
    guard let values, count > 0 else { return [] }
    var attributes: [XMLAttribute] = []
    attributes.reserveCapacity(count)
    for index in 0..<count {
      let part = values + index * 5
      var value = ""
      if let start = part[3], let end = part[4] {
        value = String(
          decoding: UnsafeBufferPointer(start: start, count: max(0, end - start)), as: UTF8.self)
      }
      attributes.append(XMLAttribute(name: name(part[0], part[1], part[2]), value: value))
    }
    return attributes
  }
}

extension [XMLAttribute] {
  /// The value of an attribute in a vocabulary, or of one without a prefix.
  func value(_ name: String, _ space: XMLName.Space? = nil) -> String? {
    first {
      $0.name.local == name
        && (space.map { [space = $0.name.space] in $0 == space } ?? !$0.name.hasPrefix)
    }?.value
  }
}
