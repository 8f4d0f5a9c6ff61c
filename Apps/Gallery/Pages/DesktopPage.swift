import Hikidashi

enum DesktopPage: GalleryPage {
  static let title = tr("The desktop around it")
  static let summary = tr(
    """
    Open, mail, copy, paste, print; drop files here, or paste them by Ctrl+V.
    """)
  static let file = #filePath

  static func make() -> Part {
    let state = Label("Nothing done yet").wrapping()
    let folder = UserFolders.state(of: "io.github.hikidashi.Gallery") ?? "."
    return Clamp {
      state
      Button("Open a Web Page") { try await Desktop.open("https://www.rfc-editor.org") }
      Button("Write an E-Mail") { try await Desktop.compose(Email(subject: "引き出し")) }
      Button("Copy") { Clipboard.copy("引き出し") }
      Button("Paste") { state.text = await Clipboard.text() ?? "No text was copied" }
      Button("Print") {
        state.text = try await state.printOut(title: "State") ? "Printed" : "Not printed"
      }
      Button("Save as PDF") {
        try state.savePDF(to: folder + "/state.pdf")
        state.text = "Saved in \(folder)"
      }
    }.margin(24).onFiles { state.text = $0.joined(separator: "\n") }
  }
}
