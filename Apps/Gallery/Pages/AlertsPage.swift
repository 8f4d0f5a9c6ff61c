import Hikidashi

enum AlertsPage: GalleryPage {
  static let title = tr("Alerts and prompts")
  static let summary = tr(
    """
    Answer by Enter, Escape or Alt and a letter; ask for three, and they queue.
    """)
  static let file = #filePath

  static func make() -> Part {
    let answer = Label("No answer yet").styleClass("title-2").align(horizontal: .center)
    let delete = Alert(
      "Delete 12 cards?", message: "They cannot be brought back.", details: "Carp, eel, pike …",
      choices: [.cancel, .destructive("_Delete"), "_Keep a Copy"])
    let name = Prompt("Rename the shelf", message: "Its cards stay.", accept: "_Rename") {
      TextEntry("Name", value: "Fish", rules: [.required, .length(1...12)])
    }
    return Clamp {
      answer
      Button("_Delete …") { answer.text = try await answer.window?.present(delete).id ?? "" }
      Button("_Rename …") { answer.text = try await answer.window?.present(name) ?? "" }
      Button("_Three at once") {
        for (number, text) in ["Third", "Second", "First"].enumerated() {
          try answer.window?.enqueue(Alert(text)) { $0.priority = number }
        }
      }
    }.margin(24)
  }
}
