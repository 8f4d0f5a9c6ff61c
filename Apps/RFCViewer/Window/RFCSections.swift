internal import Hikidashi
internal import RFCKit

/// A row of the list: a heading by its place among the sections, or an entry by its position in the
/// index.
enum RFCRow: Sendable, Hashable {
  case heading(Int)
  case entry(Int)
}

/// The rows of the list: entries below their headings, the newest first.
///
/// Making them takes some milliseconds for a whole index, so it is done where the index is read.
struct RFCSections: Sendable {
  let sections: [RFCSection]
  let outline: Outline<RFCRow>

  init(
    _ index: RFCIndex, by grouping: RFCGrouping, details: [Int: RFCDetails] = [:],
    marks: RFCMarks = RFCMarks()
  ) {
    let sections = grouping.sections(of: index.entries, details: details, marks: marks)
    let ordered = grouping == .decade ? RFCSections.newestFirst(sections) : sections
    var assembler = Outline<RFCRow>.Assembler(capacity: index.entries.count + sections.count)
    // Who has written with others stands in several sections, and only once with the number as the id.
    var isThere = [Bool](repeating: false, count: index.entries.count)
    for (place, section) in ordered.enumerated() {
      assembler.open(
        .heading(place), id: NodeID(path: [section.id]),
        isSection: true, isOpen: grouping == .decade && place == 0, isSelectable: false)
      for position in section.positions.reversed() {
        let id =
          isThere[position]
          ? NodeID(path: [section.id, String(position)]) : RFCSections.id(at: position, in: index)
        isThere[position] = true
        assembler.add(
          .entry(position), id: id, isSelectable: index.entries[position].isIssued)
      }
      assembler.close()
    }
    self.sections = ordered
    // What could be wrong is an id that stands twice, and `id(at:in:)` gives none twice.
    outline = (try? assembler.finish()) ?? Outline()
  }

  /// The number itself, for the first entry that has it; a damaged index may repeat one.
  static func id(at position: Int, in index: RFCIndex) -> NodeID {
    let number = index.entries[position].number
    if index.position(of: number) == position { return NodeID(rawValue: UInt64(number)) }
    return NodeID(path: ["repeated", String(position)])
  }

  private static func newestFirst(_ sections: [RFCSection]) -> [RFCSection] {
    let dated = sections.filter { if case .decade = $0.key { true } else { false } }
    let others = sections.filter { if case .decade = $0.key { false } else { true } }
    return dated.reversed() + others
  }
}
