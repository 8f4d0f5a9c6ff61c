import CHikidashiGTK
import HikidashiBase
import HikidashiPreferences
import HikidashiStorage
import HikidashiWidgetTesting
import Observation
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Whatever changes, what is shown ends as what the model says, and leaves nothing.
final class FollowingPropertyTests: XCTestCase {
  func testWhatIsShownIsWhatTheModelSays() throws {
    let seed = testSeed()
    let count = testSteps(20, scale: 10)
    // A test on the loop has its time, and ten thousand rounds take longer.
    for start in stride(from: 0, to: count, by: 200) {
      try onLoop {
        try await Self.change(rounds: start..<min(start + 200, count), seed &+ UInt64(start))
      }
    }
  }

  @MainActor
  private static func change(rounds: Range<Int>, _ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let world = try World()
    var walls = [try await Wall(world), try await Wall(world)]
    for round in rounds {
      let writing = Task { [writersSeed = random.next()] in try await world.write(writersSeed) }
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let wall = Int.random(in: walls.indices, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
          try await walls[wall].stage.close()
          walls[wall] = try await Wall(world)
        case 1...4: walls[wall].turn(to: Int.random(in: 0..<Wall.pageCount, using: &random))
        case 5...7: world.shelf.change(&random)
        default: await walls[wall].stage.nextFrame()
        }
      }
      try await writing.value
      for wall in walls {
        for _ in 0..<2 { await wall.stage.nextFrame() }
        XCTAssertEqual(
          wall.differences(), [], "seed \(seed &- UInt64(rounds.lowerBound)), round \(round)")
      }
    }
    for wall in walls { try await wall.stage.close() }
  }

  /// A cell that is shown for one row after another reads anew each time, though nothing has changed.
  func testAMillionReadingsLeaveNothing() throws {
    try onLoop {
      let shelf = Shelf()
      let label = Label()
      let stage = try await Stage.show(label)
      let follower = label.madeFollowers.add(
        .part, waits: true, { shelf.names.count + (shelf.isOpen ? 1 : 0) }, apply: { _ in })
      for _ in 0..<1_000 { follower.renew() }
      let before = try PeakMemory.reset()
      for _ in 0..<1_000_000 { follower.renew() }
      // Trackings that are left hold some 1.2 kB each, 1.2 GB together.
      XCTAssertLessThan(try PeakMemory.read() - before, 100_000_000)
      try await stage.close()
    }
  }

  func testWindowsThatAreClosedLeaveNothing() throws {
    try onLoop {
      let world = try World()
      weak var part: Part?
      weak var queue: FollowQueue?
      try await {
        let wall = try await Wall(world)
        for page in 0..<Wall.pageCount { wall.turn(to: page) }
        part = wall.anyPart
        queue = wall.stage.window.native.map(FollowQueue.of)
        XCTAssertNotNil(queue)
        world.shelf.isOpen.toggle()
        await wall.stage.nextFrame()
        try await wall.stage.close()
      }()
      try await until("all to go") { part == nil && queue == nil }
      // Nothing reads what has gone.
      Wall.readings = 0
      for preference in world.preferences { try world.store.set(preference, to: 77) }
      world.shelf.isOpen.toggle()
      let stage = try await Stage.show(Label("another"))
      XCTAssertEqual(Wall.readings, 0)
      try await stage.close()
    }
  }
}

/// Numbers that any thread changes, and names that the main thread does.
private struct World: Sendable {
  struct Numbers: PreferenceGroup {
    let first = Preference("first", default: 0)
    let second = Preference("second", default: 0)
    let third = Preference("third", default: 0)
    let fourth = Preference("fourth", default: 0)
  }

  let store: PreferenceStore
  let preferences: [Preference<Int>]
  let shelf: Shelf

  @MainActor
  init() throws {
    let numbers = Numbers()
    store = try PreferenceStore(
      numbers, at: .memory, version: "1", options: PreferenceOptions(autosave: nil))
    preferences = [numbers.first, numbers.second, numbers.third, numbers.fourth]
    shelf = Shelf()
  }

  /// Changes numbers from eight threads.
  func write(_ seed: UInt64) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await onOwnThread {
            var random = SeededGenerator(seed: seed &+ UInt64(number))
            for _ in 0..<Int.random(in: 1...20, using: &random) {
              guard let preference = preferences.randomElement(using: &random) else { continue }
              try store.set(preference, to: Int.random(in: 0..<100, using: &random))
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

@Observable @MainActor
private final class Shelf {
  var names = ["a", "b", "c"]
  var isOpen = true

  func change(_ random: inout SeededGenerator) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: isOpen.toggle()
    case 1: names.shuffle(using: &random)
    case 2: if !names.isEmpty { names.removeLast() }
    default:
      if names.count < 12 { names.append("n\(Int.random(in: 0..<1_000, using: &random))") }
    }
  }
}

private struct Name: Identifiable, Equatable {
  let id: Int
  let text: String
}

/// A window that shows all that the world has, on three pages.
@MainActor
private final class Wall {
  static let pageCount = 3
  static var readings = 0
  let stage: Stage
  private let world: World
  private let pages: Pages
  private let labels: [Label]
  private let hidden: Label
  private let list: Stack

  init(_ world: World) async throws {
    self.world = world
    let (store, shelf) = (world.store, world.shelf)
    labels = world.preferences.indices.map { index in
      Label { Wall.text(of: index, in: world) }
    }
    hidden = Label("hidden").visible { shelf.isOpen && store[world.preferences[0]] % 2 == 0 }
    list = Stack {
      ForEach(Wall.names(of: shelf)) { name in Label(name.text) }
      If(shelf.isOpen) { Label { "open \(store[world.preferences[1]])" } }
    }
    pages = Pages([
      "0": Stack(.vertical, spacing: 0, [labels[0], labels[1], hidden]),
      "1": Stack(.vertical, spacing: 0, [labels[2], labels[3]]),
      "2": list,
    ])
    stage = try await Stage.show(pages)
  }

  var anyPart: Part { labels[0] }

  func turn(to page: Int) { pages.shown = "\(page)" }

  /// What is not shown as the world is.
  func differences() -> [String] {
    var differences: [String] = []
    let shown = pages.shown
    for (index, label) in labels.enumerated() {
      turn(to: index / 2)
      let expected = Wall.text(of: index, in: world)
      if label.text != expected { differences.append("\(index): \(label.text), not \(expected)") }
    }
    turn(to: 0)
    let isVisible = world.shelf.isOpen && world.store[world.preferences[0]] % 2 == 0
    if hidden.isVisible != isVisible { differences.append("visible: \(!isVisible)") }
    turn(to: 2)
    var expected = world.shelf.names
    if world.shelf.isOpen { expected.append("open \(world.store[world.preferences[1]])") }
    var found: [String] = []
    var child = list.native.flatMap { gtk_widget_get_first_child($0) }
    while let next = child {
      if let label = Part.of(next) as? Label { found.append(label.text) }
      child = gtk_widget_get_next_sibling(next)
    }
    if found != expected { differences.append("list: \(found), not \(expected)") }
    pages.shown = shown
    return differences
  }

  private static func text(of index: Int, in world: World) -> String {
    readings += 1
    let other = world.preferences[(index + 1) % world.preferences.count]
    return "\(world.store[world.preferences[index]]) and \(world.store[other])"
  }

  private static func names(of shelf: Shelf) -> [Name] {
    shelf.names.enumerated().map { Name(id: $0.offset, text: $0.element) }
  }
}
