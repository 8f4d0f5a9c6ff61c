import CHikidashiGTK
import HikidashiPresentation
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Toasts, banners and sheets, in the window that they belong to.
final class InWindowTests: XCTestCase {
  func testAToastIsUndoneByTheKeyboard() throws {
    try onLoop {
      let theater = try await Theater.open()
      var undone = 0
      let toast = try theater.window.enqueue(Toast.undo("3 <cards> deleted") { undone += 1 })
      try await until("the toast") { !theater.stage.all("label", "3 <cards> deleted").isEmpty }
      try await theater.stage.settle()
      XCTAssertEqual(
        theater.stage.dump(),
        """
        window “Theater”
          label “Theater”
          button “Minimize”
          button “Maximize”
          button “Close”
          label “Cards”
          button “Before”
          search-box “Words” focused
          label “3 <cards> deleted”
          button “Undo”
          button “Close”
        """)
      XCTAssertTrue(theater.isFieldFocused)
      try await theater.picture("toast")
      try await theater.stage.press("Tab")
      try await theater.stage.press("Return")
      let ending = await toast.ending
      XCTAssertEqual(ending.reason, .answered)
      XCTAssertEqual(undone, 1)
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testToastsPassByOneAfterAnother() throws {
    try onLoop {
      let theater = try await Theater.open()
      let first = try theater.window.enqueue(Toast("First")) { $0.maximum = .milliseconds(40) }
      let second = try theater.window.enqueue(Toast("Second")) { $0.maximum = .milliseconds(40) }
      // A dialog does not wait for them, nor they for it.
      let alert = try theater.window.enqueue(Alert("Alert"))
      let endings = (await first.ending.reason, await second.ending.reason)
      XCTAssertEqual(endings.0, .timedOut)
      XCTAssertEqual(endings.1, .timedOut)
      XCTAssertEqual(alert.state, .presented)
      alert.cancel()
      try await until("the end") { theater.window.presentation.statuses.isEmpty }
      try await theater.close()
    }
  }

  func testABannerStaysUntilItIsSettled() throws {
    try onLoop {
      let theater = try await Theater.open()
      let report = ProgressReport()
      let banner = try theater.window.enqueue(
        Banner("Working offline", button: "_Try Again", progress: report))
      try await until("the banner") { banner.state == .presented }
      report.fraction = 0.4
      report.text = "Fetching 12 cards"
      try await until("the text") { !theater.stage.all("label", "Fetching 12 cards").isEmpty }
      XCTAssertEqual(
        theater.stage.dump(),
        """
        window “Theater”
          label “Theater”
          button “Minimize”
          button “Maximize”
          button “Close”
          alert
            label “Fetching 12 cards”
            progress-bar
            button “Try Again”
            button “Close”
          label “Cards”
          button “Before”
          search-box “Words” focused
        """)
      XCTAssertTrue(theater.isFieldFocused)
      try await theater.picture("banner")
      try await theater.stage.press("t", holding: .alt)
      let ending = await banner.ending
      XCTAssertEqual(ending.reason, .answered)
      try await theater.expectFocusBack()

      let closed = try theater.window.enqueue(Banner("Again"))
      try await until("the banner") { closed.state == .presented }
      for _ in 0..<2 { try await theater.stage.press("Tab", holding: .shift) }
      try await theater.stage.press("space")
      let other = await closed.ending
      XCTAssertEqual(other.reason, .dismissed)
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testANewerBannerOfTheSameKeyIsMerged() throws {
    try onLoop {
      let theater = try await Theater.open()
      func enqueue(_ text: String) throws -> PresentationItem<Void> {
        try MainActor.assumeIsolated {
          try theater.window.enqueue(Banner(text)) {
            $0.key = "mirror"
            $0.duplicates = .merged
          }
        }
      }
      let first = try enqueue("One")
      try await until("the banner") { first.state == .presented }
      let second = try enqueue("Two")
      try await until("the newer text") { !theater.stage.all("label", "Two").isEmpty }
      XCTAssertEqual(first.id, second.id)
      XCTAssertTrue(theater.stage.all("label", "One").isEmpty)
      first.cancel()
      let ending = await second.ending
      XCTAssertEqual(ending.reason, .cancelled)
      XCTAssertTrue(theater.stage.all("alert").isEmpty)
      try await theater.close()
    }
  }

  /// What stands below must not move when only the reason changes.
  func testABannerIsAsHighWhateverTheReason() throws {
    try onLoop {
      let theater = try await Theater.open()
      var places: [Int] = []
      for details in ["No route", String(repeating: "The server said nothing. ", count: 40)] {
        let banner = try theater.window.enqueue(Banner("No network", details: details)) {
          $0.key = "network"
          $0.duplicates = .merged
        }
        try await until("the banner") { banner.state == .presented }
        try await until("the reason") { !theater.stage.all("label", details).isEmpty }
        try await theater.stage.settle()
        let field = try theater.stage.find("search-box", "Words")
        places.append(try theater.stage.screenPoint(of: field).y)
      }
      XCTAssertEqual(places.first, places.last)
      theater.window.presentation.cancelAll()
      try await theater.close()
    }
  }

  func testASheetCoversAPartAndIsAnsweredByTheKeyboard() throws {
    try onLoop {
      let words = SearchField("Words")
      let area = SheetArea { words }
      let stage = try await Stage.show(
        Stack(.vertical, spacing: 12) {
          Label("Above").margin(24)
          area
        })
      words.focus()
      let sheet = Sheet<String>("New shelf", in: area) { answer in
        let name = SearchField("Name")
        return [name, Button("_Add") { answer(name.text) }.asDefault()]
      }
      let item = try stage.window.enqueue(sheet)
      try await until("the sheet") { item.state == .presented }
      XCTAssertEqual(
        stage.dump(),
        """
        window “Stage”
          label “Stage”
          button “Minimize”
          button “Maximize”
          button “Close”
          label “Above”
          search-box “Words”
          dialog “New shelf”
            label “New shelf”
            button “Close”
            search-box “Name” focused
            button “Add”
        """)
      try await stage.type("Fish")
      if let folder = ProcessInfo.processInfo.environment["HIKIDASHI_PICTURES"] {
        try await stage.savePicture(to: folder + "/sheet.png")
      }
      // Enter presses the default button from wherever the keyboard is.
      try await stage.press("Return")
      let answer = try await item.answer
      XCTAssertEqual(answer, "Fish")
      XCTAssertTrue(words.hasFocus)
      XCTAssertTrue(stage.all("dialog").isEmpty)
      try await stage.type("x")
      XCTAssertEqual(words.text, "x")
      try await stage.close()
    }
  }

  func testEscapeClosesASheetOverAWindow() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(
        Sheet<Int>("Rate", from: .top) { answer in
          for stars in 1...3 { Button("\(stars)") { answer(stars) } }
        })
      try await until("the sheet") { item.state == .presented }
      try await theater.picture("sheet-window")
      // The keyboard does not get to what is covered.
      for _ in 0..<12 {
        try await theater.stage.press("Tab")
        XCTAssertFalse(theater.isFieldFocused)
      }
      for _ in 0..<12 where theater.stage.all("button", "3").first?.has("focused") != true {
        try await theater.stage.press("Tab")
      }
      try await theater.stage.press("Escape")
      let ending = await item.ending
      XCTAssertEqual(ending.reason, .dismissed)
      try await theater.expectFocusBack()
      // One that is taken away by the program.
      let other = try theater.window.enqueue(Sheet<Int>("Other") { _ in Label("o") })
      try await until("the sheet") { other.state == .presented }
      other.cancel()
      let cancelled = await other.ending
      XCTAssertEqual(cancelled.reason, .cancelled)
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testWhatIsInAWindowEndsWithIt() throws {
    try onLoop {
      let theater = try await Theater.open()
      let window = theater.window
      let toast = try window.enqueue(Toast("Toast"))
      let banner = try window.enqueue(Banner("Banner"))
      let sheet = try window.enqueue(Sheet<Int>("Sheet") { _ in Label("s") })
      try await until("all of it") {
        toast.state == .presented && banner.state == .presented && sheet.state == .presented
      }
      try await theater.close()
      let endings = [
        await toast.ending.reason, await banner.ending.reason, await sheet.ending.reason,
      ]
      XCTAssertEqual(endings, [.ownerGone, .ownerGone, .ownerGone])
    }
  }

  func testMotionIsHonoured() throws {
    try onLoop {
      let theater = try await Theater.open()
      @MainActor func frames(animated: Bool) async throws -> Int {
        setAnimations(animated)
        defer { setAnimations(false) }
        let sheet = try theater.window.enqueue(Sheet<Int>("Sheet") { _ in Label("s") })
        try await until("the sheet") { sheet.state != .waiting }
        var frames = 0
        while sheet.state == .presenting {
          await theater.stage.nextFrame()
          frames += 1
        }
        sheet.cancel()
        _ = await sheet.ending
        return frames
      }
      let still = try await frames(animated: false)
      XCTAssertEqual(still, 0)
      // A busy machine may draw a single one.
      let moving = try await frames(animated: true)
      XCTAssertGreaterThan(moving, 0)
      try await theater.close()
    }
  }
}

@MainActor private func setAnimations(_ isOn: Bool) {
  guard let settings = gtk_settings_get_default() else { return }
  var value = GValue()
  g_value_init(&value, .boolean)
  g_value_set_boolean(&value, isOn ? 1 : 0)
  g_object_set_property(
    UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self),
    "gtk-enable-animations", &value)
  g_value_unset(&value)
}
