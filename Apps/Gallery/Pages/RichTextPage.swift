import Hikidashi

enum RichTextPage: GalleryPage {
  static let title = tr("Rich text")
  static let summary = tr(
    "Markdown and safe HTML, with links to follow by a click, or by Tab and Enter.")
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

      | animal | 犬 | ネコ |
      |---|---|---|
      | legs | 4 | 4 |

      ```
      reader.show(RichText(markdown: text))
      ```
      """
    let mail =
      "<h1>A mail</h1><p onclick=run()>Safe <a href=https://example.org>HTML</a>.<script>run()"
    let followed = Label("No link followed yet").margin(12)
    let reader = TextReader { followed.text = "Followed the link to \($0)" }
    let kind = RadioGroup(
      "_Written in", ["Markdown", "HTML"], value: "Markdown", isSegmented: true)
    kind.onChange = { reader.show($0 == "HTML" ? RichText(html: mail) : RichText(markdown: text)) }
    reader.show(RichText(markdown: text))
    return Stack(.vertical, spacing: 0) { [kind.margin(6), reader, followed] }
  }
}
