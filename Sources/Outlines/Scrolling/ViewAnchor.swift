/// Keeps the rows in view in place while rows around them come, go and change their heights.
///
/// A list view tells it what it has laid out, how far a person has scrolled and that a change is
/// about to come; it answers by how much the view must be scrolled so that the row that was first in
/// view stands where it stood, or so that a row that was asked for stands where it was wanted.
package struct ViewAnchor: Sendable {
  /// A row that is in view. Pixels, from the upper edge of the view.
  package struct SeenRow: Hashable, Sendable {
    package var id: NodeID
    package var top: Double
    package var height: Double
    /// Whether a reader may be at it: not so at headings that stand above whatever comes next.
    package var isPlace: Bool

    package init(id: NodeID, top: Double, height: Double, isPlace: Bool = true) {
      self.id = id
      self.top = top
      self.height = height
      self.isPlace = isPlace
    }

    package var bottom: Double { top + height }
  }

  /// The next thing that the view has to do.
  package enum Step: Hashable, Sendable {
    /// Do nothing: every row is where it should be.
    case rest
    /// Scroll by so many pixels, down if positive, and lay out again.
    case scroll(by: Double)
    /// Bring a row into view, anywhere in it, and lay out again.
    case bring(row: Int)
  }

  private enum Goal: Hashable, Sendable {
    /// The first of these that is still there stands where it stood.
    case hold([SeenRow])
    case align(NodeID, RowAlignment)
    case end
  }

  /// The rows in view, as far as known now.
  package private(set) var seen: [SeenRow] = []
  /// The height of the view when it was last laid out.
  private var height = 0.0
  private var goal: Goal?
  private var attempts = 0
  /// Whether the goal is reached, too, where the row is in view without having been gone to.
  private var mayStay = false
  /// Whether the lower end of the list was in view when it was last laid out.
  package private(set) var isAtEnd = true
  /// Whether the reader has gone elsewhere, and nobody was told of it yet: scrolled, or gone to a row. What rows do
  /// that come, go and change their heights is no doing of theirs.
  package var isMoving: Bool { hasGone || hasMoved && unreached.isEmpty }
  /// Whether the reader has gone to other rows.
  private var hasGone = false
  /// Whether they have changed what is in view without going elsewhere.
  private var hasMoved = false
  /// Whether the view could not reach its goal: then nobody has gone to what is in view now.
  private var isCompelled = false
  /// The rows at which the reader still is, as nobody has gone elsewhere, though the list is too short to show them
  /// where they stood: the view goes back to them when it can.
  private var unreached: [SeenRow] = []
  /// Whether a view that shows the end goes on to show it when rows come there.
  package var followsEnd = false

  package init() {}

  /// Whether the view has yet to reach a goal.
  package var isPursuing: Bool { goal != nil }

  /// The node that is to come into view.
  package var aim: NodeID? {
    if case .align(let id, _) = goal { return id }
    return nil
  }

  /// The row that is to be seen; nil where none is asked for, or it has none.
  ///
  /// - Parameters:
  ///   - count: How many rows there are.
  ///   - row: The row of a node, or nil for one that has none.
  package func goalRow(of count: Int, row: (NodeID) -> Int?) -> Int? {
    switch goal {
    case .hold(let rows): rows.first { row($0.id) != nil }.flatMap { row($0.id) }
    case .align(let id, _): row(id)
    case .end: count > 0 ? count - 1 : nil
    case nil: nil
    }
  }

  /// The first row in view and where it stands.
  package var place: ScrollPlace? {
    (seen.first(where: \.isPlace) ?? seen.first).map { ScrollPlace(node: $0.id, offset: $0.top) }
  }

  /// Where the reader is, though the list may be too short to show it now.
  package var readerPlace: ScrollPlace? {
    unreached.first.map { ScrollPlace(node: $0.id, offset: $0.top) } ?? place
  }

  /// Notes that rows are about to change: the rows in view are to stay, unless there is a goal
  /// already. What was scrolled out of view since the last layout is not gone back to.
  package mutating func hold() {
    guard goal == nil else { return }
    if followsEnd, isAtEnd, !seen.isEmpty {
      unreached = []
      return pursue(.end)
    }
    // Where none of those is left, what is in view stays.
    let rows = unreached + inView
    if !rows.isEmpty { pursue(.hold(rows)) }
  }

  /// The rows in view, those first at which a reader may be.
  private var inView: [SeenRow] {
    let rows = seen.filter { $0.bottom > 0 && ($0.top < height || height == 0) }
    return rows.filter(\.isPlace) + rows.filter { !$0.isPlace }
  }

  /// Sets the goal of bringing a row into view.
  ///
  /// - Parameter mayStay: Whether it stays where the next layout has it, if it is wholly in view there:
  ///   for a view that was not laid out yet.
  package mutating func go(to id: NodeID, _ alignment: RowAlignment, mayStay: Bool = false) {
    pursue(.align(id, alignment))
    goneElsewhere()
    self.mayStay = mayStay
  }

  /// Sets the goal of returning to a scroll position, where the reader has been before.
  package mutating func go(to place: ScrollPlace) {
    (hasGone, hasMoved, unreached) = (false, false, [])
    // However far above the view it begins, it is meant to be seen.
    pursue(.hold([SeenRow(id: place.node, top: place.offset, height: .infinity)]))
  }

  package mutating func goToEnd() {
    pursue(.end)
    goneElsewhere()
  }

  private mutating func goneElsewhere() {
    hasGone = true
    unreached = []
  }

  /// Notes that the reader does something with rows that are in view: then they are there.
  package mutating func stays() {
    if !unreached.isEmpty { goneElsewhere() }
  }

  private mutating func pursue(_ goal: Goal) {
    self.goal = goal
    attempts = 0
    mayStay = false
    isCompelled = false
  }

  /// Notes that someone else has scrolled: held rows move along, until all of them are out of view, and any other goal
  /// is dropped.
  package mutating func scrolled(by distance: Double) {
    // From what they see, and not from where the view was to go back to.
    if !unreached.isEmpty, case .hold = goal { goal = .hold(inView) }
    goneElsewhere()
    for index in seen.indices { seen[index].top -= distance }
    if distance < 0 { isAtEnd = false }
    guard case .hold(var rows) = goal else {
      goal = nil
      return
    }
    for index in rows.indices { rows[index].top -= distance }
    let isInView = height == 0 || rows.contains { $0.bottom > 0 && $0.top < height }
    goal = isInView ? .hold(rows) : nil
  }

  /// Drops the goal, because the view cannot reach it, as at the ends of the list.
  package mutating func giveUp() {
    if case .hold(let rows) = goal, unreached.isEmpty { unreached = rows }
    goal = nil
    isCompelled = true
  }

  /// Drops the goal, because the reader goes elsewhere.
  package mutating func letGo() {
    goal = nil
    goneElsewhere()
  }

  /// Notes that the reader has changed what is in view, as by making it narrower.
  package mutating func moved() { hasMoved = true }

  /// Tells where the reader has gone since it last told of it; nil if nowhere.
  package mutating func takeMove() -> ScrollPlace? {
    guard isMoving, goal == nil, let place else { return nil }
    (hasGone, hasMoved) = (false, false)
    return place
  }
}

extension ViewAnchor {
  /// The layout of a view after its rows were laid out.
  package struct Layout: Sendable {
    /// The rows of which at least a part is in view, from the top down.
    package var rows: [SeenRow]
    package var height: Double
    /// The height covered at the top of the view, in pixels, by such as a section's heading that
    /// stays there.
    package var cover: Double
    package var isAtEnd: Bool

    package init(rows: [SeenRow], height: Double, cover: Double = 0, isAtEnd: Bool) {
      self.rows = rows
      self.height = height
      self.cover = cover
      self.isAtEnd = isAtEnd
    }

    /// Whether a row is wholly in view.
    func shows(_ id: NodeID) -> Bool {
      rows.contains { $0.id == id && $0.top >= cover && $0.bottom <= height }
    }
  }

  /// How often a view is asked to scroll for one goal. Two suffice, a row more for each that is
  /// measured only when it comes into view.
  private static let mostAttempts = 12

  /// Rows were laid out.
  ///
  /// - Parameters:
  ///   - layout: What is in view.
  ///   - isFinal: Whether no more rows of the last change are to come.
  ///   - last: The last node that has a row.
  ///   - row: The row of a node, or nil for one that has none.
  package mutating func laidOut(
    _ layout: Layout, isFinal: Bool = true, last: NodeID?, row: (NodeID) -> Int?
  ) -> Step {
    let isFree = goal == nil && !isCompelled
    height = layout.height
    let step = next(layout, last, row)
    if step == .rest || attempts >= ViewAnchor.mostAttempts {
      let before = place
      // What is seen while rows are still to come is not what was read.
      if isFinal {
        // It is reached, or cannot be.
        if goal != nil { unreached = [] }
        goal = nil
        attempts = 0
        isCompelled = false
      }
      seen = layout.rows
      // Keys scroll without a word.
      if isFree, place != before { goneElsewhere() }
      isAtEnd = layout.isAtEnd
      return .rest
    }
    attempts += 1
    return step
  }

  private mutating func next(_ layout: Layout, _ last: NodeID?, _ row: (NodeID) -> Int?) -> Step {
    switch goal {
    case nil: return .rest
    case .hold(let rows):
      let left = rows.compactMap { held in row(held.id).map { (held, $0) } }
      let inView = left.first { held, _ in held.bottom > 0 && held.top < layout.height }
      guard let (held, position) = inView ?? left.first else { return .rest }
      var isSeenThere = true
      let step = step(to: held.id, position, layout) { now in
        let top = ViewAnchor.top(of: now, in: held)
        isSeenThere = top + now.height > 0 && top < layout.height
        return top
      }
      // What has been scrolled out of view, or has shrunk, cannot be looked at there.
      if !isSeenThere, case .scroll = step {
        goal = nil
        unreached = []
      }
      return step
    case .align(let id, let alignment):
      guard let position = row(id) else { return .rest }
      let alignment = mayStay && attempts == 0 && layout.shows(id) ? .nearest : alignment
      return step(to: id, position, layout) { ViewAnchor.top(for: $0, alignment, layout) }
    case .end:
      guard let last, let position = row(last) else { return .rest }
      return step(to: last, position, layout) { layout.height - $0.height }
    }
  }

  /// Where a row that was held is to begin: where it did. If it has become too low to reach into the view, what is
  /// below it stays; a place that was gone back to is looked at even then.
  private static func top(of row: SeenRow, in held: SeenRow) -> Double {
    if held.height == .infinity { return max(held.top, min(0, 1 - row.height)) }
    let isTooLow = held.bottom > 0 && held.top + row.height <= 0
    return isTooLow ? held.bottom - row.height : held.top
  }

  private func step(
    to id: NodeID, _ position: Int, _ layout: Layout, wanted: (SeenRow) -> Double
  ) -> Step {
    guard let row = layout.rows.first(where: { $0.id == id }) else { return .bring(row: position) }
    let distance = row.top - wanted(row)
    return abs(distance) < 0.5 ? .rest : .scroll(by: distance)
  }

  private static func top(
    for row: SeenRow, _ alignment: RowAlignment, _ layout: Layout
  ) -> Double {
    switch alignment {
    case .top: return layout.cover
    case .third:
      let third = (layout.height / 3).rounded()
      return max(layout.cover, min(third, layout.height - row.height))
    case .center: return max(layout.cover, ((layout.height - row.height) / 2).rounded())
    case .bottom: return layout.height - row.height
    case .nearest:
      if row.top < layout.cover || row.height > layout.height - layout.cover { return layout.cover }
      return min(row.top, layout.height - row.height)
    }
  }
}
