internal import Hikidashi
internal import RFCKit

/// A row of the list: the number in a column of its own, then the title over author, year and status.
@MainActor
class RFCCell: Stack {
  private let number = Label().styleClass("numeric").minimumSize(width: 44)
  let title = Label().ellipsized().expand(.horizontal)
  private let facts = Label().ellipsized().expand(.horizontal).styleClass("caption", "dim-label")

  /// - Parameter more: What stands below, beside which the number is at the top.
  init(_ more: Label? = nil) {
    cellSheet.install()
    let words = Stack(.vertical, spacing: 0, [title, facts] + [more].compactMap(\.self))
      .expand(.horizontal).align(vertical: .center)
    if more != nil { number.align(vertical: .start) }
    super.init(.horizontal, spacing: 8, [number.textAlignment(.end), words])
    styleClass("rfc-row")
  }

  /// - Parameter isHere: Whether its text is on this machine.
  func show(_ entry: RFCEntry, isHere: Bool) {
    title.text = entry.shownTitle
    show(
      number: String(entry.number), facts: entry.facts, isObsolete: entry.isObsolete,
      isHere: isHere)
    explain(entry, isHere: isHere)
  }

  /// Says by a tooltip what a struck title and a pale one mean.
  private func explain(_ entry: RFCEntry, isHere: Bool) {
    var lines: [String] = []
    if entry.isObsolete {
      let names = entry.obsoletedBy.map(\.description).joined(separator: ", ")
      lines.append(names.isEmpty ? tr("Obsolete") : tr("Obsolete, replaced by {}", names))
    }
    if !isHere { lines.append(tr("Not on this computer")) }
    tooltip(lines.isEmpty ? nil : lines.joined(separator: "\n"))
  }

  func show(heading: String) {
    title.text = heading
    tooltip(nil)
    show(number: nil, facts: "")
  }

  /// Shows all but the title.
  func show(number: String?, facts: String, isObsolete: Bool = false, isHere: Bool = true) {
    self.number.isVisible = number != nil
    self.number.text = number ?? ""
    self.facts.text = facts
    self.facts.isVisible = !facts.isEmpty
    setStyleClass("rfc-obsolete", isObsolete)
    setStyleClass("rfc-away", !isHere)
  }
}

extension RFCEntry {
  /// The title, or that there is none as the number was never used.
  var shownTitle: String { isIssued ? title : tr("Not issued") }

  /// That it is obsolete, its year, its status and who wrote it, in one line.
  var facts: String {
    guard isIssued else { return "" }
    let author = authors.first.map { authors.count > 1 ? tr("{} and others", $0.name) : $0.name }
    let year = date.map { String($0.year) }
    return [isObsolete ? tr("Obsolete") : nil, year, status.title, author].compactMap { $0 }
      .joined(separator: " · ")
  }
}

private let cellSheet = StyleSheet(
  "rfc-rows",
  css: """
    .rfc-row { padding: 4px 0; }
    .rfc-row.rfc-obsolete label:not(.caption):not(.numeric) { text-decoration-line: line-through; }
    .rfc-row.rfc-away label:not(.caption) { opacity: 0.75; }
    """)
