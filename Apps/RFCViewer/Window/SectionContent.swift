internal import Hikidashi
internal import RFCKit

/// What the rows of the sections read, apart from the list that they belong to.
@MainActor
final class SectionContent {
  var entries: [RFCEntry] = []
  var sections: [RFCSection] = []
  /// What the filter lets through; nil without one.
  var matches: [Bool]?
  private let isHere: @MainActor (Int) -> Bool

  init(_ isHere: @escaping @MainActor (Int) -> Bool) { self.isHere = isHere }

  func makeView() -> OutlineView<RFCRow> {
    var style = TableStyle.standard
    // Two levels, and a column of numbers, are clear enough without.
    style.alignsText = false
    let cells = Cells<RFCRow> {
      RFCCell()
    } bind: { cell, row in
      switch row.item {
      case .heading: cell.show(heading: self.text(row.item))
      case .entry(let position):
        let entry = self.entries[position]
        cell.show(entry, isHere: !entry.isIssued || self.isHere(entry.number))
      }
    }
    return OutlineView(Outline(), text: { self.text($0) }, cells: cells)
      .accessibleLabel(tr("RFCs")).style(style).pinnedSections()
      .whenEmpty(tr("Reading the index…"))
      .whenNothingMatches(
        tr("No RFC found"), details: tr("Try fewer words, a number, or an author’s name."))
  }

  /// The entry of a row; nil of a heading.
  func entry(of row: RFCRow) -> RFCEntry? {
    guard case .entry(let position) = row, entries.indices.contains(position) else { return nil }
    return entries[position]
  }

  /// What a screen reader reads.
  private func text(_ row: RFCRow) -> String {
    switch row {
    case .heading(let place): heading(sections[place])
    case .entry(let position): entries[position].spokenName
    }
  }

  private func heading(_ section: RFCSection) -> String {
    let count = RFCList.text(count: section.positions.count)
    guard let matches else { return tr("{} ({})", section.title, count) }
    let found = section.positions.count { matches.indices.contains($0) && matches[$0] }
    return tr("{} ({} of {})", section.title, RFCList.text(count: found), count)
  }
}
