internal import FoundationEssentials
internal import Hikidashi
internal import TimelineKit

/// The rows of posts, with the reader's place in them.
@MainActor
final class PostList {
  let view: OutlineView<TimelineRow>
  let content: PostListContent
  private let reader: Reader
  private let places: PlaceKeeper
  private let making = LatestTask(.waiting)
  /// The list whose rows were asked for last.
  private var asked: ReadingList?
  /// Whether its rows are to be made once more when they are there.
  private var isBehind = false
  /// Whether the rows that are being made have not been asked for yet.
  private var isFirst = false
  /// The list whose rows are there.
  private var made: ReadingList?
  /// What was scrolled over and is not marked yet.
  private var passed: Set<String> = []
  private var isMarking = false

  /// What is shown.
  var shown: ReadingList { didSet { if shown != oldValue { reload() } } }

  init(_ shown: ReadingList, _ reader: Reader, in state: StateStore) {
    (self.shown, self.reader) = (shown, reader)
    let content = PostListContent(reader)
    self.content = content
    var style = TableStyle.standard
    style.alignsText = false
    view = OutlineView(
      Outline(), text: { content.text(of: $0) },
      cells: Cells {
        PostCell(reader)
      } bind: { cell, row in
        cell.show(row.item, content)
      } unbind: { cell in
        cell.release()
      }
    )
    .style(style).accessibleLabel(tr("Posts")).announcingNewRows(at: .top)
    .readingPlaces { $0.place != nil }
    places = PlaceKeeper(view, in: state)
    places.onPassed = { [weak self] in self?.pass(from: $0, to: $1) }
    places.onNearEnd = { [weak self] in self?.reload() }
    places.elsewhere = { [reader] in reader.sharing.place(in: $0, of: reader.store) }
    places.onPlace = { [reader] in reader.sharing.keep($0, in: $1, of: reader.store) }
    view.state = .loading
    // While the window is made, which asks for them once it is.
    open(holdsFrame: false)
    isFirst = true
  }

  /// Makes the rows anew, soon; what is read stays where it is.
  func reload() {
    defer { isFirst = false }
    guard asked == shown else {
      // A reader who scrolls or types in the list keeps their place.
      return open(holdsFrame: !view.hasFocus && !view.isScrolling)
    }
    guard !isFirst else { return making.holdFrame() }
    // What is being made is shown first.
    guard made == shown else {
      isBehind = true
      return
    }
    making.run { [weak self] in
      guard let maker = self?.maker() else { return }
      let made = await offMainThread { maker.make() }
      self?.show(made, of: maker)
    } then: { [weak self] in
      if case .found(let words)? = self?.shown { self?.content.count(words) }
    }
  }

  /// Makes the rows of another list, in the frame that shows what asked for it where they are made that fast.
  private func open(holdsFrame: Bool) {
    (asked, isBehind) = (shown, false)
    let maker = maker(limit: ListMaker.firstFound)
    making.compute(holdsFrame: holdsFrame) {
      maker.make()
    } then: { [weak self] made in
      guard let self else { return }
      show(made, of: maker)
      if case .found = maker.shown { isBehind = true }
      if isBehind { reload() }
    }
  }

  private func maker(limit: Int = ListMaker.mostFound) -> ListMaker {
    ListMaker(
      store: reader.store, shown: shown, options: reader.options,
      place: places.place(for: shown.key)?.inTime, before: content.list, limit: limit)
  }

  private func show(_ made: ListMaker.Made, of maker: ListMaker) {
    guard maker.shown == shown else { return }
    // Others may be there than when it was begun.
    let isSame = made.outline == nil && maker.before.rows == content.list.rows
    let outline = isSame ? nil : made.outline ?? maker.outline(of: made.list)
    var list = made.list
    list.mark(reader.pendingReads)
    content.list = list
    places.show(outline, of: list, for: shown.key, isOther: self.made != shown)
    self.made = shown
    if let problem = made.problem { view.state = .failed(problem.asSentence) }
    if list.rows.isEmpty { view.whenEmpty(reader.emptyContent(of: shown, hidden: made.hidden)) }
    if outline?.isEmpty ?? false {
      view.state = .empty(reader.emptyContent(of: shown, hidden: made.hidden))
    }
  }

  /// Waits until the rows are those of the store.
  func settled() async {
    await making.settled()
    await content.settled()
  }

  // MARK: - Reading

  /// Marks what has gone out of view at the top as read, where the reader wants it so.
  private func pass(from: NodeID, to: NodeID) {
    let outline = view.outline
    guard reader.marksPassed, let first = outline.row(of: from), let last = outline.row(of: to),
      first < last
    else { return }
    for row in first..<last {
      if case .post(let thing) = outline.item(atRow: row), !content.list.isRead(thing) {
        passed.formUnion(thing.items.map(\.id))
      }
    }
    guard !isMarking, !passed.isEmpty else { return }
    isMarking = true
    Task {
      // Who scrolls on is not kept from it by each row.
      try? await Task.sleep(for: .milliseconds(400))
      isMarking = false
      markPassed()
    }
  }

  /// Marks now what was scrolled over.
  func markPassed() {
    let unread = passed.subtracting(reader.pendingReads)
    passed = []
    if !unread.isEmpty { mark(Array(unread)) }
  }

  /// Marks posts, which is seen at once and kept soon.
  func mark(_ ids: [String], isRead: Bool = true) {
    content.list.mark(ids, isRead: isRead)
    reader.mark(ids, isRead: isRead)
  }

  /// Marks all that is shown as read, or all down to a row.
  ///
  /// - Parameter done: Called with what undoes it.
  func markRead(upTo row: TimelineRow?, done: @escaping @MainActor (ReadMarks) -> Void) {
    let place = row?.place
    let isNewer = place != nil && reader.options.order == .newestFirst
    let side: TimelineGap.End = isNewer ? .newer : .older
    let end = place ?? content.list.rows.compactMap(\.place).max()
    let seen = end.map { content.list.ids(side, of: $0) } ?? []
    content.list.mark(seen)
    switch shown {
    case .all: reader.markAll(side, of: place, source: nil, done: done)
    case .source(let id): reader.markAll(side, of: place, source: id, done: done)
    // What a query has found is what is seen of it.
    case .bookmarked, .smart, .found: reader.mark(seen, isRead: true)
    }
  }

  /// The post that the keyboard is at; nil where the keyboard is elsewhere: keys act on a post that is in view.
  var focused: TimelineThing? {
    guard view.hasFocus, let row = view.focusedRow, row < view.outline.rowCount,
      case .post(let thing) = view.outline.item(atRow: row)
    else { return nil }
    return thing
  }

  /// Gives the keyboard to the row that is selected, else to the first post in view, and not to a
  /// heading.
  func focus() {
    let outline = view.outline
    let start = outline.selectedIDs.first ?? view.scrollPlace?.node
    let row = start.flatMap { outline.row(of: $0) } ?? 0
    view.focus(row: self.row(from: row) { $0.place != nil } ?? row)
  }

  /// Goes to the next unread post, or the one before: from the row with the keyboard, or from the top of the
  /// view where somebody has scrolled on from there.
  ///
  /// - Returns: False where there is none.
  func goToUnread(forward isForward: Bool) -> Bool {
    let top = view.scrollPlace.flatMap { view.outline.row(of: $0.node) } ?? 0
    let focused = view.focusedRow ?? -1
    let start = focused >= top ? focused + (isForward ? 1 : -1) : isForward ? top : top - 1
    let next = self.row(from: start, by: isForward ? 1 : -1) { [content] in
      if case .post(let thing) = $0 { !content.list.isRead(thing) } else { false }
    }
    guard let next else { return false }
    let id = view.outline.id(atRow: next)
    view.changeSelection { $0.select(only: id) }
    view.focus(row: next)
    return true
  }

  /// The first row in a direction that is wanted; nil where there is none.
  private func row(
    from start: Int, by step: Int = 1, where isWanted: (TimelineRow) -> Bool
  ) -> Int? {
    let outline = view.outline
    let end = step > 0 ? outline.rowCount : -1
    return stride(from: start, to: end, by: step).first { isWanted(outline.item(atRow: $0)) }
  }

  /// The post before or behind another in the list; nil at its ends.
  ///
  /// - Parameter isUnread: Whether posts that are read are passed over.
  func neighbour(of thing: TimelineThing, by step: Int, unread isUnread: Bool = false)
    -> TimelineThing?
  {
    let things = content.list.rows.flatMap { row -> [TimelineThing] in
      switch row {
      case .post(let thing): [thing]
      case .boosts(let things): things
      case .day, .gap: []
      }
    }
    let subject = thing.items[0].subject
    guard let place = things.firstIndex(where: { $0.items[0].subject == subject }) else {
      return nil
    }
    let end = step > 0 ? things.count : -1
    return stride(from: place + step, to: end, by: step).lazy.map { things[$0] }.first {
      !isUnread || !content.list.isRead($0)
    }
  }

  /// The row that the keyboard is at, else the selected one, else the first in view.
  var current: TimelineRow? {
    let outline = view.outline
    let focused = view.hasFocus ? view.focusedRow.map { outline.id(atRow: $0) } : nil
    return (focused ?? outline.selectedIDs.first ?? view.scrollPlace?.node)
      .flatMap { outline.item(of: $0) }
  }
}
