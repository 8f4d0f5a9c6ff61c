public import FoundationEssentials
public import HikidashiRecords

/// Where posts come from: a feed, a timeline of a server, an archive or a file.
///
/// ```swift
/// let news = TimelineSource(.feed, title: "RFC Editor", address: "https://www.rfc-editor.org/rfcrss.xml")
/// ```
public struct TimelineSource: Hashable, Sendable, Identifiable {
  /// The kind of a source, which says how it is read.
  public enum Kind: String, FieldValue, Hashable, CaseIterable {
    /// RSS, Atom, RDF or JSON Feed; the address is that of the feed.
    case feed
    /// A timeline of a Mastodon-compatible server; the address is that of ``MastodonTimeline``.
    case mastodon
    /// The folder of a Twitter archive; the address is its path.
    case archive
    /// A file or a folder of JSON; the address is its path.
    case json
  }

  /// What tells the source from others; a source that is removed and added again has the same.
  public var id: String { "\(kind.rawValue) \(address)" }
  /// How the source is read.
  public var kind: Kind
  /// What people call it.
  public var title: String
  /// Where it is: an address or a path, as ``Kind`` says.
  public var address: String
  /// The page that belongs to a feed; empty where there is none.
  public var page: String
  /// The name of the folder that the source stands in; empty for none.
  public var group: String
  /// When the source was added.
  public var added: Date

  /// Makes a source of its parts.
  public init(
    _ kind: Kind, title: String, address: String, page: String = "", group: String = "",
    added: Date = Date(timeIntervalSinceReferenceDate: 0)
  ) {
    self.kind = kind
    self.title = title
    self.address = address
    self.page = page
    self.group = group
    self.added = added
  }
}

extension TimelineSource {
  /// A source from when it was added until it is removed.
  struct Edition: Hashable, Sendable {
    var id: String
    var added: Date
  }

  var edition: Edition { Edition(id: id, added: added) }
}

/// Somebody who writes posts, kept once however many there are.
public struct TimelineUser: Hashable, Sendable, Identifiable {
  /// What tells the user from others: `@ann@example.org`, or the name in a feed.
  public var id: String
  /// The name that is shown.
  public var name: String
  /// The address of the user's page; empty where it is not known.
  public var page: String
  /// The address of the picture; empty for none.
  public var icon: String

  /// Makes a user of its parts.
  public init(id: String, name: String, page: String = "", icon: String = "") {
    self.id = id
    self.name = name
    self.page = page
    self.icon = icon
  }
}
