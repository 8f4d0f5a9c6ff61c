internal import Hikidashi
internal import RFCKit

/// The list of RFCs in sections, newest first, with the field that filters it as one types.
@MainActor
final class RFCList {
  private(set) var index = RFCIndex(entries: [])
  private var filter: RFCFilter?
  private(set) var grouping = RFCGrouping.decade
  let view: OutlineView<RFCRow>
  let search: SearchField
  /// Called when the user chooses an RFC.
  var onChoose: (@MainActor (RFCEntry) -> Void)?
  /// Called when the user wants to read an RFC: by Enter, or a double click.
  var onRead: (@MainActor (RFCEntry) -> Void)?

  init() {
    let content = Content()
    var style = TableStyle.standard
    // Two levels, and a column of numbers, are clear enough without.
    style.alignsText = false
    view = OutlineView(
      Outline(), text: { content.text($0) }, cells: RFCList.cells(content)
    )
    .accessibleLabel(tr("RFCs")).style(style).pinnedSections()
    .whenEmpty(tr("Reading the index…"))
    .whenNothingMatches(
      tr("No RFC found"), details: tr("Try fewer words, a number, or an author’s name."))
    search = SearchField(tr("Number, title, author"))
    self.content = content
    search.takesTyping(in: view)
    search.onChange = { [weak self] in self?.show(query: $0) }
    search.onSubmit = { [weak self] _ in self?.chooseFirst() }
    search.onMoveDown = { [weak self] in
      guard let self else { return }
      view.focus(row: firstEntry?.row ?? 0)
    }
    view.onActivate = { [weak self] row in
      guard let self, case .entry(let position) = row.item else { return }
      onRead?(index.entries[position])
    }
    view.onSelect = { [weak self] row in
      guard let self, case .entry(let position) = row.item else { return }
      onChoose?(index.entries[position])
    }
  }

  /// What the cells read: the index, apart from the list that they belong to.
  private let content: Content

  private final class Content {
    var entries: [RFCEntry] = []
    var sections: [RFCSection] = []
    /// What the filter lets through; nil without one.
    var matches: [Bool]?

    func text(_ row: RFCRow) -> String {
      switch row {
      case .heading(let place): heading(sections[place])
      case .entry(let position): "\(entries[position].number) \(entries[position].shownTitle)"
      }
    }

    private func heading(_ section: RFCSection) -> String {
      let count = RFCList.text(count: section.positions.count)
      guard let matches else { return tr("{} ({})", section.title, count) }
      let found = section.positions.count { matches.indices.contains($0) && matches[$0] }
      return tr("{} ({} of {})", section.title, RFCList.text(count: found), count)
    }
  }

  /// A count as readers of a language write it; nil for the language of who reads here.
  nonisolated static func text(count: Int, in language: String? = nil) -> String {
    NumberFormat(decimals: 0, language: language).text(count)
  }

  private static func cells(_ content: Content) -> Cells<RFCRow> {
    Cells {
      RFCCell()
    } bind: { cell, row in
      switch row.item {
      case .heading: cell.show(heading: content.text(row.item))
      case .entry(let position): cell.show(content.entries[position])
      }
    }
  }

  /// Shows an index; what is open and selected stays as far as it is still there.
  ///
  /// - Parameter sections: Those of the index by ``grouping``, where they were made already.
  func show(_ index: RFCIndex, sections: RFCSections? = nil) {
    self.index = index
    content.entries = index.entries
    filter = nil
    // The filter is of the index that goes; its positions mean nothing in the new one.
    view.change { $0.setFilter(nil) }
    show(sections ?? RFCSections(index, by: grouping))
    show(query: search.text)
  }

  private func show(_ sections: RFCSections) {
    view.change { outline in
      content.sections = sections.sections
      return outline.merge(sections.outline)
    }
  }

  /// Says why there is no index.
  func show(problem: String) {
    view.whenEmpty(tr("No index"), icon: "dialog-warning-symbolic", details: problem.asSentence)
  }

  func show(_ grouping: RFCGrouping) {
    self.grouping = grouping
    show(RFCSections(index, by: grouping))
  }

  private func show(query: String) {
    guard !query.allSatisfy(\.isWhitespace) else {
      content.matches = nil
      view.change { $0.setFilter(nil) }
      return
    }
    let filter = self.filter ?? RFCFilter(index.entries)
    self.filter = filter
    let matches = filter.matches(query)
    content.matches = matches
    view.change { outline in
      outline.setFilter { _, row in
        guard case .entry(let position) = row else { return false }
        return matches.indices.contains(position) && matches[position]
      }
    }
  }

  /// The entry of a row; nil of a heading.
  func entry(of row: RFCRow) -> RFCEntry? {
    guard case .entry(let position) = row, index.entries.indices.contains(position) else {
      return nil
    }
    return index.entries[position]
  }

  /// Moves the keyboard to the row that is selected, else to the first.
  func focus() {
    let selected = view.outline.selectedIDs.first.flatMap { view.outline.row(of: $0) }
    view.focus(row: selected ?? 0)
  }

  /// The first row that is no heading.
  private var firstEntry: (row: Int, id: NodeID, entry: RFCEntry)? {
    // Only headings of closed sections stand before it, and there are few.
    for row in 0..<min(view.outline.rowCount, 100) {
      if case .entry(let position) = view.outline.item(atRow: row) {
        return (row, view.outline.id(atRow: row), index.entries[position])
      }
    }
    return nil
  }

  /// Opens what was found first.
  private func chooseFirst() {
    // A number alone means that RFC, not the first whose number begins with it.
    let exact = RFCEntry.number(search.text).flatMap { index[$0] }
    guard let entry = exact ?? firstEntry?.entry, entry.isIssued else { return }
    view.changeSelection { $0.select(only: NodeID(rawValue: UInt64(entry.number))) }
    onChoose?(entry)
  }

  /// Folds the index for searching before the first letter is typed.
  func prepareFilter() async {
    let entries = index.entries
    let filter = await Task.detached { RFCFilter(entries) }.value
    if index.entries.count == filter.count { self.filter = filter }
  }

  /// Selects an RFC and brings it into view, where the list has it; else nothing is selected.
  func reveal(_ number: Int) {
    let id = NodeID(rawValue: UInt64(number))
    guard view.outline.contains(id) else { return view.changeSelection { $0.clearSelection() } }
    view.changeSelection { $0.select(only: id) }
    // The guide, at the end of its section, is no reason to leave the newest RFCs.
    guard number != RFCLibrary.guideNumber else { return }
    if view.outline.row(of: id) != nil || !view.outline.isFiltered { view.reveal(id) }
  }
}
