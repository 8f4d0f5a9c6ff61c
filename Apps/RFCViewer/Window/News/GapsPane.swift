internal import Hikidashi
internal import RFCKit

/// The numbers that no document has: those that were never issued, and those that are not out yet.
@MainActor
final class GapsPane {
  let view: OutlineView<String>

  init(_ index: RFCIndex) {
    let gaps = index.gaps
    var style = TableStyle.standard
    style.alignsText = false
    view = OutlineView(Self.outline(gaps), text: { $0 })
      .accessibleLabel(tr("Unused Numbers")).style(style).pinnedSections()
      .whenEmpty(tr("Every number has a document"), icon: "emblem-ok-symbolic")
  }

  /// What is not out yet comes first, the highest number above all: somebody waits for it.
  private static func outline(_ gaps: RFCGaps) -> Outline<String> {
    var assembler = Outline<String>.Assembler(capacity: 64)
    let sections = [
      ("not published", tr("Not published, or reserved"), gaps.notPublished),
      ("never issued", tr("Never issued"), gaps.neverIssued),
    ]
    for (name, title, numbers) in sections where !numbers.isEmpty {
      assembler.open(
        tr("{} ({})", title, RFCList.text(count: numbers.count)), id: NodeID(path: [name]),
        isSection: true, isOpen: true, isSelectable: false)
      for range in ChangesCommand.ranges(numbers).reversed() {
        assembler.add(range.replacing("-", with: "–"), id: NodeID(path: [name, range]))
      }
      assembler.close()
    }
    return (try? assembler.finish()) ?? Outline()
  }
}
