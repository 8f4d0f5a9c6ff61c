internal import FoundationEssentials
public import HikidashiFeeds
internal import HikidashiRecords
public import HikidashiStorage

/// The fields of the whole articles of posts.
enum ArticleFields {
  static let post = Field<String>("post", collation: .binary)
  static let published = Field<Date>("published")
  static let title = Field<String>("title", default: "")
  static let text = Field<String>("text", default: "")
  /// The markup, as data: a search for words does not find tags.
  static let html = Field<Data>("html", default: Data())

  static func schema() throws(SchemaError) -> Schema {
    try Schema(post, published, title, text, html)
  }
}

extension TimelineStore {
  /// The HTML of the whole article of a post; nil where it was not loaded.
  ///
  /// ```swift
  /// let html = try store.article(of: post.id) ?? post.html
  /// ```
  ///
  /// - Throws: `StoreError`
  /// - Complexity: O(log *n*)
  public func article(of post: String) throws(StoreError) -> String? {
    try articles.records([post]).table.first { _ in true }.map {
      String(decoding: $0[ArticleFields.html], as: UTF8.self)
    }
  }

  /// Keeps the whole article of a post, in place of the one before.
  ///
  /// - Throws: `StoreError`; nothing was changed then.
  public func keep(_ article: WebArticle, of post: Post) throws(StoreError) {
    try articles.put([
      ArticleFields.post.column([post.id]), ArticleFields.published.column([post.published]),
      ArticleFields.title.column([post.title.isEmpty ? article.title : post.title]),
      ArticleFields.text.column([article.text]),
      ArticleFields.html.column([Data(article.html.utf8)]),
    ])
  }
}
