internal import Hikidashi
internal import RFCKit

/// The abbreviations that a document explains.
@MainActor
final class AbbreviationsPage: PanelPage {
  let id = "abbreviations"
  let part: Part
  let view: OutlineView<RFCAbbreviation>
  /// Called with the place where an abbreviation is explained, and whether a person goes there for good.
  var onGo: (@MainActor (_ range: Range<Int>, _ isVisit: Bool) -> Void)?
  private let reading = LatestTask()
  /// Whether the keyboard is to go to the rows once there are any.
  private var awaitsFocus = false

  init() {
    var style = TableStyle.standard
    style.alignsText = false
    let view = OutlineView(
      Outline<RFCAbbreviation>(), text: { $0.short + ": " + $0.long },
      cells: Cells {
        WordsCell()
      } bind: { cell, row in
        cell.show(row.item.short, row.item.long)
      }
    )
    .accessibleLabel(tr("Abbreviations")).style(style)
    self.view = view
    part = view
    view.onSelect = { [weak self] in self?.onGo?($0.item.span.scalars, false) }
    view.onClick = { [weak self] in self?.onGo?($0.item.span.scalars, true) }
    view.onActivate = { [weak self] in self?.onGo?($0.item.span.scalars, true) }
    view.rowMenu { row in
      Action("copy", title: tr("Copy")) { Clipboard.copy(row.item.short + ": " + row.item.long) }
    }
  }

  func show(_ subject: ShownDocument, in index: RFCIndex) {
    view.update(Outline())
    view.whenEmpty(tr("Reading the text …"))
    let (document, layout) = (subject.document, subject.layout)
    reading.compute {
      document.abbreviations(layout).sorted { $0.short < $1.short }
    } then: { [weak self] in
      self?.show($0)
    }
  }

  func focus() { awaitsFocus = !view.focus() }

  /// Waits until the abbreviations are shown.
  func settled() async { await reading.settled() }

  private func show(_ found: [RFCAbbreviation]) {
    var assembler = Outline<RFCAbbreviation>.Assembler(capacity: found.count)
    for (position, abbreviation) in found.enumerated() {
      assembler.add(abbreviation, id: NodeID(rawValue: UInt64(position) + 1))
    }
    view.whenEmpty(
      tr("No abbreviations"), details: tr("This document explains none in brackets."))
    view.update((try? assembler.finish()) ?? Outline())
    if awaitsFocus { focus() }
    awaitsFocus = false
  }
}
