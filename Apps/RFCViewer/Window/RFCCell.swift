internal import Hikidashi
internal import RFCKit

/// A row of the list: the number in a column of its own, then the title over author, year and status.
@MainActor
final class RFCCell: Stack {
  private let number = Label().styleClass("numeric").minimumSize(width: 44)
  private let title = Label().ellipsized().expand(.horizontal)
  private let facts = Label().ellipsized().expand(.horizontal).styleClass("caption", "dim-label")

  init() {
    RFCCell.installSheet()
    let words = Stack(.vertical, spacing: 0, [title, facts]).expand(.horizontal).align(
      vertical: .center)
    super.init(.horizontal, spacing: 8, [number.textAlignment(.end), words])
    styleClass("rfc-row")
  }

  /// Makes the look of rows known, those of what was found included.
  static func installSheet() { cellSheet.install() }

  /// - Parameter isHere: Whether its text is on this machine.
  func show(_ entry: RFCEntry, isHere: Bool) {
    number.isVisible = true
    number.text = String(entry.number)
    title.text = entry.shownTitle
    facts.text = entry.facts
    facts.isVisible = entry.isIssued
    setStyleClass("rfc-obsolete", entry.isObsolete)
    setStyleClass("rfc-away", !isHere)
  }

  func show(heading: String) {
    number.isVisible = false
    facts.isVisible = false
    title.text = heading
    setStyleClass("rfc-obsolete", false)
    setStyleClass("rfc-away", false)
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
