internal import Hikidashi
internal import RFCKit

/// The sections of two RFCs, the newer and the older title of each, with what became of it.
@MainActor
final class DifferenceSections {
  /// A section: its title, and what became of it.
  private struct Row: Sendable {
    let name: String
    let facts: String
    let fate: Comparison.Fate

    init(_ pair: RFCDifference.Pair, _ fate: Comparison.Fate) {
      name = (pair.new ?? pair.old)?.name ?? ""
      self.fate = fate
      var facts = [fate.title]
      if fate == .changed, !pair.changes.isEmpty {
        facts.append(trn("{} difference", "{} differences", pair.changes.count, pair.changes.count))
      }
      if let old = pair.old, let new = pair.new, old.name != new.name {
        facts.append(tr("before: {}", old.name))
      }
      self.facts = facts.joined(separator: " · ")
    }
  }

  private let table: OutlineView<Row>
  var view: Part { table }
  /// Called with the position of the pair that a person has chosen.
  var onChoose: (@MainActor (Int) -> Void)?
  /// The section that is marked.
  private var current: NodeID?

  init() {
    var style = TableStyle.standard
    style.alignsText = false
    table = OutlineView(
      Outline(), text: { $0.name + ", " + $0.facts },
      cells: Cells {
        DifferenceCell()
      } bind: { cell, row in
        cell.show(row.item.name, row.item.facts, row.item.fate)
      }
    )
    .accessibleLabel(tr("Sections")).style(style)
    table.onSelect = { [weak self] in self?.choose($0.id) }
    table.onActivate = { [weak self] in self?.choose($0.id) }
  }

  private func choose(_ id: NodeID) {
    current = id
    onChoose?(Int(id.rawValue) - 1)
  }

  func show(_ comparison: Comparison) {
    current = nil
    table.update(Outline(flat: zip(comparison.difference.pairs, comparison.fates).map(Row.init)))
  }

  func mark(_ position: Int?) {
    guard let id = position.map({ NodeID(rawValue: UInt64($0) + 1) }), id != current else { return }
    current = id
    table.changeSelection { $0.select(only: id) }
    if !table.hasFocus { table.reveal(id) }
  }
}

/// A row of the sections: the sign, the title, and what became of it.
@MainActor
private final class DifferenceCell: Stack {
  private let sign = Label().styleClass("numeric").minimumSize(width: 14)
  private let title = Label().ellipsized().expand(.horizontal)
  private let facts = Label().ellipsized().expand(.horizontal).styleClass("caption", "dim-label")

  init() {
    differenceSheet.install()
    let words = Stack(.vertical, spacing: 0, [title, facts]).expand(.horizontal)
    super.init(.horizontal, spacing: 8, [sign, words])
    styleClass("rfc-difference")
  }

  func show(_ name: String, _ words: String, _ fate: Comparison.Fate) {
    sign.text = fate.sign
    title.text = name
    facts.text = words
    setStyleClass("rfc-added", fate == .added)
    setStyleClass("rfc-removed", fate == .removed)
    setStyleClass("rfc-changed", fate == .changed)
    setStyleClass("rfc-same", fate == .same)
  }
}

private let differenceSheet = StyleSheet(
  "rfc-difference",
  css: """
    .rfc-difference { padding: 4px 0; }
    .rfc-difference.rfc-added label.numeric { color: @success_color; font-weight: bold; }
    .rfc-difference.rfc-removed label.numeric { color: @error_color; font-weight: bold; }
    .rfc-difference.rfc-changed label.numeric { color: @accent_color; font-weight: bold; }
    .rfc-difference.rfc-same { opacity: 0.75; }
    """)
