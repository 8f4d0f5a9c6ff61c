internal import Hikidashi
internal import RFCKit

/// What an RFC has to do with others: what it replaced and what replaced it, as a tree, and what names it.
@MainActor
final class RelationsPage: PanelPage {
  let id = "relations"
  private(set) lazy var part: Part = Stack(.vertical, spacing: 0) {
    view
    Stack(.horizontal, spacing: 6) {
      ProgressBar { [load] in
        if case .running(let report) = load.state { report.fraction } else { 0 }
      }.expand(.horizontal)
      Button(tr("Cancel")) { [load] in load.cancel() }
    }.margin(6).visible { [load] in if case .running = load.state { true } else { false } }
    Button(tr("Lineage as a Picture…")) { [weak self] in self?.onPicture?() }.margin(6)
  }
  let view: OutlineView<RelationRow>
  let load: CitationLoad
  /// Called with the number of a document that a person wants to read.
  var onOpen: (@MainActor (Int) -> Void)?
  /// Called with the number of a document that a person wants to see in another window.
  var onOpenElsewhere: (@MainActor (Int) -> Void)?
  /// Called when a person wants to see the lineage as a picture.
  var onPicture: (@MainActor () -> Void)?
  /// Returns the lines of the context menu of a document.
  var menu: (@MainActor (RFCEntry) -> [Menu])?
  private let content = Content()
  private var number: Int?
  private var opensCitations = false

  @MainActor
  private final class Content {
    var index = RFCIndex(entries: [])

    /// A line through a title says nothing to a screen reader.
    func text(_ row: RelationRow) -> String {
      switch row {
      case .heading(let part, let count): return Self.heading(part, count)
      case .note(let words): return words
      case .document(let number, let relation, _):
        return spoken(number, [relation?.word ?? "", facts(number)])
      case .citation(let citation):
        return spoken(citation.number, [facts(citation.number), citation.kind?.title ?? ""])
      }
    }

    private func spoken(_ number: Int, _ facts: [String]) -> String {
      let entry = index[number]
      let title = "\(number) " + (entry?.shownTitle ?? tr("Not in the index"))
      let state = entry?.isObsolete == true ? tr("Obsolete") : ""
      return ([title, state] + facts).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    static func heading(_ part: RelationRow.Part, _ count: Int?) -> String {
      let title =
        switch part {
        case .earlier: tr("Earlier documents")
        case .later: tr("Later documents")
        case .citedBy: tr("Cited by")
        }
      return count.map { tr("{} ({})", title, RFCList.text(count: $0)) } ?? title
    }

    func facts(_ number: Int) -> String {
      guard let entry = index[number] else { return "" }
      return [entry.date.map { String($0.year) } ?? "", entry.status.title]
        .filter { !$0.isEmpty }.joined(separator: " · ")
    }
  }

  init(_ library: RFCLibrary) {
    load = CitationLoad(library)
    let content = content
    var style = TableStyle.standard
    style.alignsText = false
    view = OutlineView(
      Outline(), text: { content.text($0) },
      cells: Cells {
        RelationCell()
      } bind: { cell, row in
        switch row.item {
        case .heading, .note: cell.show(words: content.text(row.item))
        case .document(let number, let relation, let isRepeated):
          cell.show(
            content.index[number], number,
            facts: [
              relation?.word ?? "", content.facts(number), isRepeated ? tr("see above") : "",
            ])
        case .citation(let citation):
          cell.show(
            content.index[citation.number], citation.number,
            facts: [content.facts(citation.number), citation.kind?.title ?? ""])
        }
      }
    )
    .accessibleLabel(tr("Relations")).style(style)
    .whenEmpty(tr("No relations"))
    connect()
  }

  // The button below is no place to begin, where the rows are not there yet.
  func focus() { view.focus() }

  private func connect() {
    view.onOpen = { [weak self] row in
      guard case .heading(.citedBy, _) = row.item else { return }
      self?.opensCitations = true
      self?.begin()
    }
    view.onClose = { [weak self] row in
      if case .heading(.citedBy, _) = row.item { self?.opensCitations = false }
    }
    view.onActivate = { [weak self] row in
      if let number = row.item.number { self?.onOpen?(number) }
    }
    view.onMiddleClick = { [weak self] row in
      if let number = row.item.number { self?.onOpenElsewhere?(number) }
    }
    view.rowMenu { [weak self] row in
      guard let self, let entry = row.item.number.flatMap({ self.content.index[$0] }) else {
        return []
      }
      return menu?(entry) ?? []
    }
  }

  func show(_ subject: ShownDocument, in index: RFCIndex) {
    number = subject.number
    content.index = index
    showRows(isNew: true)
    if opensCitations { begin() }
  }

  private func begin() {
    load.begin()
    showRows()
    Task { [weak self] in
      await self?.load.settled()
      self?.showRows()
    }
  }

  private func showRows(isNew: Bool = false) {
    guard let number else { return }
    let citations = load.citations?.citing(number).sorted { $0.number > $1.number }
    let note =
      switch load.state {
      case .none: tr("Not looked for; close and open this to do so.")
      case .running, .found: tr("Reading the documents that are here …")
      case .failed(let reason): reason.asSentence
      }
    let outline = RelationRows.outline(
      of: number, in: content.index, citations: citations, note: note,
      opensCitations: opensCitations)
    if isNew { view.update(outline) } else { view.merge(outline) }
  }
}

/// A row of the relations: number, title, and what it is; or words.
@MainActor
private final class RelationCell: Stack {
  private let number = Label().styleClass("numeric").minimumSize(width: 36)
  private let title = Label().ellipsized().expand(.horizontal)
  private let facts = Label().ellipsized().expand(.horizontal).styleClass("caption", "dim-label")

  init() {
    relationSheet.install()
    let words = Stack(.vertical, spacing: 0, [title, facts]).expand(.horizontal)
    super.init(.horizontal, spacing: 6, [number.textAlignment(.end), words])
    styleClass("rfc-relation")
  }

  func show(words: String) {
    number.isVisible = false
    title.text = words
    facts.isVisible = false
    setStyleClass("rfc-obsolete", false)
  }

  func show(_ entry: RFCEntry?, _ own: Int, facts words: [String]) {
    number.isVisible = true
    number.text = String(own)
    title.text = entry?.shownTitle ?? tr("Not in the index")
    facts.text = words.filter { !$0.isEmpty }.joined(separator: " · ")
    facts.isVisible = !facts.text.isEmpty
    setStyleClass("rfc-obsolete", entry?.isObsolete ?? false)
  }
}

private let relationSheet = StyleSheet(
  "rfc-relations",
  css: """
    .rfc-relation { padding: 4px 0; }
    .rfc-relation.rfc-obsolete label:not(.caption):not(.numeric) {
      text-decoration-line: line-through;
    }
    """)
