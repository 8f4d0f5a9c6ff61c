import FoundationEssentials
import Hikidashi

enum InputsPage: GalleryPage {
  static let title = tr("Inputs")
  static let summary = tr(
    """
    Each says what is wrong while it is typed; all work by the keyboard alone.
    """)
  static let file = #filePath

  static func make() -> Part {
    let heard = Label("Nothing changed yet").styleClass("dim-label")
    func hear(_ value: some Any) { heard.text = "Now \(value)" }
    return Scroller(
      Clamp {
        Form {
          TextEntry("_Code", value: "ab12", rules: [.pattern(/[A-Z]{2}-\d+/, "must be like AB-12")])
          {
            hear($0)
          }
          TextEntry("_Password", isSecret: true, rules: [.length(8...)]) {
            hear("\($0.count) letters")
          }
          NumberEntry("N_umber", value: 2.5, in: 0...10, step: 0.5) { hear($0 ?? 0) }
          Switch("_Switch", value: true) { hear($0) }
          CheckBox("_Check", rules: [.check("must be checked") { $0 }]) { hear($0) }
          DropDown("Sche_me", ColorScheme.allCases, value: .system) { hear($0 ?? .system) }
          DateEntry("_Date", value: .now) { hear($0 ?? .distantPast) }
          DateEntry("Date and _time", hasTime: true, rules: [.range(Date.now...)]).hint(
            "Yet to come")
          ColorEntry("Co_lour", value: Color(0.2, 0.5, 0.9)) { hear($0.hexadecimal) }
          FileEntry("_File")
          TextArea("Te_xt", value: "Lines,\nwith undo", lines: 3, rules: [.length(0...30)]) {
            hear($0)
          }
        }
        heard
      }.margin(24))
  }
}
