import Hikidashi
import HikidashiWidgetTesting
import XCTest

@testable import Gallery

/// The page of workers: each of its buttons.
final class WorkersTests: XCTestCase {
  @MainActor private static func stage() async throws -> Stage {
    let gallery = GalleryWindow()
    let window = gallery.makeWindow()
    window.presentAlone()
    let stage = Stage(window)
    gallery.show(WorkersPage.self)
    await gallery.settled()
    try await stage.settle()
    return stage
  }

  func testFiveJobsAreDoneInTheirOrder() throws {
    try onLoop {
      let stage = try await Self.stage()
      XCTAssertTrue(stage.dump().contains("The pool is idle: 0 run, 5 wait"), stage.dump())
      try await stage.click("button", "Start")
      try await until("the end") { stage.dump().contains("0 run, 0 wait, 5 done") }
      try await until("the last word") { stage.dump().contains("Unpack: ended") }
      try await stage.close()
    }
  }

  func testTheyAreSuspendedResumedAndEnded() throws {
    try onLoop {
      let stage = try await Self.stage()
      try await stage.click("button", "Start")
      try await until("work") { stage.dump().contains("The pool is running: ") }
      try await stage.click("button", "Suspend")
      try await until("rest") { stage.dump().contains("The pool is suspended: 0 run") }
      XCTAssertTrue(try stage.find("button", "Suspend").has("disabled"), stage.dump())
      try await stage.click("button", "Resume")
      try await until("work") { stage.dump().contains("The pool is running: ") }
      try await stage.click("button", "Quit")
      try await until("the end") { stage.dump().contains("The pool is ended: 0 run, 0 wait") }
      try await stage.click("button", "Start")
      try await until("work anew") { stage.dump().contains("The pool is running: ") }
      try await stage.click("button", "Quit")
      try await until("the end") { stage.dump().contains("The pool is ended: 0 run, 0 wait") }
      try await stage.close()
    }
  }
}
