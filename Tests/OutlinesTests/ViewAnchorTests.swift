import HikidashiBase
import HikidashiOutlines
import TestSupport
import Testing

/// A list view as a list of heights, which scrolls by itself as it likes when rows change.
private struct SlowView {
  var rows: [(id: NodeID, height: Double)] = []
  var value = 0.0
  let height = 400.0

  func top(_ index: Int) -> Double { rows[..<index].reduce(0) { $0 + $1.height } - value }
  func row(_ id: NodeID) -> Int? { rows.firstIndex { $0.id == id } }
  var end: Double { max(0, rows.reduce(0) { $0 + $1.height } - height) }

  mutating func scroll(to wanted: Double) -> Double {
    let before = value
    value = min(max(0, wanted), end)
    return value - before
  }

  var layout: ViewAnchor.Layout {
    var seen: [ViewAnchor.SeenRow] = []
    var top = -value
    for row in rows {
      if top + row.height > 0, top < height {
        seen.append(ViewAnchor.SeenRow(id: row.id, top: top, height: row.height))
      }
      top += row.height
    }
    return ViewAnchor.Layout(rows: seen, height: height, isAtEnd: value >= end - 1)
  }

  /// Lays out until the anchor is content, as a frame does.
  mutating func settle(_ anchor: inout ViewAnchor) -> Int {
    for pass in 0..<20 {
      let rows = rows
      switch anchor.laidOut(
        layout, last: rows.last?.id, row: { id in rows.firstIndex { $0.id == id } })
      {
      case .rest: return pass
      case .scroll(let distance):
        if scroll(to: value + distance) == 0 { anchor.giveUp() }
      case .bring(let row): _ = scroll(to: value + top(row) - height / 2)
      }
    }
    return 20
  }
}

@Suite struct ViewAnchorTests {
  private func view(_ count: Int, _ random: inout SeededGenerator) -> SlowView {
    var view = SlowView()
    for id in 0..<count {
      view.rows.append(
        (NodeID(rawValue: UInt64(id)), Double(Int.random(in: 20...200, using: &random))))
    }
    return view
  }

  /// Whatever is inserted, removed, resized and scrolled, the first row that is still there stands
  /// where it stood, less what was scrolled; where the list is too short, as soon as it no longer is.
  @Test func theFirstRowInViewStays() throws {
    let seed = testSeed()
    print("theFirstRowInViewStays: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    var view = view(60, &random)
    var anchor = ViewAnchor()
    var next: UInt64 = 1_000
    _ = view.settle(&anchor)
    // Where the reader has last gone.
    var places = anchor.seen
    for step in 0..<testSteps(500) {
      let seen = anchor.seen
      anchor.hold()
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let index = Int.random(in: 0...view.rows.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1:
          let height = Double(Int.random(in: 20...200, using: &random))
          view.rows.insert((NodeID(rawValue: next), height), at: index)
          next += 1
        case 2 where view.rows.count > 30: view.rows.remove(at: min(index, view.rows.count - 1))
        case 3 where index < view.rows.count:
          view.rows[index].height = Double(Int.random(in: 20...200, using: &random))
        default: break
        }
      }
      // The view itself goes anywhere.
      let scrolled = Double(Int.random(in: -90...90, using: &random))
      let isScrolling = Bool.random(using: &random)
      if isScrolling { anchor.scrolled(by: scrolled) }
      view.value = Double(Int.random(in: 0...Int(view.end), using: &random))
      let passes = view.settle(&anchor)
      #expect(passes <= 3, "seed \(seed), step \(step)")
      #expect(!anchor.isPursuing)
      if isScrolling {
        places = seen
        for index in places.indices { places[index].top -= scrolled }
      }
      let isInView = { (row: ViewAnchor.SeenRow) in row.bottom > 0 && row.top < view.height }
      guard let kept = places.first(where: { view.row($0.id) != nil && isInView($0) }),
        let row = view.row(kept.id)
      else {
        places = anchor.seen
        continue
      }
      // What is below a row that has become too low to be seen there stays.
      let height = view.rows[row].height
      let wanted = kept.top + height <= 0 ? kept.bottom - height : kept.top
      let isAtAnEnd = view.value == 0 || view.value == view.end
      let isReached = view.top(row) == wanted
      #expect(isReached || isAtAnEnd, "seed \(seed), step \(step)")
      if isReached { places = anchor.seen }
    }
  }

  @Test(arguments: [RowAlignment.top, .third, .center, .bottom, .nearest])
  func aRowComesToWhereItIsWanted(alignment: RowAlignment) throws {
    var random = SeededGenerator(seed: 5)
    var view = view(100, &random)
    var anchor = ViewAnchor()
    for row in [50, 51, 30, 99, 0, 60] {
      anchor.go(to: NodeID(rawValue: UInt64(row)), alignment)
      #expect(view.settle(&anchor) <= 3)
      let (top, height) = (view.top(row), view.rows[row].height)
      let isAtAnEnd = view.value == 0 || view.value == view.end
      switch alignment {
      case .top: #expect(top == 0 || isAtAnEnd)
      case .third: #expect(top == min(133, 400 - height) || isAtAnEnd)
      case .center: #expect(abs(top + height / 2 - 200) <= 1 || isAtAnEnd)
      case .bottom: #expect(top + height == 400 || isAtAnEnd)
      case .nearest: #expect(top >= 0 && top + height <= 400)
      }
    }
  }

  /// A view that was not laid out yet may have the row in view without having gone to it.
  @Test func aRowThatIsInViewByItselfMayStay() {
    var random = SeededGenerator(seed: 7)
    var view = view(100, &random)
    var anchor = ViewAnchor()
    let second = view.top(1)
    anchor.go(to: NodeID(rawValue: 1), .third, mayStay: true)
    #expect(view.settle(&anchor) == 0)
    #expect(view.top(1) == second)
    var other = ViewAnchor()
    other.go(to: NodeID(rawValue: 50), .third, mayStay: true)
    #expect(view.settle(&other) <= 3)
    #expect(view.top(50) == min(133, 400 - view.rows[50].height))
  }

  /// A window that is wider than it was has lower rows.
  @Test func aPlaceInARowThatHasBecomeLowerIsStillInView() throws {
    var random = SeededGenerator(seed: 8)
    var view = view(100, &random)
    var anchor = ViewAnchor()
    anchor.go(to: ScrollPlace(node: 50, offset: -2_000))
    _ = view.settle(&anchor)
    #expect(anchor.place?.node == 50)
    #expect(abs(try #require(anchor.place).offset - (1 - view.rows[50].height)) < 1)
  }

  /// A view makes the rows first that are to be seen.
  @Test func theRowThatIsGoneToIsKnownBeforeItIsThere() {
    let rows: [NodeID: Int] = [1: 0, 2: 30, 3: 60]
    var anchor = ViewAnchor()
    #expect(anchor.goalRow(of: 70) { rows[$0] } == nil)
    anchor.go(to: 2, .top)
    #expect(anchor.goalRow(of: 70) { rows[$0] } == 30)
    anchor.go(to: ScrollPlace(node: 3, offset: -5))
    #expect(anchor.goalRow(of: 70) { rows[$0] } == 60)
    anchor.go(to: 4, .top)
    #expect(anchor.goalRow(of: 70) { rows[$0] } == nil)
    anchor.goToEnd()
    #expect(anchor.goalRow(of: 70) { rows[$0] } == 69)
    #expect(anchor.goalRow(of: 0) { rows[$0] } == nil)
  }

  @Test func theEndIsFollowedOnlyFromTheEnd() {
    var random = SeededGenerator(seed: 6)
    var view = view(30, &random)
    var anchor = ViewAnchor()
    anchor.followsEnd = true
    anchor.goToEnd()
    _ = view.settle(&anchor)
    #expect(anchor.isAtEnd)
    anchor.hold()
    view.rows.append((500, 80))
    _ = view.settle(&anchor)
    #expect(view.value == view.end)
    anchor.scrolled(by: view.scroll(to: view.value - 50))
    _ = view.settle(&anchor)
    let place = anchor.place
    anchor.hold()
    view.rows.append((501, 80))
    _ = view.settle(&anchor)
    #expect(anchor.place == place)
    #expect(!anchor.isAtEnd)
  }

  /// Rows may change between a scroll and its layout: what is out of view by then is not gone back to.
  @Test func whatWasScrolledOutOfViewIsNotHeld() {
    var random = SeededGenerator(seed: 7)
    var view = view(100, &random)
    var anchor = ViewAnchor()
    _ = view.settle(&anchor)
    anchor.scrolled(by: view.scroll(to: view.value + 1_500))
    anchor.hold()
    #expect(!anchor.isPursuing)
    let value = view.value
    _ = view.settle(&anchor)
    #expect(view.value == value)
    anchor.hold()
    #expect(anchor.isPursuing)
  }

  /// A place is where the reader has gone, whatever rows do meanwhile.
  @Test func onlyTheReaderMoves() throws {
    var random = SeededGenerator(seed: 9)
    var view = view(100, &random)
    var anchor = ViewAnchor()
    _ = view.settle(&anchor)
    let first = anchor.takeMove()
    #expect(first == ScrollPlace(node: 0, offset: 0))
    anchor.scrolled(by: view.scroll(to: 1_000))
    #expect(anchor.isMoving)
    _ = view.settle(&anchor)
    let move = anchor.takeMove()
    let place = try #require(move)
    #expect(place == anchor.place)
    #expect(!anchor.isMoving)
    // The row of the place becomes too low to be seen there, or goes.
    let row = try #require(view.row(place.node))
    anchor.hold()
    view.rows[row].height = 1
    _ = view.settle(&anchor)
    anchor.hold()
    view.rows.remove(at: row)
    _ = view.settle(&anchor)
    #expect(!anchor.isMoving)
    // So few are left that the view cannot show the place.
    anchor.go(to: ScrollPlace(node: 99, offset: 0))
    _ = view.settle(&anchor)
    #expect(view.value == view.end && !anchor.isMoving)
    // Keys scroll without a word, and an app goes somewhere on behalf of its reader.
    view.value -= 100
    _ = view.settle(&anchor)
    let byKeys = anchor.takeMove()
    #expect(byKeys != nil && byKeys == anchor.place)
    anchor.go(to: 50, .top)
    _ = view.settle(&anchor)
    let last = anchor.takeMove()
    #expect(last == ScrollPlace(node: 50, offset: 0))
  }

  /// A view that cannot show where its reader is goes back there as soon as it can, unless they do something with
  /// what it shows meanwhile.
  @Test(arguments: [false, true]) func aListThatWasTooShortGoesBack(doesSomething: Bool) throws {
    var random = SeededGenerator(seed: 11)
    var view = view(100, &random)
    var anchor = ViewAnchor()
    _ = view.settle(&anchor)
    anchor.scrolled(by: view.scroll(to: 3_000))
    _ = view.settle(&anchor)
    let move = anchor.takeMove()
    let place = try #require(move)
    let rows = view.rows
    let row = try #require(view.row(place.node))
    anchor.hold()
    view.rows.removeSubrange((row + 2)...)
    _ = view.scroll(to: view.value)
    _ = view.settle(&anchor)
    #expect(view.value == view.end)
    let shown = try #require(anchor.place)
    #expect(shown != place && anchor.readerPlace == place)
    anchor.moved()
    let none = anchor.takeMove()
    #expect(none == nil)
    if doesSomething {
      anchor.stays()
      let here = anchor.takeMove()
      #expect(here == shown && anchor.readerPlace == shown)
    }
    // A change after which it is still too short.
    anchor.hold()
    view.rows.insert((NodeID(rawValue: 500), 40), at: 0)
    _ = view.settle(&anchor)
    #expect(anchor.place == shown)
    anchor.hold()
    view.rows = rows
    _ = view.settle(&anchor)
    #expect(anchor.place == (doesSomething ? shown : place))
    // What was on its way is told, if it was to the end.
    let last = anchor.takeMove()
    #expect(last == (doesSomething ? nil : place))
  }

  /// Where none of the reader's rows is left, what is in view stays.
  @Test func whatIsInViewStaysWhereTheReadersRowsHaveGone() throws {
    var random = SeededGenerator(seed: 12)
    var view = view(100, &random)
    var anchor = ViewAnchor()
    anchor.go(to: ScrollPlace(node: 99, offset: 0))
    _ = view.settle(&anchor)
    #expect(view.value == view.end && anchor.readerPlace == ScrollPlace(node: 99, offset: 0))
    let shown = try #require(anchor.place)
    anchor.hold()
    view.rows.removeLast()
    view.rows.insert((NodeID(rawValue: 500), 150), at: 0)
    view.rows.append((NodeID(rawValue: 501), 300))
    _ = view.settle(&anchor)
    #expect(anchor.place == shown)
  }

  /// Rows are held as long as one of them is in view: who has left them all behind is not taken back.
  @Test func rowsThatWereScrolledOutOfViewAreNotHeld() {
    var random = SeededGenerator(seed: 8)
    var view = view(200, &random)
    var anchor = ViewAnchor()
    _ = view.settle(&anchor)
    anchor.hold()
    anchor.scrolled(by: view.scroll(to: 10))
    #expect(anchor.isPursuing)
    anchor.scrolled(by: view.scroll(to: 2_000))
    #expect(!anchor.isPursuing)
    #expect(view.settle(&anchor) == 0)
    #expect(view.value == 2_000)
  }

  @Test func whoScrollsGoesNoFurther() {
    var random = SeededGenerator(seed: 7)
    var view = view(100, &random)
    var anchor = ViewAnchor()
    anchor.go(to: 70, .top)
    anchor.scrolled(by: view.scroll(to: 10))
    #expect(!anchor.isPursuing)
    #expect(view.settle(&anchor) == 0)
    #expect(view.value == 10)
    anchor.go(to: 999, .top)
    #expect(view.settle(&anchor) == 0)
    anchor.go(to: ScrollPlace(node: 40, offset: -7))
    _ = view.settle(&anchor)
    #expect(view.top(40) == -7)
  }
}
