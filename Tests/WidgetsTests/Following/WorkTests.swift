import CHikidashiGTK
import HikidashiRecords
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Buttons and actions that do something that takes a while.
final class WorkTests: XCTestCase {
  private struct Failure: Error, CustomStringConvertible {
    let description = "the shelf is full; make room first"
  }

  func testAButtonIsBusyWhileItsWorkRuns() throws {
    try onLoop {
      let (gate, open) = AsyncStream.makeStream(of: Void.self)
      var runs = 0
      let button = Button("Fetch") {
        runs += 1
        for await _ in gate { break }
        try Task.checkCancellation()
      }
      let stage = try await Stage.show(button)
      try await stage.click("button", "Fetch")
      try await until("the work to begin") { runs == 1 }
      XCTAssertTrue(button.isBusy)
      try await stage.click("button", "Fetch")
      try await stage.click("button", "Fetch")
      open.yield()
      try await until("the work to end") { !button.isBusy }
      XCTAssertEqual(runs, 1)
      try await stage.close()
    }
  }

  func testAnErrorIsToldAndTheWorkTriedAgain() throws {
    try onLoop {
      var runs = 0
      let app = App(id: "org.example.Shelf", instance: .separate) {
        Window("Shelf") {
          Button("Put in") {
            runs += 1
            await Task.yield()
            if runs == 1 { throw Failure() }
          }
        }
      }
      let stage = try await Stage.launch(app)
      try await stage.click("button", "Put in")
      let alert = try await stage.dialog()
      XCTAssertTrue(alert.dump().contains("The shelf is full; make room first"), alert.dump())
      try await alert.click("button", "Try Again")
      try await until("the second run") { runs == 2 }
      app.forgetApplication()
    }
  }

  /// Who closes a dialog without an answer has said enough.
  func testADialogThatIsClosedIsNoFailure() throws {
    try onLoop {
      var name: String?
      var runs = 0
      let app = App(id: "org.example.Names", instance: .separate) {
        Window("Shelf") {
          Button("Rename") {
            defer { runs += 1 }
            let window = try XCTUnwrap(App.current?.windows.last)
            name = try await window.present(
              Prompt("Name") { TextEntry("Name", value: "Fish") })
          }
        }
      }
      let stage = try await Stage.launch(app)
      try await stage.click("button", "Rename")
      try await (try await stage.dialog("Name")).press("Escape")
      try await until("the end of the work") { runs == 1 }
      await stage.nextFrame()
      XCTAssertEqual(app.windows.count, 1)
      try await stage.click("button", "Rename")
      try await (try await stage.dialog("Name")).press("Return")
      try await until("the end of the work") { runs == 2 }
      XCTAssertEqual(name, "Fish")
      app.forgetApplication()
    }
  }

  func testWhatIsSubmittedIsTakenInOrderAndTriedAgain() throws {
    try onLoop {
      let (gate, open) = AsyncStream.makeStream(of: Void.self)
      var (tries, taken): ([String], [String]) = ([], [])
      let field = SearchField("Note").submits { text in
        tries.append(text)
        if tries.count == 1 { for await _ in gate { break } }
        if text == "b", tries.count == 2 { throw Failure() }
        taken.append(text)
      }
      let app = App(id: "org.example.Notes", instance: .separate) { Window("Notes") { field } }
      let stage = try await Stage.launch(app)
      for text in ["a", "b"] {
        field.text = text
        field.onSubmit?(text)
      }
      try await until("the first") { tries == ["a"] }
      open.yield()
      try await (try await stage.dialog("“Note” did not work")).click("button", "Try Again")
      try await until("the second try") { taken == ["a", "b"] }
      XCTAssertEqual(tries, ["a", "b", "b"])
      // What failed and was left is not tried again with the next.
      tries = ["-"]
      field.onSubmit?("b")
      try await (try await stage.dialog("“Note” did not work")).click("button", "Close")
      field.onSubmit?("c")
      try await until("the third") { taken == ["a", "b", "c"] }
      app.forgetApplication()
    }
  }

  func testTheAppWaitsForWhatRunsAndSaysForWhat() throws {
    try onLoop {
      let (gate, open) = AsyncStream.makeStream(of: Void.self)
      var isDone = false
      let app = App(id: "org.example.Waiting", instance: .separate) {
        Window("Shelf") {
          Button("Copy") {
            for await _ in gate { break }
            isDone = true
          }
        }
      }
      let stage = try await Stage.launch(app)
      try await stage.click("button", "Copy")
      app.quit()
      let question = try await stage.dialog()
      XCTAssertTrue(question.dump().contains("Copy"), question.dump())
      XCTAssertFalse(isDone)
      open.yield()
      try await until("the app to end") { app.windows.isEmpty }
      XCTAssertTrue(isDone)
      app.forgetApplication()
    }
  }

  func testWhatWasTypedLastIsWrittenBeforeTheEnd() throws {
    try onLoop {
      let name = Field<String>("name")
      var table = RecordTable(try Schema(name))
      let number = try table.append { $0[name] = "pen" }
      let records = LiveRecords(table)
      let entry = TextEntry("Name").bind(Binding(name, of: number, in: records))
      let app = App(id: "org.example.Typing", instance: .separate) { Window("Shelf") { entry } }
      let stage = try await Stage.launch(app)
      entry.focus()
      try await stage.press("End")
      try await stage.type("cil")
      XCTAssertEqual(records.table[number, name], "pen")
      app.quit()
      try await until("the app to end") { app.windows.isEmpty }
      XCTAssertEqual(records.table[number, name], "pencil")
      app.forgetApplication()
    }
  }

  func testWhatFailsWhileAPersonWaitsKeepsTheApp() throws {
    try onLoop {
      let (gate, open) = AsyncStream.makeStream(of: Void.self)
      let app = App(id: "org.example.Staying", instance: .separate) {
        Window("Shelf") {
          Button("Copy") {
            for await _ in gate { break }
            throw Failure()
          }
        }
      }
      let stage = try await Stage.launch(app)
      try await stage.click("button", "Copy")
      app.quit()
      _ = try await stage.dialog()
      open.yield()
      let reason = try await stage.dialog("“Copy” did not work")
      XCTAssertTrue(reason.dump().contains("The shelf is full"), reason.dump())
      try await reason.click("button", "Close")
      await stage.nextFrame()
      XCTAssertEqual(app.windows.map(\.title), ["Shelf"])
      app.forgetApplication()
    }
  }

  func testAnActionIsDimWhileItRuns() throws {
    try onLoop {
      let (gate, open) = AsyncStream.makeStream(of: Void.self)
      var isAllowed = true
      var runs = 0
      let stage = try await Stage.show(Button("Fetch", action: "win.fetch"))
      stage.window.actions {
        Action("fetch", title: "Fetch") {
          runs += 1
          for await _ in gate { break }
        }.enabled { isAllowed }
      }
      try await stage.click("button", "Fetch")
      try await until("the work to begin") { runs == 1 }
      try await until("the dim button") {
        (try? stage.find("button", "Fetch"))?.has("disabled") == true
      }
      isAllowed = false
      open.yield()
      for _ in 0..<3 { await stage.nextFrame() }
      XCTAssertTrue(try stage.find("button", "Fetch").has("disabled"))
      try await stage.close()
    }
  }

  func testAnAppThatHasNoWindowAfterAllSaysSo() throws {
    try onLoop {
      var tries = 0
      let app = App(id: "org.example.Empty", instance: .separate) {
        if try {
          tries += 1
          if tries == 1 { throw Failure() }
          return false
        }() {
          Window("Shelf") { Label("open") }
        }
      }
      let stage = try await Stage.launch(app)
      try await stage.click("button", "Try Again")
      try await until("the end") { app.windows.isEmpty }
      XCTAssertEqual(app.exitStatus, 1)
      app.forgetApplication()
    }
  }

  func testAnAppThatCannotBeOpenedSaysWhyAndTriesAgain() throws {
    try onLoop {
      var tries = 0
      let app = App(id: "org.example.Failing", instance: .separate) {
        let name = try {
          tries += 1
          if tries == 1 { throw Failure() }
          return "Shelf"
        }()
        Window(name) { Label("open") }
      }
      let stage = try await Stage.launch(app)
      XCTAssertTrue(stage.dump().contains("The shelf is full; make room first"), stage.dump())
      try await stage.click("button", "Try Again")
      try await until("the window") { app.windows.map(\.title) == ["Shelf"] }
      app.forgetApplication()
    }
  }

  func testTheKeyboardBeginsInWhatWasOpened() throws {
    try onLoop {
      let (gate, open) = AsyncStream.makeStream(of: Void.self)
      let app = App(id: "org.example.Opening", instance: .separate) {
        Window("Main") {
          HeaderBar { Button("Refresh") {} }
          Opening {
            for await _ in gate { break }
          } content: { _ in
            TextEntry("Name")
            TextEntry("Place")
          }
        }
      }
      let stage = try await Stage.launch(app)
      try await until("the word that it is being opened") { stage.dump().contains("Loading") }
      open.yield()
      try await until("the keyboard to be in what has come") { stage.focused?.name == "Name" }
      try await stage.press("Tab")
      XCTAssertEqual(stage.focused?.name, "Place")
      app.quit()
      try await until("the app to quit") { stage.window.native == nil }
    }
  }

  func testOpeningShowsWhatWasOpenedOrWhyNot() throws {
    try onLoop {
      var tries = 0
      let (gate, open) = AsyncStream.makeStream(of: Void.self)
      let opening = Opening {
        tries += 1
        for await _ in gate { break }
        if tries == 1 { throw Failure() }
        return tries
      } content: { number in
        Label("opened \(number)")
      }
      let stage = try await Stage.show(opening)
      try await until("the word that it is being opened") { stage.dump().contains("Loading") }
      open.yield()
      try await until("the reason") { stage.dump().contains("The shelf is full") }
      await stage.nextFrame()
      try await stage.click("button", "Try Again")
      open.yield()
      try await until("the content") { stage.dump().contains("opened 2") }
      try await stage.close()
    }
  }

  func testOpeningTellsHowFarItIsAndIsStopped() throws {
    try onLoop {
      var (tries, ends) = (0, 0)
      var contents: [String] = []
      // One for each try: a stream ends for all with the task that waits for it.
      let gates = (0..<5).map { _ in AsyncStream.makeStream(of: Void.self) }
      let opening = Opening("Reading the shelf …") { report in
        tries += 1
        report.fraction = 0.25
        await withTaskCancellationHandler {
          for await _ in gates[tries].stream { break }
        } onCancel: {
          report.text = "cancelled"
        }
        ends += 1
        return "opened \(tries), \(report.text)"
      } content: {
        let _ = contents.append($0)
        Label($0)
      }
      let stage = try await Stage.show(opening)
      try await until("the bar") {
        guard let bar = stage.all("progress-bar", "Reading the shelf …").first else { return false }
        return gtk_progress_bar_get_fraction(OpaquePointer(bar.native)) == 0.25
      }
      try await stage.click("button", "Cancel")
      try await until("that it was stopped") { stage.dump().contains("Stopped") }
      try await until("the keyboard to be in what stands there now") {
        stage.focused?.name == "Try Again"
      }
      try await until("the end of the work") { ends == 1 }
      // What was stopped shows nothing when it ends.
      await stage.nextFrame()
      XCTAssertTrue(stage.dump().contains("Stopped"), stage.dump())
      try await stage.click("button", "Try Again")
      try await until("the second try") { tries == 2 }
      // Another is asked for: of the one before nothing is shown any more.
      opening.again()
      try await until("the third try") { tries == 3 && ends == 2 }
      gates[3].continuation.yield()
      try await until("the content") { stage.dump().contains("opened 3, ") }
      XCTAssertFalse(stage.dump().contains("cancelled"), stage.dump())
      opening.again()
      try await until("the fourth try") { tries == 4 }
      gates[4].continuation.yield()
      try await until("other content") { stage.dump().contains("opened 4") }
      XCTAssertFalse(stage.dump().contains("opened 3"), stage.dump())
      XCTAssertEqual(contents.count, 2)
      try await stage.close()
    }
  }
}
