import Hikidashi
import HikidashiWidgetTesting
import XCTest

@testable import Gallery

/// The page of loads: each fault that a visitor may choose, and cancelling.
final class LoadStatesTests: XCTestCase {
  @MainActor private static func stage() async throws -> Stage {
    let gallery = GalleryWindow()
    let window = gallery.makeWindow()
    window.presentAlone()
    let stage = Stage(window)
    gallery.show(LoadStatesPage.self)
    await gallery.settled()
    try await stage.settle()
    return stage
  }

  @MainActor private static func choose(_ fault: LoadFault, on stage: Stage) async throws {
    let element = try stage.find("combo-box", "What goes wrong")
    let faults = try XCTUnwrap(Part.of(element.native) as? DropDown<String>)
    faults.chosen = LoadFault.allCases.firstIndex(of: fault)
    try await stage.settle()
  }

  /// Loads with each fault in turn; what the page shows in the end must have these words.
  private func load(_ cases: [(fault: LoadFault, words: [String])]) throws {
    try onLoop {
      let stage = try await Self.stage()
      for (fault, words) in cases {
        try await Self.choose(fault, on: stage)
        try await stage.click("button", "Load")
        do {
          try await until("the end") { words.allSatisfy(stage.dump().contains) }
        } catch {
          XCTFail("\(fault): \(error), and not all of \(words) is in \(stage.dump())")
        }
        try await until("the button") {
          (try? stage.find("button", "Cancel").has("disabled")) == true
        }
      }
      try await stage.close()
    }
  }

  func testEachFaultShowsItsStatesAndItsEnd() throws {
    try load([
      (.reset, [".failed: attempt 2", "the other side broke the connection", "Try Again"]),
      (.nothing, [".finished: attempt 1", "引き出し in oak", "Fewer screws, more joints"]),
      (.truncated, [".failed: attempt 2", "it ended after 300 of ", "引き出し in oak"]),
      (.recovery, [".finished: attempt 2", "引き出し in oak"]),
      (.missing, [".failed: attempt 1", "the server answered with status 404"]),
      (.stalled, [".failed: attempt 2", "nothing came within 1 second"]),
      (.wrongType, [".failed: attempt 1", "this is a web page, not a feed", "引き出し in oak"]),
    ])
  }

  func testASlowLoadIsCancelled() throws {
    try onLoop {
      let stage = try await Self.stage()
      try await Self.choose(.slow, on: stage)
      try await stage.click("button", "Load")
      try await until("bytes") { stage.dump().contains(#/attempt 1, [1-9][0-9]* of /#) }
      try await stage.click("button", "Cancel")
      try await until("the end") { stage.dump().contains(".cancelled") }
      try await until("what there was") { stage.dump().contains("Nothing is loaded yet") }
      XCTAssertFalse(stage.dump().contains("引き出し in"), stage.dump())
      try await stage.close()
    }
  }

  func testALoadIsSupersededByTheNext() throws {
    try onLoop {
      let stage = try await Self.stage()
      try await Self.choose(.slow, on: stage)
      try await stage.click("button", "Load")
      try await until("bytes") { stage.dump().contains(#/attempt 1, [1-9][0-9]* of /#) }
      try await Self.choose(.missing, on: stage)
      try await stage.click("button", "Load")
      try await until("the end") { stage.dump().contains("status 404") }
      XCTAssertFalse(stage.dump().contains(".cancelled"), stage.dump())
      try await stage.close()
    }
  }
}
