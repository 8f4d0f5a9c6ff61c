import Hikidashi

enum DocumentPage: GalleryPage {
  static let title = tr("Document")
  static let summary = tr(
    """
    An app's own data in one place: edited in memory, saved when the window loses the focus, \
    at quit and on SIGTERM. Write a note, switch to another window, and look at the file.
    """)
  static let file = #filePath

  nonisolated static let line = Field<String>("line")

  /// Opened when the page is first shown, and kept for as long as the app runs: a task, for which all wait
  /// that ask meanwhile.
  private static let opening = Task { @MainActor in
    guard let folder = UserFolders.data(of: "io.github.hikidashi.Gallery") else {
      throw StorageError.notFound(StorageFailure(.open, place: "the user's folder for data"))
    }
    let document = try await Document.open(
      .folder(folder + "/document"), version: "1.2", autosave: nil)
    App.current?.saves { try await document.save() }
    let times = Int(String(decoding: try document.value("opened") ?? [], as: UTF8.self)) ?? 0
    document.setValue(Array("\(times + 1)".utf8), for: "opened")
    return document
  }

  static func make() async throws -> Part {
    let document = try await opening.value
    let notes = try await document.store("notes", Schema(line))
    if notes.table.isEmpty {
      _ = try await notes.edit { try $0.append { $0[line] = "買い物: りんご" } }
    }
    let times = String(decoding: try document.value("opened") ?? [], as: UTF8.self)
    return Stack(.vertical, spacing: 0) {
      Stack(.horizontal, spacing: 6) {
        SearchField("A note, then Enter").submits { text in
          if !text.isEmpty { _ = try await notes.edit { try $0.append { $0[line] = text } } }
        }.expand(.horizontal)
        Button("Save now") { try await document.save() }
      }.margin(6)
      TableView({ Array(notes.table) }, text: { $0[line] }).expand()
      Label { document.hasUnsavedChanges ? "Not saved yet" : "All is saved" }
        .wrapping().styleClass("dim-label").margin(6)
      Label("Times opened: \(times). Version of the app, kept beside the notes: 1.2")
        .wrapping().margin(6)
      Label("Kept in \(document.place)").wrapping().styleClass("caption").margin(6)
    }
  }
}
