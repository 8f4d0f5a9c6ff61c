internal import Hikidashi
internal import RFCKit

/// The window of all bookmarks, highlights and notes: searched, sorted, filtered, changed and exported.
@MainActor
final class NotesWindow {
  private let notes: ReaderNotes
  private let reading: Reading
  /// The window while it is open.
  private(set) weak var window: Window?
  /// The table while it is open.
  private(set) weak var table: RecordsView?

  init(_ notes: ReaderNotes, _ reading: Reading) { (self.notes, self.reading) = (notes, reading) }

  /// What the window of the document can do with notes.
  @ActionBuilder
  var actions: [Action] {
    notes.actions { [reading] in reading.hasText }
    Action(
      "notes", title: tr("All bookmarks and notes"), shortcuts: "<Control>b",
      group: tr("Document")
    ) { self.present() }
  }

  /// Shows the window, or brings it to the front.
  func present() {
    if let window, window.native != nil { return window.present() }
    let made = makeWindow()
    window = made
    if let app = App.current { app.show(made) } else { made.present() }
  }

  private func makeWindow() -> Window {
    Window(tr("Bookmarks and Notes"), name: "notes", width: 820, height: 560) {
      HeaderBar(end: {
        MenuButton.main { Menu.item(tr("Export with Citations…"), action: "win.export") }
      })
      Opening { [notes] in
        guard let opened = await notes.keeper.open() else {
          throw NotesProblem(description: notes.keeper.problem ?? "")
        }
        return opened
      } content: {
        self.makeTable($0)
      }
    }
    .actions {
      Action("export", title: tr("Export with citations"), shortcuts: "<Control>e") {
        try await self.export()
      }.enabled { self.notes.keeper.notes != nil }
    }
  }

  private func makeTable(_ opened: RFCNotes) -> RecordsView {
    let view = RecordsView(
      NoteRecords(opened.records, author: NotesPlace.author), columns: Self.columns
    )
    .sorted(by: .ascending(NoteFields.number), .ascending(NoteFields.start))
    .form { Self.form($0) }
    .whenEmpty(
      tr("No bookmarks or notes yet"), icon: "user-bookmarks-symbolic",
      details: tr(
        "In a document, Ctrl+D sets a bookmark, Ctrl+M highlights, Ctrl+Shift+N adds a note.")
    )
    .accessibleLabel(tr("Bookmarks and Notes"))
    .keeping("notes")
    view.onActivate = { [reading, notes] number in
      guard let note = opened[number] else { return }
      notes.window?.present()
      notes.show(note, number, in: reading)
    }
    table = view
    return view
  }

  private static var columns: [FieldColumn] {
    [
      FieldColumn(NoteFields.kind, width: 100) { RFCNote.Kind(cell: $0)?.title ?? "" },
      FieldColumn(NoteFields.number, width: 70) {
        Int(cell: $0).map { "\($0)" } ?? ""
      }, FieldColumn(NoteFields.section, width: 80),
      FieldColumn(NoteFields.quote), FieldColumn(NoteFields.words, width: 200),
      FieldColumn(NoteFields.tags, width: 110),
      FieldColumn(NoteFields.color, isHidden: true) {
        RFCNote.Color?(cell: $0).flatMap { $0?.title } ?? ""
      },
      FieldColumn(NoteFields.author, isHidden: true),
      FieldColumn(NoteFields.created, isHidden: true),
      FieldColumn(NoteFields.changed, isHidden: true),
    ]
  }

  /// The form: what a person decides; place and dates come by themselves.
  private static func form(_ item: RecordEntry) -> Form {
    Form {
      DropDown(tr("_Kind"), RFCNote.Kind.allCases, title: \.title).bind(item[NoteFields.kind])
      item.input(NoteFields.number)
      item.input(NoteFields.section)
      item.input(NoteFields.words)
      item.input(NoteFields.tags)
      FormGroup(tr("In the document")) {
        item.input(NoteFields.quote)
        DropDown(tr("_Colour"), RFCNote.Color.allCases, title: \.title)
          .bind(item[NoteFields.color])
      }
    }
  }

  /// Asks for a file, and writes the notes that are shown into it.
  private func export() async throws {
    guard let window, let table, let notes = notes.keeper.notes else { return }
    let chosen = table.selectedNumbers.count > 1 ? table.selectedNumbers : table.shownNumbers
    let dialog = FileSave(
      tr("Export with Citations"), name: tr("notes") + ".md",
      filters: [
        FileFilter(tr("Markdown, CSV and JSON"), patterns: ["*.md", "*.csv", "*.json"])
      ])
    guard let path = try? await window.present(dialog) else { return }
    try await export(chosen.compactMap { notes[$0] }, to: path)
    window.show(
      Toast(tr("Exported to {}", path.split(separator: "/").last.map(String.init) ?? path)))
  }

  /// Writes notes into a file; the ending of its name says how.
  func export(_ notes: [RFCNote], to path: String) async throws {
    let export = NoteExport(notes, index: reading.index)
    try await offMainThread { try export.write(to: path) }
  }
}

/// Why notes cannot be shown.
struct NotesProblem: Error, CustomStringConvertible {
  let description: String
}
