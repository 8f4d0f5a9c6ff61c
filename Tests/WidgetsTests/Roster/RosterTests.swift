import CHikidashiGTK
import Foundation
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// No part and no dialog without what a newcomer and a screen reader need: each is named by whoever
/// cannot see it, reached by Tab, drawn in light and in dark, shown in the gallery and documented.
final class RosterTests: XCTestCase {
  /// Who adds a part or a dialog is told here what is to come with it.
  func testNothingIsLeftOut() throws {
    let scratch = try ScratchFolder()
    let (parts, dialogs) = try onLoop {
      (
        try PartScenes(pictures: scratch).all.map { ($0.name, $0.type) },
        DialogActs().all.map { ($0.name, $0.type) }
      )
    }
    let shown = try Inventory.text(of: "Apps/Gallery/Pages", suffix: ".swift")
    let told = try Inventory.text(of: "Documentation.docc", suffix: ".md")
    for (kind, types, looks) in [
      ("Parts", try Inventory.parts(), parts), ("Dialogs", try Inventory.dialogs(), dialogs),
    ] {
      XCTAssertEqual(
        Set(looks.map(\.1)), types.subtracting(Inventory.ofTheDesktop),
        "the scenes of \(kind), and what there is")
      XCTAssertEqual(try Golden.names(in: kind), Set(looks.map(\.0)), "Tests/Golden/\(kind)")
      for type in types.sorted() {
        XCTAssertTrue(shown.contains(word: type), "no page of the gallery shows a \(type)")
        let names = ["/HikidashiWidgets/\(type)", "/HikidashiScenes/\(type)", type]
        let isTold = names.contains { told.contains("``\($0)``") }
        XCTAssertTrue(isTold, "no page of the documentation tells of \(type)")
      }
    }
  }

  func testEveryInputIsReadReachedAndDrawn() throws { try look { $0.inputs } }
  func testEveryPlainPartIsReadReachedAndDrawn() throws { try look { $0.plain } }
  func testEveryMenuIsReadReachedAndDrawn() throws { try look { $0.menus } }
  func testEveryViewerIsReadReachedAndDrawn() throws { try look { $0.viewing } }
  func testEveryListOfJobsIsReadReachedAndDrawn() throws { try look { $0.jobs } }

  private func look(_ scenes: @escaping @MainActor (PartScenes) -> [Scene]) throws {
    let scratch = try ScratchFolder()
    try onLoop {
      for scene in scenes(try PartScenes(pictures: scratch)) {
        for window in Window.all { window.destroy() }
        let part = try await scene.make()
        let stage = try await Stage.show(
          part, title: scene.name, width: scene.width, height: scene.height)
        // Rows of a menu are selected by the pointer that stands over them.
        try await stage.parkPointer()
        part.focus()
        for key in scene.keys { try await stage.press(key) }
        try await stage.settle()
        try Golden.check(scene.normalize(stage.dump()), "Parts/\(scene.name)")
        try await Portrait.take(stage, scene.name)
        if scene.keys.isEmpty {
          let walk = try await TabWalk(stage)
          XCTAssertEqual(walk.flaws, [], scene.name)
        }
        try await stage.close()
      }
    }
  }

  func testEveryQuestionIsReadReachedAndDrawn() throws { try look { $0.questions } }
  func testEveryMessageIsReadReachedAndDrawn() throws { try look { $0.messages } }

  /// Each also leaves the keyboard where it was.
  private func look(_ acts: @escaping @MainActor (DialogActs) -> [Act]) throws {
    try onLoop {
      for act in acts(DialogActs()) {
        let theater = try await Theater.open()
        let item = try act.present(theater.window)
        try await until(act.name) { item.isPresented() }
        let stage = act.hasWindow ? try await theater.stage.dialog() : theater.stage
        try await stage.settle()
        try Golden.check(act.normalize(stage.dump()), "Dialogs/\(act.name)")
        try await Portrait.take(stage, act.name)
        let walk = try await TabWalk(stage)
        XCTAssertEqual(walk.flaws, [], act.name)
        if act.isEndedByProgram {
          theater.field.focus()
          item.cancel()
        } else {
          try await stage.press("Escape")
        }
        await item.ended()
        try await theater.expectFocusBack()
        try await theater.close()
      }
    }
  }
}
