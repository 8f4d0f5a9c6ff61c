import Hikidashi

enum SearchPage: GalleryPage {
  static let title = tr("Search field")
  static let summary = tr("It answers each key; text still being composed does not count.")
  static let file = #filePath

  static func make() -> Part {
    let text = Label("Nothing typed yet")
    let submitted = Label("").styleClass("dim-label")
    let field = SearchField("Type here") { words in
      text.text = words.isEmpty ? "Nothing typed yet" : "Looking for “\(words)”"
    }
    field.onSubmit = { submitted.text = "Enter was pressed on “\($0)”" }
    return Clamp {
      field
      text
      submitted
    }.margin(24)
  }
}
