import Hikidashi

enum FilesPage: GalleryPage {
  static let title = tr("Files and folders")
  static let summary = tr("The desktop's own dialogs; nothing is read or written.")
  static let file = #filePath

  static func make() -> Part {
    let chosen = Label("Nothing chosen").align(horizontal: .center).wrapping().selectable()
    let cards = FileFilter("Cards", patterns: ["*.tsv", "*.csv"])
    let all = FileFilter("All files", patterns: ["*"])
    @MainActor func open(_ dialog: FileOpen) async throws {
      guard let paths = try await chosen.window?.present(dialog) else { return }
      chosen.text = paths.joined(separator: "\n")
    }
    return Clamp {
      chosen
      Button("_Open …") {
        try await open(FileOpen("Open cards", filters: [cards, all], several: true))
      }
      Button("Choose _folder …") {
        try await open(FileOpen("Folder of cards", folders: true))
      }
      Button("_Save …") {
        let dialog = FileSave("Save the cards", name: "cards.tsv", filters: [cards])
        if let path = try await chosen.window?.present(dialog) { chosen.text = path }
      }
      FileEntry("File") { entry in
        (try? await entry.window?.present(FileOpen("Choose a file")))?.first
      }
    }.margin(24)
  }
}
