internal import Hikidashi
internal import RFCKit

/// The known mistakes of the document that is shown, as a page beside it.
@MainActor
final class ErrataPage: PanelPage {
  let id = "errata"
  var part: Part { view }
  let view: OutlineView<Int>
  /// Called with the place of a mistake in the document, and whether a person means to go on there.
  var onGo: (@MainActor (Range<Int>, _ isVisit: Bool) -> Void)?
  /// Nil while they are not known.
  private let errata: @MainActor () -> DocumentErrata?
  private let content = Content()

  private final class Content {
    var document: ShownDocument?
    var placed: [DocumentErrata.Placed] = []

    /// Where it is, and what kind it is of.
    func facts(_ position: Int) -> String {
      guard placed.indices.contains(position) else { return "" }
      let erratum = placed[position].erratum
      let section = erratum.section.isEmpty ? tr("The whole document") : erratum.section
      return [section, erratum.kind?.title ?? "", erratum.status.title]
        .filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// What it should say, else why, in a line.
    func words(_ position: Int) -> String {
      guard placed.indices.contains(position) else { return "" }
      let erratum = placed[position].erratum
      let text = erratum.corrected.isEmpty ? erratum.notes : erratum.corrected
      let all = text.split(whereSeparator: \.isWhitespace)
      let words = all.prefix(40).joined(separator: " ") + (all.count > 40 ? " …" : "")
      return words.isEmpty ? tr("Erratum {}", String(erratum.id)) : words
    }
  }

  init(_ errata: @escaping @MainActor () -> DocumentErrata?) {
    self.errata = errata
    let content = content
    view = OutlineView(
      Outline(), text: { "\(content.facts($0)): \(content.words($0))" }, cells: Self.cells(content)
    )
    .accessibleLabel(tr("Errata"))
    .whenEmpty(
      tr("No known mistakes"),
      details: tr("None is verified or held for the next version, as far as this library knows."))
    view.onSelect = { row in self.choose(row.item, isVisit: false) }
    view.onActivate = { row in self.choose(row.item, isVisit: true) }
    view.rowMenu { row in self.menu(row.item) }
  }

  private static func cells(_ content: Content) -> Cells<Int> {
    Cells {
      ErratumCell()
    } bind: { cell, row in
      cell.show(facts: content.facts(row.item), words: content.words(row.item))
    }
  }

  private func choose(_ position: Int, isVisit: Bool) {
    guard content.placed.indices.contains(position), let document = content.document else { return }
    onGo?(DocumentErrata.range(of: content.placed[position], in: document) ?? 0..<0, isVisit)
  }

  @MenuBuilder
  private func menu(_ position: Int) -> [Menu] {
    if content.placed.indices.contains(position) {
      let address = content.placed[position].erratum.address
      Action("copy-address", title: tr("Copy Address")) { Clipboard.copy(address) }
      Action("browse", title: tr("Open in Browser")) { try await Desktop.open(link: address) }
    }
  }

  func show(_ subject: ShownDocument, in index: RFCIndex) {
    content.document = subject
    content.placed = errata()?.placed ?? []
    var assembler = Outline<Int>.Assembler(capacity: content.placed.count)
    for position in content.placed.indices {
      assembler.add(position, id: NodeID(rawValue: UInt64(position) + 1))
    }
    view.update((try? assembler.finish()) ?? Outline())
  }
}

/// A row of the list of mistakes: where, and what it should say.
@MainActor
private final class ErratumCell: Stack {
  private let facts = Label().wrapping(columns: 24).styleClass("caption", "dim-label")
  private let words = Label().wrapping(columns: 24)

  init() {
    super.init(.vertical, spacing: 2, [facts, words])
    margin(4).expand(.horizontal)
  }

  func show(facts: String, words: String) {
    self.facts.text = facts
    self.words.text = words
  }
}
