import Hikidashi

enum ChoosersPage: GalleryPage {
  static let title = tr("Choosers")
  static let summary = tr(
    "From a list, a date, a colour, a picture, a font; each by the keyboard alone.")
  static let file = #filePath

  static func make() -> Part {
    let chosen = Label("Nothing chosen").styleClass("title-2").align(horizontal: .center)
    @MainActor func choose<Item: Presentable>(_ item: Item) async throws {
      guard let answer = try await chosen.window?.present(item) else { return }
      chosen.text = "\(answer)"
    }
    let encodings = [
      "UTF-8", "UTF-16", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "ISO 8859-1", "ISO 8859-15",
      "Windows-1252", "GB 18030", "Big5", "EUC-KR", "KOI8-R",
    ]
    return Clamp {
      chosen.wrapping()
      Button("From a _list …") { try await choose(ListChooser("Encoding of the file", encodings)) }
      Button("A _date …") { try await choose(DateChooser("Due on")) }
      Button("A date and a _time …") { try await choose(DateChooser("Begins", hasTime: true)) }
      Button("A _colour …") { try await choose(ColorChooser("Colour of the shelf", value: .white)) }
      Button("A _picture …") { try await choose(PictureChooser("Picture of the card")) }
      Button("A _font …") { try await choose(FontChooser("Font of the text", value: .monospaced)) }
    }.margin(24)
  }
}
