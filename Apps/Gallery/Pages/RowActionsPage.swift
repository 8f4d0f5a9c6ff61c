import Hikidashi

enum RowActionsPage: GalleryPage {
  static let title = tr("Links and buttons in rows")
  static let summary = tr(
    "Click what is in a row, or go there from the row by Tab; Escape leads back to the row.")
  static let file = #filePath

  struct Post: Identifiable {
    var id: Int
    var words: String
    var likes = 0
  }

  @MainActor
  final class Likes {
    weak var table: TableView<Post>?

    func add(to id: Int) {
      table?.edit { posts in
        for index in posts.indices where posts[index].id == id { posts[index].likes += 1 }
      }
    }
  }

  static func make() throws -> Part {
    let last = Label("Nothing was pressed yet").margin(12)
    let likes = Likes()
    let cell = try CellDefinition<Post>(
      .row(.rich("words"), .button("like", style: "flat"), .button("reply", style: "flat")),
      .rich("words", onLink: { last.text = "The link of post \($0.id): \($1)" }) {
        RichText(markdown: $0.words)
      },
      .button("like", title: { "♥ \($0.likes)" }) { likes.add(to: $0.id) },
      .button("reply", icon: "mail-reply-sender-symbolic", title: { _ in "Reply" }) {
        last.text = "A reply to post \($0.id)"
      })
    let posts = [
      Post(id: 1, words: "Cells may have **bold** words and [links](https://example.org)."),
      Post(id: 2, words: "A long text takes as many lines as it needs; `lines` is the most."),
      Post(id: 3, words: "*Sencha* or [genmaicha](tea)?", likes: 7),
    ]
    let table = TableView(posts, cell: cell)
    likes.table = table
    return Stack(.vertical, spacing: 0, [table, last])
  }
}
