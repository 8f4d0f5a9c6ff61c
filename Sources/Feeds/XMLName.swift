internal import CHikidashiXML

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
    case rdf
    case xhtml
    case xml
    case other
  }

  /// The name without its prefix, spelled as in the document.
  var local: String
  var space: Space

  init(_ local: String, _ space: Space) {
    self.local = local
    self.space = space
  }

  init(
    _ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?
  ) {
    self.local = local.map { String(cString: $0) } ?? ""
    if let uri {
      space = Self.space(String(cString: uri))
    } else {
      // A prefix that nobody has declared means what it always does.
      space = prefix.map { Self.customary[String(cString: $0).lowercased()] ?? .other } ?? .rss
    }
  }

  private static func space(_ uri: String) -> Space {
    switch FeedText.trimmed(uri).lowercased() {
    case "", "http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/",
      "http://channel.netscape.com/rdf/simple/0.9/", "http://backend.userland.com/rss2",
      "http://backend.userland.com/rss", "http://blogs.law.harvard.edu/tech/rss",
      "http://my.netscape.com/publish/formats/rss-0.91.dtd",
      "http://backend.userland.com/rss091", "http://backend.userland.com/rss092":
      .rss
    case "http://www.w3.org/2005/atom", "https://www.w3.org/2005/atom",
      "http://purl.org/atom/ns#":
      .atom
    case "http://purl.org/dc/elements/1.1/", "http://purl.org/dc/elements/1.0/",
      "http://purl.org/dc/terms/":
      .dublinCore
    case "http://purl.org/rss/1.0/modules/content/": .content
    case "http://search.yahoo.com/mrss/", "http://search.yahoo.com/mrss",
      "https://search.yahoo.com/mrss/":
      .media
    case "http://www.w3.org/1999/02/22-rdf-syntax-ns#": .rdf
    case "http://www.w3.org/1999/xhtml": .xhtml
    case "http://www.w3.org/xml/1998/namespace": .xml
    default: .other
    }
  }

  private static let customary: [String: Space] = [
    "rss": .rss, "atom": .atom, "a10": .atom, "dc": .dublinCore, "dcterms": .dublinCore,
    "content": .content, "media": .media, "rdf": .rdf, "xhtml": .xhtml, "xml": .xml,
  ]
}

/// An attribute of an element.
struct XMLAttribute: Hashable {
  var name: XMLName
  var hasPrefix: Bool
  var value: String
}

extension XMLName {
  /// Reads the attributes, which libxml2 passes as five pointers each: name, prefix, namespace, and
  /// start and end of the value.
  static func attributes(
    _ values: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int
  ) -> [XMLAttribute] {
    guard let values, count > 0 else { return [] }
    return (0..<count).map { index in
      let part = values + index * 5
      var value = ""
      if let start = part[3], let end = part[4] {
        value = String(
          decoding: UnsafeBufferPointer(start: start, count: max(0, end - start)), as: UTF8.self)
      }
      return XMLAttribute(
        name: XMLName(part[0], part[1], part[2]), hasPrefix: part[1] != nil, value: value)
    }
  }
}

extension [XMLAttribute] {
  /// The value of an attribute in a vocabulary, or of one without a prefix.
  func value(_ name: String, _ space: XMLName.Space? = nil) -> String? {
    first {
      $0.name.local == name
        && (space.map { [space = $0.name.space] in $0 == space } ?? !$0.hasPrefix)
    }?.value
  }
}
