import CHikidashiGTK
import HikidashiWidgetTesting
import Observation
import XCTest

@testable import HikidashiWidgets

private struct Card: Identifiable, Equatable {
  let id: Int
}

@Observable @MainActor
private final class Deck {
  var cards = (0..<4).map { Card(id: $0) }
  var isOpen = false
  var count = 0.0
}

/// Parts that move in their place. Movements that must not end by themselves last an hour; they end when
/// nothing is to move any more.
final class MovingTests: XCTestCase {
  @MainActor static func setAnimations(_ isOn: Bool) {
    guard let settings = gtk_settings_get_default() else { return }
    setProperty(
      UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self),
      "gtk-enable-animations", isOn)
  }

  /// Runs a test in which things move, and ends that afterwards.
  private func onMovingLoop(_ body: @escaping @MainActor () async throws -> Void) throws {
    try onLoop {
      Self.setAnimations(true)
      defer { Self.setAnimations(false) }
      try await body()
    }
  }

  @MainActor private static func clock(of stage: Stage) throws -> MotionClock {
    MotionClock.of(try XCTUnwrap(stage.window.native))
  }

  /// Where a part is seen, in its container.
  @MainActor private static func place(of part: Part, in container: Part) throws -> Point {
    var (x, y) = (0.0, 0.0)
    gtk_widget_translate_coordinates(
      try XCTUnwrap(part.native), try XCTUnwrap(container.native), 0, 0, &x, &y)
    return Point(x, y)
  }

  @MainActor private static func labels(of stack: Stack) -> [Label] {
    var list: [Label] = []
    func gather(_ widget: NativeWidget) {
      var child = gtk_widget_get_first_child(widget)
      while let next = child {
        if let label = Part.of(next) as? Label { list.append(label) } else { gather(next) }
        child = gtk_widget_get_next_sibling(next)
      }
    }
    if let native = stack.native { gather(native) }
    return list
  }

  // MARK: Coming and going

  func testWhatComesIsFirstSeenAway() throws {
    try onMovingLoop {
      let deck = Deck()
      let below = Label("below")
      let stack = Stack(spacing: 0) {
        If(deck.isOpen) {
          Label("new").entering(
            .fade(from: 0.25, over: 3_600).slide(from: .bottom, by: 40, over: 3_600))
        }
        below
      }
      let stage = try await Stage.show(stack)
      XCTAssertEqual(try Self.clock(of: stage).ticks, 0)
      deck.isOpen = true
      await stage.nextFrame()
      let label = try XCTUnwrap(Self.labels(of: stack).first)
      let motion = try XCTUnwrap(label.motion)
      XCTAssertEqual(motion.seen?.opacity ?? 0, 0.25, accuracy: 0.01)
      XCTAssertEqual(try Self.place(of: label, in: stack).y, 40, accuracy: 0.5)
      // It has its place in the layout from the beginning.
      let height = Double(gtk_widget_get_height(try XCTUnwrap(label.native)))
      XCTAssertGreaterThan(height, 0)
      XCTAssertEqual(try Self.place(of: below, in: stack).y, height)
      Self.setAnimations(false)
      try await until("the end") { !((try? Self.clock(of: stage))?.isTicking ?? true) }
      await stage.nextFrame()
      XCTAssertEqual(try Self.place(of: label, in: stack), .zero)
      XCTAssertEqual(motion.state, .here)
      try await stage.close()
    }
  }

  func testWhatGoesStaysUntilItHasGone() throws {
    try onMovingLoop {
      let deck = Deck()
      deck.isOpen = true
      let stack = Stack(spacing: 0) {
        If(deck.isOpen) { Button("old") {}.leaving(.slide(from: .trailing, by: 30, over: 3_600)) }
        Label("below").moving(over: 3_600)
      }
      let stage = try await Stage.show(stack)
      let below = try XCTUnwrap(Self.labels(of: stack).last)
      let before = try Self.place(of: below, in: stack)
      XCTAssertGreaterThan(before.y, 0)
      deck.isOpen = false
      await stage.nextFrame()
      XCTAssertEqual(try Self.place(of: below, in: stack), before)
      let mover = try XCTUnwrap(gtk_widget_get_first_child(try XCTUnwrap(stack.native)))
      XCTAssertEqual(gtk_widget_get_can_target(mover), 0)
      XCTAssertEqual(gtk_widget_get_can_focus(mover), 0)
      XCTAssertNotEqual(
        gtk_test_accessible_has_state(OpaquePointer(mover), GTK_ACCESSIBLE_STATE_HIDDEN), 0)
      // What comes in its place does not wait for it, and stands before it.
      deck.isOpen = true
      await stage.nextFrame()
      XCTAssertEqual(stage.all("button", "old").count, 2)
      XCTAssertNotEqual(gtk_widget_get_first_child(try XCTUnwrap(stack.native)), mover)
      // What is below glides from where it is seen.
      XCTAssertEqual(try Self.place(of: below, in: stack).y, before.y, accuracy: 0.5)
      Self.setAnimations(false)
      try await until("the old one to go") { stage.all("button", "old").count == 1 }
      try await until("the rest to arrive") { (try? Self.place(of: below, in: stack)) == before }
      try await stage.close()
    }
  }

  func testWhatIsMadeInvisibleGoesAndComes() throws {
    try onMovingLoop {
      let label = Label("here").entering(.fade(over: 3_600)).leaving(.fade(over: 3_600))
      let stage = try await Stage.show(Stack { label })
      let native = try XCTUnwrap(label.native)
      XCTAssertEqual(label.motion?.seen?.opacity ?? 1, 0, accuracy: 0.01)
      label.isVisible = false
      XCTAssertFalse(label.isVisible)
      await stage.nextFrame()
      XCTAssertEqual(gtk_widget_get_visible(native), 1)
      label.isVisible = true
      XCTAssertTrue(label.isVisible)
      await stage.nextFrame()
      label.isVisible = false
      Self.setAnimations(false)
      try await until("it to be hidden") { gtk_widget_get_visible(native) == 0 }
      XCTAssertFalse(label.isVisible)
      label.isVisible = true
      await stage.nextFrame()
      XCTAssertTrue(label.isVisible)
      XCTAssertEqual(gtk_widget_get_mapped(native), 1)
      try await stage.close()
    }
  }

  // MARK: Moving

  func testWhatIsMovedGlidesFromItsOldPlace() throws {
    try onMovingLoop {
      let deck = Deck()
      let stack = Stack(spacing: 10) {
        ForEach(deck.cards) { card in Label("card \(card.id)").moving(over: 3_600) }
      }
      let stage = try await Stage.show(stack)
      let labels = Self.labels(of: stack)
      let before = try labels.map { try Self.place(of: $0, in: stack) }
      deck.cards.swapAt(0, 3)
      await stage.nextFrame()
      let after = Self.labels(of: stack)
      XCTAssertEqual(after.map(\.text), ["card 3", "card 1", "card 2", "card 0"])
      for (label, place) in zip(labels, before) {
        XCTAssertEqual(try Self.place(of: label, in: stack).y, place.y, accuracy: 0.5)
      }
      // On its way it is moved again, and goes on from where it is seen.
      deck.cards.swapAt(0, 3)
      await stage.nextFrame()
      for (label, place) in zip(labels, before) {
        XCTAssertEqual(try Self.place(of: label, in: stack).y, place.y, accuracy: 0.5)
      }
      deck.cards.remove(at: 0)
      await stage.nextFrame()
      XCTAssertEqual(try Self.place(of: labels[1], in: stack).y, before[1].y, accuracy: 0.5)
      Self.setAnimations(false)
      try await until("them to arrive") {
        (try? Self.place(of: labels[1], in: stack)) == before[0]
      }
      try await stage.close()
    }
  }

  func testChildrenBeginOneAfterAnother() throws {
    try onMovingLoop {
      let deck = Deck()
      let cards = deck.cards
      deck.cards = []
      let stack = Stack {
        ForEach(deck.cards) { card in
          Label("card \(card.id)").entering(
            .slide(from: .leading, by: 100, over: 3_600, curve: .steps(1, .start)))
        }
      }.staggered(by: 3_600)
      let stage = try await Stage.show(stack)
      deck.cards = cards
      await stage.nextFrame()
      await stage.nextFrame()
      let places = try Self.labels(of: stack).map { try Self.place(of: $0, in: stack).x }
      XCTAssertEqual(places, [0, -100, -100, -100])
      try await stage.close()
    }
  }

  func testAChangeIsPlayedInPlace() throws {
    try onMovingLoop {
      let deck = Deck()
      let label = Label { "\(deck.count)" }
        .changing(.slide(from: .top, by: 7, over: 3_600)) { deck.count }
      let stack = Stack { label }
      let stage = try await Stage.show(stack)
      XCTAssertEqual(try Self.place(of: label, in: stack).y, 0)
      deck.count = 1
      await stage.nextFrame()
      await stage.nextFrame()
      XCTAssertEqual(try Self.place(of: label, in: stack).y, -7, accuracy: 0.1)
      try await stage.close()
    }
  }

  func testANumberCountsUp() throws {
    try onMovingLoop {
      let deck = Deck()
      let label = Label(counting: { deck.count }, over: 3_600, curve: .linear) { "\(Int($0))" }
      let stage = try await Stage.show(Stack { label })
      XCTAssertEqual(label.text, "0")
      deck.count = 3_600e6
      try await until("it to count") { (Int(label.text) ?? 0) > 0 }
      XCTAssertLessThan(Int(label.text) ?? .max, 3_600_000_000)
      let native = try XCTUnwrap(label.native)
      XCTAssertNotEqual(
        gtk_test_accessible_has_property(native.opaque, GTK_ACCESSIBLE_PROPERTY_LABEL), 0,
        "the number that it counts to is not read")
      Self.setAnimations(false)
      try await until("the end") { label.text == "3600000000" }
      deck.count = 5
      try await until("it to be shown at once") { label.text == "5" }
      try await stage.close()
    }
  }

  // MARK: Standing still

  func testNothingWakesWhenAllStandsStill() throws {
    try onMovingLoop {
      let deck = Deck()
      let stack = Stack {
        ForEach(deck.cards) { card in
          Label("card \(card.id)").entering(.fade(over: 0.02)).leaving(.blur(over: 0.02))
            .moving(over: 0.02)
        }
      }
      let stage = try await Stage.show(stack)
      let clock = try Self.clock(of: stage)
      try await until("them to come") { !clock.isTicking && clock.ticks > 0 }
      deck.cards.removeFirst(2)
      try await until("two to go") { Self.labels(of: stack).count == 2 && !clock.isTicking }
      await stage.nextFrame()
      let ticks = clock.ticks
      var frames = 0
      stage.window.onPaint { frames += 1 }
      // The main loop has nothing to do but to wait.
      for _ in 0..<200 { g_main_context_iteration(nil, 0) }
      XCTAssertEqual(clock.ticks, ticks)
      XCTAssertEqual(frames, 0)
      await stage.nextFrame()
      XCTAssertEqual(clock.ticks, ticks, "a frame for another reason is no reason to move")
      try await stage.close()
    }
  }

  func testNothingMovesWhereMotionIsReduced() throws {
    try onLoop {
      let deck = Deck()
      let stack = Stack {
        ForEach(deck.cards) { card in
          Label("card \(card.id)").entering(.scale(over: 3_600)).leaving(.fade(over: 3_600))
            .moving(over: 3_600)
        }
      }.staggered(by: 1)
      let stage = try await Stage.show(stack)
      let before = try Self.labels(of: stack).map { try Self.place(of: $0, in: stack) }
      deck.cards.removeFirst()
      await stage.nextFrame()
      let after = try Self.labels(of: stack).map { try Self.place(of: $0, in: stack) }
      XCTAssertEqual(after, Array(before.dropLast()))
      XCTAssertEqual(try Self.clock(of: stage).ticks, 0)
      try await stage.close()
    }
  }

  func testAPartThatMovesIsFreedWithItsWindowAndAlone() throws {
    try onMovingLoop {
      weak var placed: Part?
      weak var alone: Part?
      weak var taken: Part?
      do {
        let stack = Stack { Label("placed").entering(.fade(over: 3_600)).moving() }
        placed = Self.labels(of: stack).first
        let other = Label("taken").entering(.fade(over: 3_600))
        taken = other
        stack.append(other)
        alone = Label("alone").leaving(.fade())
        let stage = try await Stage.show(stack)
        XCTAssertNotNil(placed)
        stack.remove(other)
        XCTAssertNotNil(other.native)
        try await stage.close()
      }
      XCTAssertNil(placed)
      XCTAssertNil(alone)
      XCTAssertNil(taken)
    }
  }

  /// A pressed place goes along with what moves.
  func testAButtonIsPressedWhereItIsSeen() throws {
    try onMovingLoop {
      var presses = 0
      let button = Button("Press") { presses += 1 }.align(horizontal: .start, vertical: .start)
        .entering(.slide(from: .bottom, by: 120, over: 3_600))
      let stage = try await Stage.show(Stack { button }, height: 300)
      let native = try XCTUnwrap(button.native)
      try await stage.click(AccessibleElement(native))
      XCTAssertEqual(presses, 1)
      var (x, y) = (0.0, 0.0)
      gtk_widget_translate_coordinates(
        native, try XCTUnwrap(gtk_widget_get_parent(native)), 0, 0, &x, &y)
      XCTAssertGreaterThan(y, 110)
      try await stage.close()
    }
  }
}
