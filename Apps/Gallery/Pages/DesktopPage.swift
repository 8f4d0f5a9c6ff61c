import Hikidashi

enum DesktopPage: GalleryPage {
  static let title = "The desktop around it"
  static let summary = "Open, mail, copy, paste, print; drop files here, or paste them by Ctrl+V."
  static let file = #filePath

  static func make() -> Part {
    let state = Label("Nothing done yet").wrapping()
    let folder = UserFolders.state(of: "io.github.hikidashi.Gallery") ?? "."
    func button(_ title: String, _ work: @escaping @MainActor () async throws -> String?) -> Button
    {
      Button(title) {
        Task { do { state.text = try await work() ?? title } catch { state.text = "\(error)" } }
      }
    }
    return Stack(.vertical, spacing: 12) {
      state
      button("Open a Web Page") {
        try await Desktop.open("https://www.rfc-editor.org")
        return nil
      }
      button("Write an E-Mail") {
        try await Desktop.compose(Email(subject: "引き出し"))
        return nil
      }
      Button("Copy") { Clipboard.copy("引き出し") }
      button("Paste") { await Clipboard.text() ?? "No text was copied" }
      button("Print") { try await state.printOut(title: "State") ? "Printed" : "Not printed" }
      button("Save as PDF") {
        try state.savePDF(to: folder + "/state.pdf")
        return "Saved in \(folder)"
      }
    }.margin(24).align(vertical: .center).onFiles { state.text = $0.joined(separator: "\n") }
  }
}
