internal import Hikidashi
internal import RFCKit

/// The sections of a document, of which the one that is read is marked.
@MainActor
final class ContentsPane {
  let view: OutlineView<Int>
  /// Called with the place of a heading that a person has chosen, in Unicode scalars.
  var onChoose: (@MainActor (Int) -> Void)?
  private let content: Content
  /// The position of the heading that is marked.
  private var current: Int?

  private final class Content {
    var headings: [RFCHeading] = []

    func text(_ position: Int) -> String {
      guard headings.indices.contains(position) else { return "" }
      let heading = headings[position]
      return [heading.number ?? "", heading.title].filter { !$0.isEmpty }.joined(separator: "  ")
    }
  }

  init() {
    let content = Content()
    self.content = content
    view = OutlineView(Outline(), text: { content.text($0) })
      .accessibleLabel(tr("Contents"))
      .whenEmpty(
        tr("No sections"), details: tr("This document has no headings that could be told."))
    view.onSelect = { row in self.choose(row.item) }
    view.onActivate = { row in self.choose(row.item) }
  }

  private func choose(_ position: Int) {
    guard content.headings.indices.contains(position) else { return }
    current = position
    onChoose?(content.headings[position].span.scalars.lowerBound)
  }

  func show(_ headings: [RFCHeading]) {
    content.headings = headings
    current = nil
    view.update(Self.outline(headings))
  }

  /// Sections stand below the last one before them that is less deep; the first two levels are open.
  private static func outline(_ headings: [RFCHeading]) -> Outline<Int> {
    var assembler = Outline<Int>.Assembler(capacity: headings.count)
    var levels: [Int] = []
    for (position, heading) in headings.enumerated() {
      while let last = levels.last, last >= heading.level {
        assembler.close()
        levels.removeLast()
      }
      let id = NodeID(rawValue: UInt64(position) + 1)
      guard position + 1 < headings.count, headings[position + 1].level > heading.level else {
        assembler.add(position, id: id)
        continue
      }
      assembler.open(position, id: id, isOpen: heading.level < 2)
      levels.append(heading.level)
    }
    for _ in levels { assembler.close() }
    return (try? assembler.finish()) ?? Outline()
  }

  /// Marks the section in which a place lies.
  func mark(at place: Int) {
    let position = position(at: place)
    guard position != current else { return }
    current = position
    guard let position else { return view.changeSelection { $0.clearSelection() } }
    let id = NodeID(rawValue: UInt64(position) + 1)
    view.changeSelection { $0.select(only: id) }
    if !view.hasFocus { view.reveal(id) }
  }

  /// The last heading that begins at a place or before it.
  private func position(at place: Int) -> Int? {
    let next = content.headings.partitioningIndex { $0.span.scalars.lowerBound > place }
    return next > 0 ? next - 1 : nil
  }

  /// Where the next section begins, or the one before; of the section in which a place lies, its own
  /// beginning comes first.
  func neighbour(of place: Int, isNext: Bool) -> Int? {
    let starts = content.headings.map(\.span.scalars.lowerBound)
    return isNext ? starts.first { $0 > place } : starts.last { $0 < place }
  }
}
