import CHikidashiGTK
import Foundation
import HikidashiBase
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

  func testTheFirstRowsThatArePaintedAreThoseOfThePlace() throws {
    try onLoop {
      let room = try ReadingRoom()
      try await room.launch()
      try await room.add((0..<300).map { ReadingRoom.post("p\($0)", minutes: Double($0)) })
      try await room.scroll(by: 9_000)
      // A row is lower in the wider window of a start; its top is where it was.
      try await room.scroll(by: room.place().top)
      let place = try room.place()
      try await room.quit()
      var painted: [String] = []
      try await room.launch {
        guard let list = try? room.timeline.posts, let native = list.view.native,
          gtk_widget_get_mapped(native) != 0, gtk_widget_get_opacity(native) > 0
        else { return }
        painted.append((try? room.place().id) ?? "none")
      }
      XCTAssertEqual(Set(painted), [place.id], "\(painted)")
      try await room.quit()
    }
  }

  func testPostsThatComeWhileScrollingMoveNothing() throws {
    let seed = testSeed()
    for number in 0..<min(testSteps(1), 100) {
      try onLoop {
        let room = try ReadingRoom()
        try await room.launch()
        try await room.add((0..<200).map { ReadingRoom.post("p\($0)", minutes: Double($0)) })
        try await room.scroll(by: 1_234)
        var random = SeededGenerator(seed: seed &+ UInt64(number))
        let more = (200..<700).map {
          ReadingRoom.post(
            "p\($0)", minutes: Double($0), words: Int.random(in: 1...90, using: &random))
        }
        var isThere = false
        let coming = Task {
          try await room.add(more)
          isThere = true
        }
        var frames = 0
        while !isThere || frames < 30 {
          frames += 1
          let row = try XCTUnwrap(room.middleRow())
          let distance = Double(Int.random(in: -10...40, using: &random))
          room.roll(by: distance)
          await (try room.stage).nextFrame()
          let now = try XCTUnwrap(room.row(of: row.id), "seed \(seed &+ UInt64(number))")
          XCTAssertEqual(
            now.top, row.top - distance, accuracy: 1,
            "seed \(seed &+ UInt64(number)), frame \(frames)")
        }
        try await coming.value
        try await room.quit()
      }
    }
  }
}
