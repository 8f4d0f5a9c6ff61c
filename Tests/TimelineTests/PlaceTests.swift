import Foundation
import HikidashiBase
import HikidashiPreferences
import HikidashiWidgetTesting
import HikidashiWidgets
import TestSupport
import TimelineKit
import XCTest

@testable import Timeline

/// The reader's place, whatever happens.
final class PlaceTests: XCTestCase {
  func testTheHeadingOfADayGivesWayToNewPostsAndNothingElseMoves() throws {
    try onLoop {
      let room = try ReadingRoom()
      try await room.launch()
      try await room.add((0..<60).map { ReadingRoom.post("p\($0)", minutes: Double($0)) })
      let top = try room.place()
      XCTAssertTrue(top.id.hasSuffix("\np59"), top.id)
      try await room.add((60..<65).map { ReadingRoom.post("p\($0)", minutes: Double($0)) })
      let now = try XCTUnwrap(room.row(of: top.id))
      XCTAssertEqual(now.top, top.top, accuracy: 1)
      // A part of one more stands where the heading was.
      try await until("4 new") { (try? room.timeline.posts.view.newRowCount) == 4 }
      try await until("the button") { (try? room.stage.find("button", "4 new")) != nil }
      try await room.stage.click("button", "4 new")
      try await until("the newest") { (try? room.place().id.hasSuffix("\np64")) ?? false }
      try await room.quit()
    }
  }

  func testFiveHundredPostsAboveMoveNothing() throws {
    try onLoop {
      let room = try ReadingRoom()
      try await room.launch()
      try await room.add((0..<200).map { ReadingRoom.post("p\($0)", minutes: Double($0)) })
      try await room.scroll(by: 1_234)
      let place = try room.place()
      try await room.add((200..<700).map { ReadingRoom.post("p\($0)", minutes: Double($0)) })
      XCTAssertEqual(try XCTUnwrap(room.row(of: place.id)).top, place.top, accuracy: 1)
      try await room.quit()
    }
  }

  func testAPlaceIsKeptForEachList() throws {
    try onLoop {
      let room = try ReadingRoom()
      try await room.launch()
      try await room.add(
        (0..<200).map { ReadingRoom.post("p\($0)", of: $0 % 2, minutes: Double($0)) })
      try await room.scroll(by: 2_000)
      let all = try room.place()
      try room.timeline.choose(.source(ReadingRoom.source(1).id))
      try await room.settle()
      try await room.scroll(by: 500)
      let one = try room.place()
      try room.timeline.choose(.all)
      try await room.settle()
      XCTAssertEqual(try room.place().id, all.id)
      XCTAssertEqual(try room.place().top, all.top, accuracy: 1)
      try await room.quit(isKilled: true)
      try await room.launch()
      XCTAssertEqual(try room.place().id, all.id)
      try room.timeline.choose(.source(ReadingRoom.source(1).id))
      try await room.settle()
      XCTAssertEqual(try room.place().id, one.id)
      try await room.quit()
    }
  }

  func testThePlaceIsKeptThroughAnySequence() throws {
    // Letters of another size would stay for the tests that follow.
    try inOwnProcess {
      let seed = testSeed()
      for number in 0..<testSteps(2) {
        try onLoop {
          let walk = try PlaceWalk(seed: seed &+ UInt64(number))
          do { try await walk.run() } catch { XCTFail("\(error), \(walk.told)") }
        }
      }
    }
  }
}

/// A sequence of what happens to a list, after each step of which the place is looked at.
@MainActor
private final class PlaceWalk {
  private let seed: UInt64
  private var random: SeededGenerator
  private let room: ReadingRoom
  private var next = 0
  private var (oldest, newest) = (0.0, 0.0)
  private var steps: [String] = []

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    room = try ReadingRoom()
  }

  /// What has happened until now.
  var told: String { "seed \(seed): \(steps.joined(separator: "; "))" }

  private enum Step: CaseIterable {
    case above, below, between, restart, kill, resize, font, order, filter, elsewhere, away
  }

  func run() async throws {
    try await room.launch()
    try await room.add(posts(120, 0...300))
    try await room.scroll(by: Double(Int.random(in: 600...4_000, using: &random)))
    for _ in 0..<10 {
      if Int.random(in: 0..<3, using: &random) == 0 {
        let distance = Double(Int.random(in: -600...900, using: &random))
        steps.append("scroll \(distance)")
        try await room.scroll(by: distance)
      }
      let before = try room.place()
      let step = Step.allCases.randomElement(using: &random) ?? .above
      steps.append("\(step) from \(before.id.suffix(4)) \(before.top)")
      try await take(step, reading: before.id)
      try check(before, after: step)
    }
    try await room.quit()
  }

  /// - Throws: A failure that names the seed, where the place is another one.
  private func check(_ before: (id: String, top: Double), after step: Step) throws {
    let row = try room.row(of: before.id)
    let place = try room.place()
    let told = "\(told); now \(place), row \(row as Any)"
    guard let row else { return XCTFail("the post is out of view, \(told)") }
    // At its ends a list has nothing to scroll to.
    guard !room.isAtEnd else { return XCTAssertTrue(row.top > -row.height, told) }
    switch step {
    case .restart, .kill: XCTAssertEqual(row.top, before.top, accuracy: row.height, told)
    case .resize, .font:
      // A row that has become lower may not reach as far; then it is at the top.
      let limit = before.top + row.height > 1 ? 1 : row.height + abs(before.top)
      XCTAssertEqual(row.top, before.top, accuracy: limit, told)
    default: XCTAssertEqual(row.top, before.top, accuracy: 1, told)
    }
  }

  private func take(_ step: Step, reading id: String) async throws {
    switch step {
    case .above:
      try await room.add(posts(Int.random(in: 1...60, using: &random), newest...newest + 60))
    case .below:
      try await room.add(posts(Int.random(in: 1...30, using: &random), oldest - 60...oldest))
    case .between:
      try await room.add(posts(Int.random(in: 1...20, using: &random), oldest...newest))
    case .restart, .kill:
      try await room.quit(isKilled: step == .kill)
      try await room.launch()
    case .resize:
      try await room.resize(
        Int.random(in: 360...1_200, using: &random), Int.random(in: 400...800, using: &random))
    case .font:
      try room.preferences.set(
        room.settings.size, to: Int.random(in: 70...160, using: &random))
      try await room.settle()
    case .order:
      try room.preferences.set(
        room.settings.order,
        to: room.preferences[room.settings.order] == .newestFirst ? .oldestFirst : .newestFirst)
      try await room.settle()
    case .filter:
      try room.timeline.search.text = "word3"
      try await room.settle()
      try room.timeline.search.text = ""
      try await room.settle()
    case .elsewhere:
      try room.timeline.choose(.source(ReadingRoom.source(1).id))
      try await room.settle()
      try room.timeline.choose(.all)
      try await room.settle()
    case .away:
      let number = id.contains("/none/1") ? 1 : 0
      let reader = try room.reader
      reader.remove(ReadingRoom.source(number))
      try await room.shows([id], false)
      reader.put(ReadingRoom.source(number))
      try await room.shows([id], true)
    }
  }

  private func posts(_ count: Int, _ minutes: ClosedRange<Double>) -> [Post] {
    (0..<count).map { _ in
      let minute = Double.random(in: minutes, using: &random)
      (oldest, newest) = (min(oldest, minute), max(newest, minute))
      next += 1
      return ReadingRoom.post(
        "q\(next)", of: Int.random(in: 0...1, using: &random), minutes: minute * 7,
        words: Int.random(in: 1...90, using: &random))
    }
  }
}
