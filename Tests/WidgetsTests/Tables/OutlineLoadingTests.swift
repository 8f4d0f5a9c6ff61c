import CHikidashiGTK
import HikidashiOutlines
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class OutlineLoadingTests: XCTestCase {
  private struct Refused: Error, CustomStringConvertible {
    var description: String { "the folder is locked" }
  }

  /// Loads that end when the test says so.
  @MainActor
  private final class Loads {
    var waiting: [(id: NodeID, continuation: CheckedContinuation<[Node<String>], any Error>)] = []
    var started: [NodeID] = []
    var cancelled: [NodeID] = []

    func load(_ row: OutlineRow<String>) async throws -> [Node<String>] {
      started.append(row.id)
      defer { if Task.isCancelled { cancelled.append(row.id) } }
      return try await withCheckedThrowingContinuation { waiting.append((row.id, $0)) }
    }

    func end(_ result: Result<[Node<String>], any Error>) {
      if !waiting.isEmpty { waiting.removeFirst().continuation.resume(with: result) }
    }
  }

  @MainActor
  private static func files() throws -> Outline<String> {
    try Outline([
      Node("Pictures", id: 1, loadsChildren: true), Node("Music", id: 2, loadsChildren: true),
      Node("Notes", id: 3),
    ])
  }

  func testChildrenAreLoadedWhenTheirParentIsOpened() throws {
    try onLoop {
      let loads = Loads()
      let view = OutlineView(try Self.files()).loadingChildren { try await loads.load($0) }
      let stage = try await Stage.show(view)
      XCTAssertEqual(loads.started, [])
      view.focus(row: 0)
      try await stage.press("Right")
      XCTAssertEqual(
        try stage.rows(),
        """
        “Pictures” level 1, expanded, focused
        “Loading …” level 2
        “Music” level 1, collapsed
        “Notes” level 1
        """)
      try await until("the load") { loads.started == [1] }
      loads.end(.success([Node("Holiday.jpg", id: 10), Node("Old", id: 11, loadsChildren: true)]))
      try await until("the children") { view.outline.rowCount == 5 }
      try await stage.settle()
      XCTAssertEqual(
        try stage.rows(),
        """
        “Pictures” level 1, expanded, focused
        “Holiday.jpg” level 2
        “Old” level 2, collapsed
        “Music” level 1, collapsed
        “Notes” level 1
        """)
      try await stage.press("Left")
      try await stage.press("Right")
      XCTAssertEqual(loads.started, [1])
      try await stage.close()
    }
  }

  func testAFailureIsToldAndTriedAgain() throws {
    try onLoop {
      let loads = Loads()
      let view = OutlineView(try Self.files()).loadingChildren { try await loads.load($0) }
      let stage = try await Stage.show(view)
      view.change { $0.open(2) }
      try await until("the load") { loads.started == [2] }
      loads.end(.failure(Refused()))
      try await until("the failure") {
        stage.all("list-item", "the folder is locked").count == 1
      }
      try await stage.settle()
      let row = try stage.find("list-item", "the folder is locked")
      let button = try XCTUnwrap(row.all.first { $0.role == "button" })
      XCTAssertEqual(button.name, "Try Again")
      try await stage.click(button)
      try await until("the second load") { loads.started == [2, 2] }
      XCTAssertNoThrow(try stage.find("list-item", "Loading …"))
      loads.end(.failure(Refused()))
      try await until("the failure") {
        stage.all("list-item", "the folder is locked").count == 1
      }
      // By keyboard, too.
      view.focus(row: 2)
      try await stage.press("Return")
      try await until("the third load") { loads.started == [2, 2, 2] }
      loads.end(.success([Node("Song", id: 20)]))
      try await until("the child") { !stage.all("list-item", "Song").isEmpty }
      try await stage.close()
    }
  }

  func testClosingANodeCancelsItsLoad() throws {
    try onLoop {
      let loads = Loads()
      let view = OutlineView(try Self.files()).loadingChildren { try await loads.load($0) }
      let stage = try await Stage.show(view)
      view.change { $0.open(1) }
      try await until("the load") { loads.started == [1] }
      view.change { $0.close(1) }
      // What comes now is too late.
      loads.end(.success([Node("late", id: 10)]))
      try await until("the end") { loads.cancelled == [1] }
      XCTAssertTrue(view.outline.awaitsChildren(1))
      view.change { $0.open(1) }
      try await until("another load") { loads.started == [1, 1] }
      loads.end(.success([]))
      try await until("no children") { view.outline.childCount(of: 1) == 0 }
      view.reloadChildren(of: 1)
      try await until("a load again") { loads.started == [1, 1, 1] }
      // Ids that are taken are a failure like others.
      loads.end(.success([Node("twice", id: 3)]))
      try await until("the failure") { !view.loading.isLoading }
      XCTAssertTrue(view.outline.awaitsChildren(1))
      try await stage.close()
    }
  }
}
