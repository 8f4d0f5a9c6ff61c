public import FoundationEssentials
public import HikidashiRecords

/// The fields of a post as it is kept, shown in a table and asked for in the query language.
///
/// ```swift
/// let query = try Query(parsing: "author:ann is:sensitive", schema: PostFields.schema())
/// ```
public enum PostFields {
  /// Its own identifier, unique in the store.
  public static let id = Field<String>("id", collation: .binary)
  /// The identifier of its source.
  public static let source = Field<String>("source", title: tr("Source"), collation: .binary)
  /// What its source calls it.
  public static let name = Field<String>("name", collation: .binary)
  /// What the same post of another source has in common with it.
  public static let subject = Field<String>("subject", default: "", collation: .binary)
  /// What kind of post it is.
  public static let kind = Field<Post.Kind>("kind", title: tr("Kind"))
    .choices { Post.Kind.allCases }
  /// The identifier of who wrote it.
  public static let author = Field<String>("author", title: tr("Author"), default: "")
  /// The identifier of who passed it on; empty where nobody did.
  public static let booster = Field<String>("booster", title: tr("Boosted by"), default: "")
  /// Its title; empty where it has none.
  public static let title = Field<String>("title", title: tr("Title"), default: "")
  /// Its text without markup, which is searched.
  public static let text = Field<String>(
    "text", title: tr("Text"), default: "", format: .paragraphs)
  /// The markup, in UTF-8: as data, so that a search for words does not find tags and addresses.
  public static let html = Field<Data>("html", default: Data())
  /// The address of its own page.
  public static let page = Field<String>("page", title: tr("Page"), default: "")
  /// What it links to.
  public static let links = Field<PostList<Post.Link>>("links", default: PostList())
  /// The pictures that stand below its text.
  public static let pictures = Field<PostList<Post.Picture>>("pictures", default: PostList())
  /// What the pictures show, in words (ALT), so that it is found.
  public static let described = Field<String>(
    "described", title: tr("Pictures"), default: "", format: .paragraphs)
  /// The pictures that stand for words of its text.
  public static let emoji = Field<PostList<Post.Emoji>>("emoji", default: PostList())
  /// What it warns of; empty for nothing.
  public static let warning = Field<String>("warning", title: tr("Warning"), default: "")
  /// Whether its pictures are hidden at first.
  public static let isSensitive = Field<Bool>("sensitive", title: tr("Sensitive"), default: false)
  /// The identifier of the post that it quotes; empty for none.
  public static let quoted = Field<String>("quoted", default: "", collation: .binary)
  /// The identifier of the post that it answers; empty for none.
  public static let repliesTo = Field<String>("replies", default: "", collation: .binary)
  /// The words that its writer gave it.
  public static let tags = Field<String>("tags", title: tr("Tags"), default: "", format: .tags)
  /// When it was published.
  public static let published = Field<Date>("published", title: tr("Published"))
  /// When it was last changed; nil where it was not.
  public static let edited = Field<Date?>("edited", title: tr("Edited"))
  /// Whether the reader has read it.
  public static let isRead = Field<Bool>("read", title: tr("Read"), default: false)
  /// Whether the reader has bookmarked it.
  public static let isBookmarked = Field<Bool>("bookmark", title: tr("Bookmark"), default: false)
  /// What the reader has noted about it.
  public static let note = Field<String>(
    "note", title: tr("Note"), default: "", format: .paragraphs)

  /// The schema of the store, with what a list needs of each post at the beginning.
  ///
  /// - Throws: Nothing that a caller could mend: the fields are those above.
  public static func schema() throws(SchemaError) -> Schema {
    try Schema(
      id, source, published, kind, subject, isRead, isBookmarked, isSensitive, author, booster,
      name,
      title, warning, quoted, repliesTo, tags, edited, note, page, emoji, described, text, pictures,
      links, html)
  }
}

extension PostFields {
  /// What queries ask for: what people read, so that a word alone is not found in an id, an address or the
  /// name of a kind, which thousands of posts share.
  ///
  /// - Throws: Nothing that a caller could mend: the fields are those above.
  public static func querySchema() throws(SchemaError) -> Schema {
    try Schema(
      author, booster, title, text, described, warning, isSensitive, tags, published, edited,
      isRead, isBookmarked, note)
  }
}

/// What a post has several of, such as its links, as a field has it.
///
/// ```swift
/// PostList(post.links)
/// ```
public struct PostList<Element: Codable & Hashable & Sendable>: CodableFieldValue, Hashable {
  /// The elements, in the order of the post.
  public var all: [Element]

  /// Creates a list.
  public init(_ all: [Element] = []) { self.all = all }

  /// As JSON, which is the same for all that are empty: most are.
  public var cell: CellValue { all.isEmpty ? emptyList : Coded(all: all).cell }

  /// The list that JSON holds; nil for anything else.
  public init?(cell: CellValue) {
    if cell == emptyList {
      self.init()
    } else {
      guard let coded = Coded(cell: cell) else { return nil }
      self.init(coded.all)
    }
  }

  private struct Coded: CodableFieldValue { var all: [Element] }
}

private let emptyList = CellValue.json(#"{"all":[]}"#)

extension Post {
  /// The post that a record holds.
  public init(_ record: Record) {
    self.init(
      source: record[PostFields.source], name: record[PostFields.name],
      subject: record[PostFields.subject], kind: record[PostFields.kind],
      author: record[PostFields.author], published: record[PostFields.published])
    booster = record[PostFields.booster]
    title = record[PostFields.title]
    text = record[PostFields.text]
    html = String(decoding: record[PostFields.html], as: UTF8.self)
    page = record[PostFields.page]
    links = record[PostFields.links].all
    pictures = record[PostFields.pictures].all
    emoji = record[PostFields.emoji].all
    warning = record[PostFields.warning]
    isSensitive = record[PostFields.isSensitive]
    quoted = record[PostFields.quoted]
    repliesTo = record[PostFields.repliesTo]
    tags = record[PostFields.tags].split(separator: ", ").map(String.init)
    edited = record[PostFields.edited]
  }
}

/// The fields of a source as it is kept.
public enum SourceFields {
  /// Its own identifier.
  public static let id = Field<String>("id", collation: .binary)
  /// What kind of source it is.
  public static let kind = Field<TimelineSource.Kind>("kind", title: tr("Kind"))
    .choices { TimelineSource.Kind.allCases }
  /// Its title.
  public static let title = Field<String>(
    "title", title: tr("Title"), default: "", collation: .localized(numbers: .byValue))
  /// Where it is fetched from: an address, or the path of a folder.
  public static let address = Field<String>("address", title: tr("Address"), default: "")
  /// The address of its page for people.
  public static let page = Field<String>("page", title: tr("Page"), default: "")
  /// The group in which it stands; empty for none.
  public static let group = Field<String>(
    "group", title: tr("Group"), default: "", collation: .localized(numbers: .byValue))
  /// When it was added.
  public static let added = Field<Date>("added", title: tr("Added"))

  /// The schema of the store.
  ///
  /// - Throws: Nothing that a caller could mend: the fields are those above.
  public static func schema() throws(SchemaError) -> Schema {
    try Schema(id, kind, title, address, page, group, added)
  }
}

extension TimelineSource {
  /// The source that a record holds.
  public init(_ record: Record) {
    self.init(
      record[SourceFields.kind], title: record[SourceFields.title],
      address: record[SourceFields.address], page: record[SourceFields.page],
      group: record[SourceFields.group], added: record[SourceFields.added])
  }

  func fill(_ draft: inout RecordDraft) {
    draft[SourceFields.kind] = kind
    draft[SourceFields.title] = title
    draft[SourceFields.address] = address
    draft[SourceFields.page] = page
    draft[SourceFields.group] = group
    draft[SourceFields.added] = added
  }
}

/// The fields of a user as it is kept.
public enum UserFields {
  /// The identifier of the person.
  public static let id = Field<String>("id", collation: .binary)
  /// The name of the person.
  public static let name = Field<String>("name", title: tr("Name"), default: "")
  /// The address of the page of the person.
  public static let page = Field<String>("page", title: tr("Page"), default: "")
  /// The address of the picture.
  public static let icon = Field<String>("icon", title: tr("Icon"), default: "")

  /// The schema of the store.
  ///
  /// - Throws: Nothing that a caller could mend: the fields are those above.
  public static func schema() throws(SchemaError) -> Schema { try Schema(id, name, page, icon) }
}

extension TimelineUser {
  /// The user that a record holds.
  public init(_ record: Record) {
    self.init(
      id: record[UserFields.id], name: record[UserFields.name], page: record[UserFields.page],
      icon: record[UserFields.icon])
  }
}
