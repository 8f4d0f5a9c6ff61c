import Hikidashi

enum ChoicesPage: GalleryPage {
  static let title = tr("Choices and sliders")
  static let summary = tr("The arrow keys go from one choice to the next, and move the knobs.")
  static let file = #filePath

  static func make() -> Part {
    let heard = Label("Nothing changed yet").styleClass("dim-label")
    func hear(_ value: some Any) { heard.text = "Now \(value)" }
    return Clamp {
      Form {
        RadioGroup("_Size", ["Small", "Medium", "Large"], value: "Medium") { hear($0 ?? "") }
        RadioGroup("_View", ["List", "Cards"], value: "List", isSegmented: true) { hear($0 ?? "") }
        DropDown("Sche_me", ColorScheme.allCases, value: .system) { hear($0 ?? .system) }
        Slider("V_olume", value: 40, in: 0...100, step: 5) { hear($0) }
        Slider("_Zoom", value: 1, in: 0.5...4, step: 0.25, decimals: 2, marks: [1: "1:1"]) {
          hear($0)
        }
      }
      heard
    }.margin(24)
  }
}
