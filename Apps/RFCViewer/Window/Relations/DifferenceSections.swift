internal import Hikidashi
internal import RFCKit

/// The sections of two RFCs, the newer and the older title of each, with what became of it.
@MainActor
final class DifferenceSections {
  let view: OutlineView<Int>
  /// Called with the position of the pair that a person has chosen.
  var onChoose: (@MainActor (Int) -> Void)?
  private let content = Content()
  private var current: Int?

  private final class Content {
    var comparison: Comparison?

    func name(_ position: Int) -> String {
      guard let pair = comparison?.difference.pairs[position] else { return "" }
      return (pair.new ?? pair.old)?.name ?? ""
    }

    func fate(_ position: Int) -> Comparison.Fate { comparison?.fates[position] ?? .same }

    /// How many differences there are, and the number or title before.
    func facts(_ position: Int) -> String {
      guard let pair = comparison?.difference.pairs[position] else { return "" }
      let fate = fate(position)
      var facts = [fate.title]
      if fate == .changed, !pair.changes.isEmpty {
        facts.append(trn("{} difference", "{} differences", pair.changes.count, pair.changes.count))
      }
      if let old = pair.old, let new = pair.new, old.name != new.name {
        facts.append(tr("before: {}", old.name))
      }
      return facts.joined(separator: " · ")
    }
  }

  init() {
    let content = content
    var style = TableStyle.standard
    style.alignsText = false
    view = OutlineView(
      Outline(), text: { content.name($0) + ", " + content.facts($0) },
      cells: Cells {
        DifferenceCell()
      } bind: { cell, row in
        cell.show(
          content.name(row.item), content.facts(row.item), content.fate(row.item))
      }
    )
    .accessibleLabel(tr("Sections")).style(style)
    view.onSelect = { [weak self] in self?.choose($0.item) }
    view.onActivate = { [weak self] in self?.choose($0.item) }
  }

  private func choose(_ position: Int) {
    current = position
    onChoose?(position)
  }

  func show(_ comparison: Comparison) {
    content.comparison = comparison
    current = nil
    var assembler = Outline<Int>.Assembler(capacity: comparison.fates.count)
    for position in comparison.fates.indices {
      assembler.add(position, id: NodeID(rawValue: UInt64(position) + 1))
    }
    view.update((try? assembler.finish()) ?? Outline())
  }

  func mark(_ position: Int?) {
    guard let position, position != current else { return }
    current = position
    let id = NodeID(rawValue: UInt64(position) + 1)
    view.changeSelection { $0.select(only: id) }
    if !view.hasFocus { view.reveal(id) }
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
