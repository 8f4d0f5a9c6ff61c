internal import Hikidashi
internal import RFCKit

/// The notes of the document that is shown, in the order of its text, for a page beside it.
@MainActor
final class DocumentNotes: PanelPage {
  /// A row: the section and the words of a note.
  struct Row: Sendable, Identifiable {
    let id: Int
    let range: Range<Int>
    let description: String
  }

  let id = "notes"
  let table: TableView<Row>
  var part: Part { table }
  /// Called with the place of a note that a person has chosen, in Unicode scalars, and whether he or she means to
  /// go on there.
  var onGo: (@MainActor (Range<Int>, _ isVisit: Bool) -> Void)?

  init(_ notes: ReaderNotes) {
    table = TableView([Row](), text: \.description)
      .accessibleLabel(tr("Bookmarks and Notes"))
      .whenEmpty(
        tr("No bookmarks and notes yet"),
        details: tr("Ctrl+D sets a bookmark, Ctrl+M highlights, Ctrl+Shift+N adds a note."))
    table.onSelect = { [weak self] in self?.onGo?($0.item.range, false) }
    table.onActivate = { [weak self] in self?.onGo?($0.item.range, true) }
    table.follow { table in table.merge(notes.placed.all.map(Self.row)) }
  }

  // It follows the notes, wherever they change.
  func show(_ subject: ShownDocument, in index: RFCIndex) {}

  private static func row(_ placed: PlacedNotes.Placed) -> Row {
    let note = placed.note
    let words = note.words.isEmpty ? note.quote : note.words
    let parts = [note.kind.title, note.section, words].filter { !$0.isEmpty }
    return Row(
      id: placed.number.rawValue, range: placed.range,
      description: parts.joined(separator: " · "))
  }
}
