internal import Hikidashi
internal import RFCKit

/// The notes of the document that is shown, in the order of its text, for a page beside it.
@MainActor
final class DocumentNotes {
  /// A row: the section and the words of a note.
  struct Row: Sendable, Identifiable {
    let id: Int
    let place: Int
    let description: String
  }

  let part: TableView<Row>
  /// Called with the place of a note that a person has chosen, in Unicode scalars.
  var onChoose: (@MainActor (Int) -> Void)?

  init(_ notes: ReaderNotes) {
    part = TableView([Row](), text: \.description)
      .accessibleLabel(tr("Bookmarks and Notes"))
      .whenEmpty(
        tr("No bookmarks and notes yet"),
        details: tr("Ctrl+D sets a bookmark, Ctrl+M highlights, Ctrl+Shift+N adds a note."))
    part.onSelect = { [weak self] in self?.onChoose?($0.item.place) }
    part.onActivate = { [weak self] in self?.onChoose?($0.item.place) }
    part.follow { table in table.merge(notes.placed.all.map(Self.row)) }
  }

  private static func row(_ placed: PlacedNotes.Placed) -> Row {
    let note = placed.note
    let words = note.words.isEmpty ? note.quote : note.words
    let parts = [note.kind.title, note.section, words].filter { !$0.isEmpty }
    return Row(
      id: placed.number.rawValue, place: placed.range.lowerBound,
      description: parts.joined(separator: " · "))
  }
}
