import Hikidashi

enum DocumentPage: GalleryPage {
  static let title = "Document"
  static let summary =
    "An app's own data in one place: edited in memory, saved when the window loses the focus, at "
    + "quit and on SIGTERM. Write a note, switch to another window, and look at the file."
  static let file = #filePath

  nonisolated static let line = Field<String>("line")

  /// Opened when the page is first shown, and kept for as long as the app runs.
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
    let times = try document.value("opened") ?? []
    return show(document, notes, times: String(decoding: times, as: UTF8.self))
  }

  private static func show(_ document: Document, _ notes: RecordStore, times: String) -> Part {
    let list = OutlineView(notes.table.rows, text: { $0[line] })
    let status = Label("").wrapping().styleClass("dim-label")
    let tell = { @MainActor in
      status.text = document.hasUnsavedChanges ? "Not saved yet" : "All is saved"
    }
    let entry = SearchField("A note, then Enter")
    entry.onSubmit = { text in
      guard !text.isEmpty else { return }
      Task {
        do { _ = try await notes.edit { try $0.append { $0[line] = text } } } catch {
          status.text = "\(error)"
        }
      }
    }
    let followers = Followers()
    followers.follow(notes) { change in
      list.change { $0.merge(change.after.rows) }
      tell()
    }
    tell()
    let part = Stack(.vertical, spacing: 0) {
      Stack(.horizontal, spacing: 6) {
        entry.expand(.horizontal)
        Button("Save now") {
          Task {
            do { try await document.save() } catch {
              status.text = "\(error)"
              return
            }
            tell()
          }
        }
      }.margin(6)
      list.expand()
      status.margin(6)
      Label("Times opened: \(times). Version of the app, kept beside the notes: 1.2")
        .wrapping().margin(6)
      Label("Kept in \(shortPath(document.place.description))").wrapping().styleClass("caption")
        .margin(6)
    }
    part.keep(followers)
    return part
  }
}
