import Hikidashi

enum ModalsPage: GalleryPage {
  static let title = tr("Modal views and progress")
  static let summary = tr("A form in a window of its own, and work that can be cancelled.")
  static let file = #filePath

  static func make() -> Part {
    let result = Label("Nothing yet").styleClass("title-2").align(horizontal: .center)
    let card = Modal<String>("New card") { answer in
      let name = TextEntry("_Name", rules: [.required])
      let stars = NumberEntry<Int>("_Stars", value: 3, in: 1...5)
      let form = Form {
        name
        stars
      }
      form.onApply = { answer("\(name.value), \(stars.value ?? 0) stars") }
      return [form, Button("_Add") { form.apply() }.asDefault()]
    }
    let work = ProgressDialog("Importing cards", message: "From the old box.") { report in
      for number in 1...100 {
        report.fraction = Double(number) / 100
        report.text = "card \(number) of 100"
        try await Task.sleep(for: .milliseconds(30))
      }
      return "100 cards imported"
    }
    return Clamp {
      result
      Button("_New card …") { result.text = try await result.window?.present(card) ?? "" }
      Button("_Import …") {
        result.text = try await result.window?.present(work).get() ?? ""
      }
    }.margin(24)
  }
}
