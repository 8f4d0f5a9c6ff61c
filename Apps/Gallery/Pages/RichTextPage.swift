import Hikidashi

enum RichTextPage: GalleryPage {
  static let title = tr("Rich text")
  static let summary = tr("Markdown, with links to follow by a click, or by Tab and Enter.")
  static let file = #filePath

  static func make() -> Part {
    let text = """
      # Hikidashi
      引き出し is *Japanese* for a **drawer**, and for what a craftsman has at hand.

      ## What is in it
      - [Tables](tables) that open and close
      - `RecordTable`, a table of typed cards
        1. searched
        2. sorted
      - [x] menus, ~~cupboards~~ tabs

      > A place for everything, and everything in its place.

      | animal | 犬 | ネコ |
      |---|---|---|
      | legs | 4 | 4 |

      ```
      reader.show(RichText(markdown: text))
      ```
      """
    let followed = Label("No link followed yet").margin(12)
    let reader = TextReader { followed.text = "Followed the link to \($0)" }
    reader.show(RichText(markdown: text))
    return Stack(.vertical, spacing: 0) { [reader, followed] }
  }
}
