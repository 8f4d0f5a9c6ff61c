internal import Hikidashi
internal import RFCKit

extension PlacesPage {
  /// The abbreviations that a document explains.
  static func abbreviations(_ go: @escaping Go) -> PlacesPage {
    let page = PlacesPage("abbreviations", tr("Abbreviations"), go: go) { subject in
      await offMainThread {
        subject.document.abbreviations(subject.layout).sorted { $0.short < $1.short }
          .enumerated().map {
            PlaceRow(
              id: $0, range: $1.span.scalars, head: $1.short, words: $1.long,
              copied: $1.short + ": " + $1.long)
          }
      }
    }
    page.table.whenEmpty(
      tr("No abbreviations"), details: tr("This document explains none in brackets."))
    return page
  }

  /// The known mistakes of a document.
  ///
  /// - Parameter errata: Nil while they are not known.
  static func errata(
    _ go: @escaping Go, _ errata: @escaping @MainActor () -> DocumentErrata?
  ) -> PlacesPage {
    let page = PlacesPage("errata", tr("Errata"), go: go) { subject in
      (errata()?.placed ?? []).map { row(of: $0, in: subject) }
    }
    page.table.whenEmpty(
      tr("No known mistakes"),
      details: tr("None is verified or held for the next version, as far as this library knows."))
    return page
  }

  /// Where a mistake is and of what kind, over what it should say, else why.
  private static func row(
    of placed: DocumentErrata.Placed, in document: ShownDocument
  ) -> PlaceRow {
    let erratum = placed.erratum
    let section = erratum.section.isEmpty ? tr("The whole document") : erratum.section
    let facts = [section, erratum.kind?.title ?? "", erratum.status.title]
    let words = (erratum.corrected.isEmpty ? erratum.notes : erratum.corrected)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return PlaceRow(
      id: erratum.id, range: DocumentErrata.range(of: placed, in: document),
      head: facts.filter { !$0.isEmpty }.joined(separator: " · "),
      words: words.isEmpty ? tr("Erratum {}", String(erratum.id)) : words,
      address: erratum.address)
  }

  /// The notes of the document that is shown, in the order of its text.
  static func notes(_ notes: ReaderNotes, _ go: @escaping Go) -> PlacesPage {
    let rows = { @MainActor in notes.placed.all.map(Self.row) }
    let page = PlacesPage("notes", tr("Bookmarks and Notes"), go: go) { _ in rows() }
    page.table.follow { $0.merge(rows()) }
      .whenEmpty(
        tr("No bookmarks or notes yet"),
        details: tr("Ctrl+D sets a bookmark, Ctrl+M highlights, Ctrl+Shift+N adds a note."))
    return page
  }

  private static func row(_ placed: PlacedNotes.Placed) -> PlaceRow {
    let note = placed.note
    return PlaceRow(
      id: placed.number.rawValue, range: placed.range,
      head: [note.kind.title, note.section].filter { !$0.isEmpty }.joined(separator: " · "),
      words: note.words.isEmpty ? note.quote : note.words)
  }
}
