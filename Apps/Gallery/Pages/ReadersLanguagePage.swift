import FoundationEssentials
import Hikidashi

enum ReadersLanguagePage: GalleryPage {
  static let title = tr("Numbers and dates")
  static let summary = tr("As readers of a language write them, and type them.")
  static let file = #filePath

  static func make() -> Part {
    let rows = Grid([""], columns: 2, spacing: 12, isUniform: false) { Label($0) }
    let typed = Label("").styleClass("dim-label")
    var language: String?
    func show() {
      let date = Date(timeIntervalSince1970: 1_772_114_400)
      rows.update([
        "Number", NumberFormat(language: language).text(1_234_567.89),
        "Per cent", NumberFormat(isPercent: true, language: language).text(0.125),
        "Day", DateFormat(.day, language: language).text(date),
        "Minute", DateFormat(.minute, language: language).text(date),
        "Days", DateFormat(.longDay, language: language).text(date...date + 3 * 86_400),
        "Japanese era", DateFormat(.longDay, calendar: .japanese, language: language).text(date),
        "How long ago", RelativeDateFormat(language: language).text(date, from: date + 90_000),
        "Duration", DurationFormat(language: language).text(.seconds(4_500)),
      ])
    }
    show()
    return Clamp {
      DropDown("Language", ["en", "de", "ja", "fr", "sv"], value: "en") {
        language = $0
        show()
      }
      rows
      TextEntry("Number", placeholder: "Type a number") { text in
        typed.text = NumberFormat(language: language).double(text).map { "\($0)" } ?? "no number"
      }
      typed
    }.margin(24)
  }
}
