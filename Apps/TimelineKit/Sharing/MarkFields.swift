public import HikidashiRecords

/// The fields of what the reader has done with a post, as readers share it.
public enum MarkFields {
  /// The identifier of the post.
  public static let post = Field<String>("post", collation: .binary)
  /// Whether it was read.
  public static let isRead = Field<Bool>("read", default: false)
  /// Whether it has a bookmark.
  public static let isBookmarked = Field<Bool>("bookmark", default: false)
  /// What was noted about it.
  public static let note = Field<String>("note", default: "", format: .paragraphs)

  /// The schema of the store.
  ///
  /// - Throws: Nothing that a caller could mend: the fields are those above.
  public static func schema() throws(SchemaError) -> Schema {
    try Schema(post, isRead, isBookmarked, note)
  }
}

/// The fields of a page of posts in the database that readers share.
enum SharedPageFields {
  /// The name of the page.
  static let name = Field<String>("name", collation: .binary)
  /// How many posts it has.
  static let posts = Field<Int>("posts", default: 0)

  static func schema() throws(SchemaError) -> Schema { try Schema(name, posts) }
}

/// The fields of a list of names.
enum NameFields {
  static let name = Field<String>("name", collation: .binary)

  static func schema() throws(SchemaError) -> Schema { try Schema(name) }
}
