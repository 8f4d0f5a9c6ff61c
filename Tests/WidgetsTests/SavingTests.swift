import CHikidashiGTK
import HikidashiStorage
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// An app that saves what it keeps, in windows that are on the screen.
final class SavingTests: XCTestCase {
  /// What is saved, and what its saving fails with.
  @MainActor private final class Kept {
    var count = 0
    var problem: Problem?

    func save() throws {
      if let problem { throw problem }
      count += 1
    }
  }

  private struct Problem: Error, CustomStringConvertible { var description: String }

  func testAWindowThatLosesTheFocusSaves() throws {
    try onLoop {
      let kept = Kept()
      let app = App(id: "org.example.Focus", instance: .separate) { Window("Kept") { Label("k") } }
        .saves { try kept.save() }
      _ = try await Stage.launch(app)
      XCTAssertEqual(kept.count, 0)
      let other = try await Stage.show(Label("other"))
      try await until("the save") { kept.count == 1 }
      try await other.close()
      app.forgetApplication()
    }
  }

  func testWhatCannotBeSavedIsToldOnceAndSavedWhenTriedAgain() throws {
    try onLoop {
      let kept = Kept()
      let app = App(id: "org.example.Told", instance: .separate) { Window("Kept") { Label("k") } }
        .saves { try kept.save() }
      let stage = try await Stage.launch(app)
      kept.problem = Problem(description: "the disk is full")
      app.saveUnasked()
      try await until("the dialog") { Self.dialog != nil }
      let dialog = try XCTUnwrap(Self.dialog)
      XCTAssertEqual(String(cString: adw_message_dialog_get_body(dialog)), "the disk is full")
      adw_message_dialog_response(dialog, "on")
      try await until("the dialog to go") { Self.dialog == nil }
      // The same once more: it is known.
      app.saveUnasked()
      for _ in 0..<3 { await stage.nextFrame() }
      XCTAssertNil(Self.dialog)
      kept.problem = Problem(description: "the folder is gone")
      app.saveUnasked()
      try await until("another dialog") { Self.dialog != nil }
      kept.problem = nil
      adw_message_dialog_response(try XCTUnwrap(Self.dialog), "again")
      try await until("the save") { kept.count > 0 }
      // It was saved in between, so that it is new.
      kept.problem = Problem(description: "the folder is gone")
      app.saveUnasked()
      try await until("a third dialog") { Self.dialog != nil }
      adw_message_dialog_response(try XCTUnwrap(Self.dialog), "on")
      try await until("the dialog to go") { Self.dialog == nil }
      app.forgetApplication()
    }
  }

  func testQuittingWaitsForTheSaveAndAsksWhereItFails() throws {
    try onLoop {
      let kept = Kept()
      var order: [String] = []
      let app = App(id: "org.example.Quit", instance: .separate) { Window("Kept") { Label("k") } }
        .saves {
          order.append("save")
          try kept.save()
        }
      app.beforeQuit { order.append("work") }
      let stage = try await Stage.launch(app)
      kept.problem = Problem(description: "the disk is full")
      stage.window.close()
      try await until("the dialog") { Self.dialog != nil }
      adw_message_dialog_response(try XCTUnwrap(Self.dialog), "on")
      try await until("the dialog to go") { Self.dialog == nil }
      XCTAssertNotNil(stage.window.native)
      // The dialog took the focus, which may have saved too.
      XCTAssertEqual(order.prefix(2), ["work", "save"])

      app.quit()
      try await until("the dialog of another request") { Self.dialog != nil }
      kept.problem = nil
      adw_message_dialog_response(try XCTUnwrap(Self.dialog), "again")
      try await until("the window to go") { stage.window.native == nil }
      XCTAssertEqual(kept.count, 1)
      XCTAssertEqual(app.exitStatus, 0)
      app.forgetApplication()
    }
  }

  func testTheUserMayQuitWithoutSaving() throws {
    try onLoop {
      let kept = Kept()
      kept.problem = Problem(description: "the disk is full")
      let app = App(id: "org.example.Leave", instance: .separate) { Window("Kept") { Label("k") } }
        .saves { try kept.save() }
      let stage = try await Stage.launch(app)
      app.quit()
      try await until("the dialog") { Self.dialog != nil }
      adw_message_dialog_response(try XCTUnwrap(Self.dialog), "end")
      try await until("the window to go") { stage.window.native == nil }
      XCTAssertEqual(kept.count, 0)
      XCTAssertEqual(app.exitStatus, 0)
      app.forgetApplication()
    }
  }

  /// Nobody may be there to answer when the session ends.
  func testBeingToldToEndTakesTheQuestionAway() throws {
    try onLoop {
      let kept = Kept()
      kept.problem = Problem(description: "the disk is full")
      let app = App(id: "org.example.Ended", instance: .separate) { Window("Kept") { Label("k") } }
        .saves { try kept.save() }
      let stage = try await Stage.launch(app)
      app.quit()
      try await until("the dialog") { Self.dialog != nil }
      app.quit(mayAsk: false)
      try await until("the window to go") { stage.window.native == nil }
      XCTAssertNil(Self.dialog)
      XCTAssertEqual(app.exitStatus, 1)
      app.forgetApplication()
    }
  }

  func testSavesComeOneAfterAnotherAndNoneIsLeftOut() throws {
    try onLoop {
      let saving = Saving()
      var running = 0
      var begun = 0
      let (gate, open) = AsyncStream<Void>.makeStream()
      saving.add {
        running += 1
        begun += 1
        XCTAssertEqual(running, 1)
        for await _ in gate { break }
        running -= 1
      }
      let tasks = (0..<5).map { _ in Task { await saving.save() } }
      try await until("the first save") { begun == 1 }
      // What is asked for now must not be taken for done by the save that runs.
      let late = Task { await saving.save() }
      open.yield()
      try await until("the second save") { begun == 2 }
      open.yield()
      for task in tasks + [late] {
        let problem = await task.value
        XCTAssertNil(problem)
      }
      XCTAssertEqual(begun, 2)
    }
  }

  func testASaveThatHangsIsAProblem() throws {
    try onLoop {
      let saving = Saving()
      saving.add { await withUnsafeContinuation { _ in } }
      let problem = await saving.save(within: .milliseconds(5))
      XCTAssertEqual(problem, "saving takes longer than 0.005 seconds")
    }
  }

  @MainActor private static var dialog: UnsafeMutablePointer<AdwMessageDialog>? {
    let windows = gtk_window_get_toplevels()
    for index in 0..<g_list_model_get_n_items(windows) {
      guard let item = g_list_model_get_item(windows, index) else { continue }
      g_object_unref(item)
      let instance = item.assumingMemoryBound(to: GTypeInstance.self)
      if g_type_check_instance_is_a(instance, adw_message_dialog_get_type()) != 0 {
        return item.assumingMemoryBound(to: AdwMessageDialog.self)
      }
    }
    return nil
  }
}
