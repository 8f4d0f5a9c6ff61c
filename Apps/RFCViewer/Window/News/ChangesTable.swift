internal import Hikidashi
internal import RFCKit

/// The changes between two indexes, in sections.
@MainActor
final class ChangesTable {
  private enum Row: Sendable {
    case heading(String)
    case change(number: Int, title: String, fact: String)
  }

  /// Called with the number of the document that is selected.
  var onSelect: (@MainActor (Int) -> Void)?
  /// Called with the number of the document that is to be read.
  var onActivate: (@MainActor (Int) -> Void)?
  let part: Part
  private let view: OutlineView<Row>

  init() {
    var style = TableStyle.standard
    style.alignsText = false
    let cells = Cells<Row> {
      ChangeCell()
    } bind: { cell, row in
      switch row.item {
      case .heading(let text): cell.show(heading: text)
      case .change(let number, let title, let fact): cell.show(number, title, fact)
      }
    }
    view = OutlineView(Outline(), text: { Self.text($0) }, cells: cells)
      .accessibleLabel(tr("Changes")).style(style).pinnedSections()
    part = view
    view.onSelect = { [weak self] in
      if let number = Self.number($0.item) { self?.onSelect?(number) }
    }
    view.onActivate = { [weak self] in
      if let number = Self.number($0.item) { self?.onActivate?(number) }
    }
  }

  private static func text(_ row: Row) -> String {
    switch row {
    case .heading(let text): text
    case .change(let number, let title, let fact):
      "\(number) \(title)" + (fact.isEmpty ? "" : ", \(fact)")
    }
  }

  private static func number(_ row: Row) -> Int? {
    if case .change(let number, _, _) = row { number } else { nil }
  }

  /// Shows what happened, the greatest numbers first.
  ///
  /// - Parameter index: The newer index, which has the titles.
  func show(_ changes: RFCIndexChanges, in index: RFCIndex) {
    view.whenEmpty(tr("Nothing has changed"), icon: "emblem-ok-symbolic")
    var assembler = Outline<Row>.Assembler(capacity: 64)
    func section(_ name: String, _ title: String, _ rows: [(number: Int, fact: String)]) {
      guard !rows.isEmpty else { return }
      let heading = tr("{} ({})", title, RFCList.text(count: rows.count))
      assembler.open(
        .heading(heading), id: NodeID(path: [name]), isSection: true, isOpen: true,
        isSelectable: false)
      for row in rows.reversed() {
        let title = index[row.number]?.shownTitle ?? ""
        assembler.add(
          .change(number: row.number, title: title, fact: row.fact),
          id: NodeID(path: [name, String(row.number)]))
      }
      assembler.close()
    }
    section("published", tr("Published"), changes.published.map { ($0, "") })
    section(
      "obsoleted", tr("Replaced"),
      changes.obsoleted.map { ($0.number, tr("Replaced by {}", Self.names($0.by))) })
    section(
      "updated", tr("Updated"),
      changes.updated.map { ($0.number, tr("Updated by {}", Self.names($0.by))) })
    section(
      "statuses", tr("Status changed"),
      changes.statuses.map { ($0.number, $0.before.title + " → " + $0.now.title) })
    view.update((try? assembler.finish()) ?? Outline())
  }

  /// Says that there is no older index.
  func showNothingToCompare() {
    view.whenEmpty(
      tr("Nothing to compare with yet"), icon: "document-open-recent-symbolic",
      details: tr(
        "Each index that a newer one replaces is kept from now on. An older one can be chosen from a file."
      ))
    view.update(Outline())
  }

  private static func names(_ documents: [DocumentReference]) -> String {
    documents.map(\.description).joined(separator: ", ")
  }
}

/// A row of the changes: a number, a title, and what happened below it.
private final class ChangeCell: Stack {
  private let number = Label().styleClass("numeric").minimumSize(width: 48).textAlignment(.end)
  private let title = Label().ellipsized().expand(.horizontal)
  private let fact = Label().ellipsized().expand(.horizontal).styleClass("caption", "dim-label")

  init() {
    let words = Stack(.vertical, spacing: 0, [title, fact]).expand(.horizontal)
      .align(vertical: .center)
    super.init(.horizontal, spacing: 8, [number, words])
    margin(4)
  }

  func show(heading: String) {
    number.isVisible = false
    fact.isVisible = false
    title.text = heading
  }

  func show(_ number: Int, _ title: String, _ fact: String) {
    self.number.isVisible = true
    self.number.text = String(number)
    self.title.text = title
    self.fact.isVisible = !fact.isEmpty
    self.fact.text = fact
  }
}
