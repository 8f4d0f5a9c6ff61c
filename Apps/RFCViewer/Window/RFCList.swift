internal import Hikidashi
internal import RFCKit

/// The list of RFCs in sections, newest first, with the field that filters it as one types.
@MainActor
final class RFCList {
  private(set) var index = RFCIndex(entries: [])
  private var filter: RFCFilter?
  private(set) var grouping: RFCGrouping
  let view: OutlineView<RFCRow>
  let search = SearchField(tr("Number, title, author"))
  /// The words in the field, which come back at the next start.
  private let words: Kept<String>
  private let wordsAtStart: String
  private let state: StateStore

  /// - Parameters:
  ///   - grouping: The sections at first.
  ///   - state: Where it is kept what is open, selected and searched.
  ///   - isHere: Says whether the text of an RFC is on this machine.
  init(
    by grouping: RFCGrouping, in state: StateStore,
    isHere: @escaping @MainActor (Int) -> Bool
  ) {
    let content = Content(isHere)
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
    self.content = content
    (self.grouping, self.state) = (grouping, state)
    words = state.kept("words in the list", default: "")
    wordsAtStart = words.value
    search.text = wordsAtStart
    search.takesTyping(in: view)
    search.onChange = { text in
      self.words.value = text
      self.show(query: text)
    }
    search.onMoveDown = { self.view.focus(row: self.firstEntry?.row ?? 0) }
    keep()
  }

  private func keep() { view.keeping("list", for: grouping.rawValue, in: state) }

  /// Whether somebody has searched since the start.
  var hasTyped: Bool { search.text != wordsAtStart }

  /// What the cells read: the index, apart from the list that they belong to.
  private let content: Content

  @MainActor
  private final class Content {
    var entries: [RFCEntry] = []
    var sections: [RFCSection] = []
    /// What the filter lets through; nil without one.
    var matches: [Bool]?
    let isHere: @MainActor (Int) -> Bool

    init(_ isHere: @escaping @MainActor (Int) -> Bool) { self.isHere = isHere }

    func text(_ row: RFCRow) -> String {
      switch row {
      case .heading(let place): heading(sections[place])
      case .entry(let position): name(entries[position])
      }
    }

    /// What a screen reader reads; a line through a title says nothing to it.
    private func name(_ entry: RFCEntry) -> String {
      let name = "\(entry.number) \(entry.shownTitle)"
      return entry.isObsolete ? tr("{}, obsolete", name) : name
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
      case .entry(let position):
        let entry = content.entries[position]
        cell.show(entry, isHere: !entry.isIssued || content.isHere(entry.number))
      }
    }
  }

  /// Shows an index; what is open and selected stays as far as it is still there.
  ///
  /// - Parameter sections: Those of the index by ``grouping``, where they were made already.
  func show(_ index: RFCIndex, sections: RFCSections? = nil) {
    self.index = index
    filter = nil
    // The filter is of the index that goes; its positions mean nothing in the new one.
    view.change { $0.setFilter(nil) }
    show(sections ?? RFCSections(index, by: grouping))
    show(query: search.text)
    // Before the first letter is typed, and behind what is shown.
    Task { await prepareFilter() }
  }

  private func show(_ sections: RFCSections) {
    view.change { outline in
      // Not before: rows of the old sections have positions in the old entries.
      content.entries = index.entries
      content.sections = sections.sections
      return outline.merge(sections.outline)
    }
  }

  /// Says why there is no index.
  func show(problem: String) {
    view.whenEmpty(tr("No index"), icon: "dialog-warning-symbolic", details: problem.asSentence)
  }

  /// Shows other sections, of which those are open that were left so; the selection stays.
  func show(_ grouping: RFCGrouping) {
    let selected = view.outline.selectedIDs.first
    self.grouping = grouping
    keep()
    show(RFCSections(index, by: grouping))
    if let selected { view.changeSelection { $0.select(only: selected) } }
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
  private var firstEntry: (row: Int, entry: RFCEntry)? {
    // Only headings of closed sections stand before it, and there are few.
    for row in 0..<min(view.outline.rowCount, 100) {
      if case .entry(let position) = view.outline.item(atRow: row) {
        return (row, index.entries[position])
      }
    }
    return nil
  }

  /// Selects what was found first.
  ///
  /// - Returns: Nil where that is nothing to read.
  func chooseFirst() -> RFCEntry? {
    // A number alone means that RFC, not the first whose number begins with it.
    let exact = RFCEntry.number(search.text).flatMap { index[$0] }
    guard let entry = exact ?? firstEntry?.entry, entry.isIssued else { return nil }
    if let id = id(of: entry.number) { view.changeSelection { $0.select(only: id) } }
    return entry
  }

  /// Folds the index for searching, off the main thread.
  private func prepareFilter() async {
    let entries = index.entries
    let filter = await Task.detached { RFCFilter(entries) }.value
    if index.entries.count == filter.count { self.filter = filter }
  }

  /// The row of an RFC; nil where the list has none.
  private func id(of number: Int) -> NodeID? {
    let id = UInt64(exactly: number).map(NodeID.init(rawValue:))
    return id.flatMap { view.outline.contains($0) ? $0 : nil }
  }

  /// Whether an RFC alone is selected.
  func hasSelected(_ number: Int) -> Bool {
    id(of: number).map { view.outline.selectedIDs == [$0] } ?? false
  }

  /// Selects an RFC and brings it into view, where the list has it; else nothing is selected.
  func reveal(_ number: Int) {
    // What was selected at the last start waits for its row.
    guard !view.outline.isEmpty else { return }
    guard let id = id(of: number) else { return view.changeSelection { $0.clearSelection() } }
    view.changeSelection { $0.select(only: id) }
    // The guide, at the end of its section, is no reason to leave the newest RFCs.
    guard number != RFCLibrary.guideNumber else { return }
    if view.outline.row(of: id) != nil || !view.outline.isFiltered { view.reveal(id) }
  }
}
