internal import Hikidashi
internal import Observation
internal import RFCKit

/// The list of RFCs: in sections, newest first, or, while somebody searches, what was found, best first.
@MainActor
final class RFCList {
  private(set) var index = RFCIndex(entries: [])
  private(set) var grouping: RFCGrouping
  /// The sections.
  let view: OutlineView<RFCRow>
  /// What was found for the words in the field.
  let found: FoundList
  let search = SearchField(tr("Number or words"))
  /// What is to be said of what was typed.
  private let hint = Label().wrapping().styleClass("caption", "dim-label")
  private let pages: Pages
  let part: Stack
  /// The groupings that can tell entries apart.
  let choice: GroupingChoice
  /// The numbers of RFCs with a bookmark; nil where there are no bookmarks.
  var bookmarks: (@MainActor () -> Set<Int>)? {
    didSet { marksChanged() }
  }
  /// The search in the texts; nil where there is none.
  var texts: TextSearching? {
    didSet { connectTexts() }
  }

  private let library: RFCLibrary
  /// What the cells read: the index, apart from the list that they belong to.
  private let content: SectionContent
  /// Answers what is typed; nil until the index has been prepared for it.
  private var finder: RFCSearch?
  private var details: [Int: RFCDetails] = [:]
  /// Whether it is known by now what there is of them.
  private var knowsDetails = false
  private var here: Set<Int> = []
  private let read: Kept<Set<Int>>
  private var preparing: Task<Void, Never>?
  private let regrouping = LatestTask()
  /// The words in the field, which come back at the next start.
  private let words: Kept<String>
  private let wordsAtStart: String
  private let state: StateStore

  /// - Parameters:
  ///   - grouping: The sections at first.
  ///   - state: Where it is kept what is open, selected, searched and read.
  ///   - isHere: Says whether the text of an RFC is on this machine; what it reads is followed.
  init(
    _ library: RFCLibrary, by grouping: RFCGrouping, in state: StateStore,
    isHere: @escaping @MainActor (Int) -> Bool
  ) {
    (self.library, self.grouping, self.state) = (library, grouping, state)
    let content = SectionContent(isHere)
    self.content = content
    view = content.makeView()
    found = FoundList(isHere)
    choice = GroupingChoice(grouping)
    pages = Pages(["sections": view, "found": found.view])
    part = Stack(.vertical, spacing: 0, [hint.margin(6), pages])
    words = state.kept("words in the list", default: "")
    read = state.kept("read", default: [])
    wordsAtStart = words.value
    hint.isVisible = false
    search.text = wordsAtStart
    search.tooltip(
      tr(
        """
        Words are looked for in titles, authors, keywords, abstracts, and the texts on this computer.
        Filters: status:standard author:postel year:2020.. wg:quic obsolete:no is:read is:here
        """))
    search.takesTyping(in: view)
    search.takesTyping(in: found.view)
    search.onChange = { [weak self] text in
      self?.words.value = text
      self?.showFound()
    }
    search.onMoveDown = { [weak self] in self?.moveDown() }
    keep()
  }

  private func keep() { view.keeping("list", for: grouping.rawValue, in: state) }

  private func moveDown() {
    if showsFound { return found.focus() }
    view.focus(row: firstEntry?.row ?? 0)
  }

  /// Whether somebody has searched since the start.
  var hasTyped: Bool { search.text != wordsAtStart }

  /// Whether what was found is shown, and not the sections.
  private var showsFound: Bool { pages.shown == "found" }

  /// Whether the keyboard is in the rows.
  var hasFocus: Bool { view.hasFocus || found.view.hasFocus }

  /// A count as readers of a language write it; nil for the language of who reads here.
  nonisolated static func text(count: Int, in language: String? = nil) -> String {
    NumberFormat(decimals: 0, language: language).text(count)
  }

  /// The entry of a row; nil of a heading.
  func entry(of row: RFCRow) -> RFCEntry? { content.entry(of: row) }

  /// Waits until what is known of the index is shown.
  func settled() async {
    await preparing?.value
    await regrouping.settled()
  }
}

// MARK: - The index

extension RFCList {
  /// Shows an index; what is open and selected stays as far as it is still there.
  ///
  /// - Parameter sections: Those of the index by decade, where they were made already.
  func show(_ index: RFCIndex, sections: RFCSections? = nil) {
    self.index = index
    finder = nil
    // The filter is of the index that goes; its positions mean nothing in the new one.
    content.matches = nil
    view.change { $0.setFilter(nil) }
    if let sections, grouping == .decade { show(sections) } else { regroup() }
    prepare()
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

  /// Makes ready for searching, off the main thread: what the index alone tells, before the first letter is
  /// typed, and then, behind the window, what is known beyond.
  private func prepare() {
    preparing?.cancel()
    let (entries, library) = (index.entries, library)
    preparing = Task {
      let marks = marks
      let first = await offMainThread { RFCSearch(entries, marks: marks) }
      guard !Task.isCancelled else { return }
      take(first)
      await view.window?.drawn()
      let (details, here) = await offMainThread(priority: .utility) {
        (library.details(), library.documentNumbers())
      }
      guard !Task.isCancelled else { return }
      (self.details, self.here) = (details, here)
      knowsDetails = true
      choice.offer(known: details, hasBookmarks: bookmarks != nil)
      if details.isEmpty {
        marksChanged()
      } else {
        let marks = self.marks
        let full = await offMainThread(priority: .utility) {
          RFCSearch(entries, details: details, marks: marks)
        }
        guard !Task.isCancelled else { return }
        take(full)
      }
      if grouping.isOfDetails || grouping == .here { regroup() }
      texts?.begin(entries)
    }
  }

  private func take(_ finder: RFCSearch) {
    self.finder = finder
    if !search.text.isEmpty { showFound() }
  }

  private var marks: RFCMarks {
    RFCMarks(here: here, read: read.value, bookmarked: bookmarks?() ?? [])
  }

  /// What the reader has done has changed: other entries may meet a filter.
  func marksChanged() {
    choice.offer(known: details, hasBookmarks: bookmarks != nil)
    finder?.mark(marks)
    if !search.text.isEmpty { showFound() }
    if grouping == .bookmarked { regroup() }
  }

  /// Notes that a document was read. The sections follow when they are made again: nothing moves away
  /// under the reader.
  func markRead(_ number: Int) {
    guard number > 0, read.value.insert(number).inserted else { return }
    finder?.mark(marks)
  }

  /// Documents have come into the folder: their texts are searched, too.
  func documentsChanged() {
    texts?.documentsChanged()
    let library = library
    Task {
      here = await offMainThread(priority: .utility) { library.documentNumbers() }
      finder?.mark(marks)
    }
  }

  /// Shows other sections, of which those are open that were left so; the selection stays.
  func show(_ grouping: RFCGrouping) {
    self.grouping = grouping
    choice.current = grouping
    keep()
    regroup()
  }

  /// Makes the sections anew: at once where that takes no time, else off the main thread.
  private func regroup() {
    let (index, grouping, details, marks) = (index, grouping, details, marks)
    let selected = view.outline.selectedIDs.first
    func take(_ sections: RFCSections) {
      show(sections)
      if let selected { view.changeSelection { $0.select(only: selected) } }
    }
    guard index.entries.count > 1_000, grouping != .decade, grouping != .status else {
      regrouping.cancel()
      return take(RFCSections(index, by: grouping, details: details, marks: marks))
    }
    regrouping.compute {
      RFCSections(index, by: grouping, details: details, marks: marks)
    } then: {
      take($0)
    }
  }
}

// MARK: - Searching

extension RFCList {
  private func showFound() {
    let text = search.text
    guard !text.allSatisfy(\.isWhitespace) else {
      hint.isVisible = false
      texts?.forget()
      return showSections(nil)
    }
    // It is shown when the index has been prepared.
    guard let finder else { return }
    let result = finder.found(text)
    show(hintOf: result)
    explain(result)
    guard result.hasWords else {
      texts?.forget()
      return showSections(result.isFound)
    }
    found.show(result, in: index, details)
    pages.shown = "found"
    if content.matches != nil { filterSections(nil) }
    ask(result, typed: text)
  }

  private func showSections(_ matches: [Bool]?) {
    filterSections(matches)
    pages.shown = "sections"
  }

  private func filterSections(_ matches: [Bool]?) {
    content.matches = matches
    guard let matches else { return view.change { $0.setFilter(nil) } }
    view.change { outline in
      outline.setFilter { _, row in
        guard case .entry(let position) = row else { return false }
        return matches.indices.contains(position) && matches[position]
      }
    }
  }

  /// Says, where nothing is found, why.
  private func explain(_ result: RFCSearch.Found) {
    let content = EmptyContent(
      tr("No RFC found"), icon: "edit-find-symbolic",
      details: knowsDetails && result.lacksDetails
        ? tr(
          "stream:, area:, wg: and keyword: need rfc-index.xml, which this library does not have.")
        : tr("Try fewer words, a number, or an author’s name."))
    view.whenNothingMatches(content)
    found.view.whenEmpty(content)
  }

  private func show(hintOf result: RFCSearch.Found) {
    let problem = texts?.problem.map { tr("The texts are not searched: {}", $0) }
    let words = result.complaint.map { $0.problem.description.asSentence } ?? problem
    hint.isVisible = words != nil
    hint.text = words ?? ""
  }

  /// Asks for the sections of texts; a number alone is no question for them.
  private func ask(_ result: RFCSearch.Found, typed: String) {
    guard let texts else { return }
    guard RFCEntry.number(typed) == nil,
      result.text.count(where: { $0.isLetter || $0.isNumber }) > 1
    else {
      return texts.forget()
    }
    let (index, isAllowed) = (index, result.isAllowed)
    texts.find(
      result.text, isTyping: typed.last?.isWhitespace == false,
      where: { number in
        guard let isAllowed else { return true }
        return index.position(of: number).map { isAllowed[$0] } ?? false
      },
      answer: { [weak self] hits in self?.found.show(hits) })
  }

  private func connectTexts() {
    found.hasTexts = texts != nil
    texts?.onProgress = { [weak self] in self?.found.show(self?.texts?.progress) }
    texts?.onUpdated = { [weak self] in
      guard let self else { return }
      found.show(nil as RFCTextProgress?)
      // There may be more to find now; what is selected stays.
      if showsFound, let finder { ask(finder.found(search.text), typed: search.text) }
    }
  }
}

// MARK: - Choosing

extension RFCList {
  /// The first row that is no heading.
  private var firstEntry: (row: Int, entry: RFCEntry)? {
    // Only headings of closed sections stand before it, and there are few.
    for row in 0..<min(view.outline.rowCount, 100) {
      if let entry = entry(of: view.outline.item(atRow: row)) { return (row, entry) }
    }
    return nil
  }

  /// Selects what was found first.
  ///
  /// - Returns: Nil where that is nothing to read.
  func chooseFirst() -> FoundList.Target? {
    if showsFound { return found.chooseFirst() }
    guard let entry = firstEntry?.entry, entry.isIssued else { return nil }
    if let id = id(of: entry.number) { view.changeSelection { $0.select(only: id) } }
    return FoundList.Target(number: entry.number)
  }

  /// Moves the keyboard to the row that is selected, else to the first.
  func focus() {
    if showsFound { return found.focus() }
    let selected = view.outline.selectedIDs.first.flatMap { view.outline.row(of: $0) }
    view.focus(row: selected ?? 0)
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
    found.select(number)
    // What was selected at the last start waits for its row.
    guard !view.outline.isEmpty else { return }
    guard let id = id(of: number) else { return view.changeSelection { $0.clearSelection() } }
    view.changeSelection { $0.select(only: id) }
    // The guide, at the end of its section, is no reason to leave the newest RFCs.
    guard number != RFCLibrary.guideNumber else { return }
    if view.outline.row(of: id) != nil || !view.outline.isFiltered { view.reveal(id) }
  }
}
