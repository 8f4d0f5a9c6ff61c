internal import Hikidashi
internal import RFCKit

/// The sections of a document, of which the one that is read is marked.
@MainActor
final class ContentsPane {
  let view: OutlineView<RFCHeading>
  /// Called with the place of a heading that a person has chosen, in Unicode scalars.
  var onChoose: (@MainActor (Int) -> Void)?
  /// Called when a person wants to go on in the text, after ``onChoose``.
  var onEnter: (@MainActor () -> Void)?
  private var headings: [RFCHeading] = []
  /// The heading that is marked.
  private var current: NodeID?

  init() {
    view = OutlineView(Outline(), text: \.fullTitle)
      .accessibleLabel(tr("Contents"))
      .whenEmpty(
        tr("No sections"), details: tr("This document has no headings that could be told."))
    view.onSelect = { self.choose($0) }
    view.onActivate = {
      self.choose($0)
      self.onEnter?()
    }
  }

  private func choose(_ row: OutlineRow<RFCHeading>) {
    current = row.id
    onChoose?(row.item.span.scalars.lowerBound)
  }

  func show(_ headings: [RFCHeading]) {
    (self.headings, current) = (headings, nil)
    view.update(Self.outline(headings))
  }

  /// Sections stand below the last one before them that is less deep; the first two levels are open.
  private static func outline(_ headings: [RFCHeading]) -> Outline<RFCHeading> {
    var assembler = Outline<RFCHeading>.Assembler(capacity: headings.count)
    var levels: [Int] = []
    for (position, heading) in headings.enumerated() {
      while let last = levels.last, last >= heading.level {
        assembler.close()
        levels.removeLast()
      }
      let id = NodeID(rawValue: UInt64(position) + 1)
      guard position + 1 < headings.count, headings[position + 1].level > heading.level else {
        assembler.add(heading, id: id)
        continue
      }
      assembler.open(heading, id: id, isOpen: heading.level < 2)
      levels.append(heading.level)
    }
    for _ in levels { assembler.close() }
    return (try? assembler.finish()) ?? Outline()
  }

  /// Marks the section in which a place lies.
  func mark(at place: Int) {
    // The last heading that begins at the place or before it.
    let count = headings.partitioningIndex { $0.span.scalars.lowerBound > place }
    let id = count > 0 ? NodeID(rawValue: UInt64(count)) : nil
    guard id != current else { return }
    current = id
    guard let id else { return view.changeSelection { $0.clearSelection() } }
    view.changeSelection { $0.select(only: id) }
    if !view.hasFocus { view.reveal(id) }
  }

  /// Where the next section begins, or the one before; of the section in which a place lies, its own
  /// beginning comes first.
  func neighbour(of place: Int, isNext: Bool) -> Int? {
    let starts = headings.map(\.span.scalars.lowerBound)
    return isNext ? starts.first { $0 > place } : starts.last { $0 < place }
  }
}
