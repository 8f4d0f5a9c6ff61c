import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class AppStateTests: XCTestCase {
  private var folder = ""

  override func setUpWithError() throws {
    folder = NSTemporaryDirectory() + "app-state-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  override func tearDown() { try? FileManager.default.removeItem(atPath: folder) }

  /// What versions before this one kept of windows, in a file of GLib's.
  func testAnOldStateIsRead() throws {
    let file = folder + "/windows.ini"
    XCTAssertNil(WindowState.load("main", from: file))
    try
      "[main]\nwidth=640\nheight=480\nmaximized=false\n[b]\nwidth=900\nheight=700\nmaximized=true\n"
      .write(toFile: file, atomically: true, encoding: .utf8)
    XCTAssertEqual(
      WindowState.load("main", from: file), WindowState(width: 640, height: 480, isMaximized: false)
    )
    XCTAssertEqual(
      WindowState.load("b", from: file), WindowState(width: 900, height: 700, isMaximized: true))
    XCTAssertNil(WindowState.load("c", from: file))
  }

  func testADamagedStateIsNoState() throws {
    let file = folder + "/windows.ini"
    for text in ["", "[main", "[main]\nwidth=0\nheight=5", "[main]\nwidth=99999999999\nheight=x"] {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      XCTAssertNil(WindowState.load("main", from: file))
    }
  }

  func testTheLogGrowsByLinesAndIsSetAside() throws {
    let log = try XCTUnwrap(LogFile(folder: folder))
    log.write(.warning, "first\nsecond")
    let text = try String(contentsOfFile: log.path, encoding: .utf8)
    XCTAssertTrue(text.contains("Z WARNING first\n  second\n"))
    try Data(count: 1 << 20 + 1).write(to: URL(fileURLWithPath: log.path))
    let next = try XCTUnwrap(LogFile(folder: folder))
    next.write(.info, "new")
    XCTAssertTrue(FileManager.default.fileExists(atPath: log.path + ".1"))
    XCTAssertLessThan(try String(contentsOfFile: next.path, encoding: .utf8).utf8.count, 100)
    let mode = try FileManager.default.attributesOfItem(atPath: next.path)[.posixPermissions]
    XCTAssertEqual(mode as? Int, 0o600)
    XCTAssertNil(LogFile(folder: folder + "/no/such"))
  }

  func testTheShortcutsWindowListsWhatHasATitleAndAKey() throws {
    try onLoop {
      XCTAssertNil(ShortcutsWindow.make(for: [Action("a", title: "No key") {}]))
      let window = ShortcutsWindow.make(for: [
        Action("find", title: "Find <all> & more", shortcuts: "<Control>f", "F3", group: "List") {},
        Action("quit", title: "Quit", shortcuts: "<Control>q") {},
      ])
      let made = try XCTUnwrap(window)
      gtk_window_destroy(made.cast(to: GtkWindow.self))
    }
  }

  func testTypingAheadGathersLettersForASecond() {
    var typeAhead = TypeAhead()
    let start = ContinuousClock.now
    XCTAssertEqual(typeAhead.add("a", at: start).prefix, "a")
    XCTAssertEqual(typeAhead.add("b", at: start + .milliseconds(900)).prefix, "ab")
    let late = typeAhead.add("c", at: start + .seconds(3))
    XCTAssertEqual(late.prefix, "c")
    XCTAssertFalse(late.mayStay)
    XCTAssertFalse(typeAhead.add("c", at: start + .milliseconds(3_100)).mayStay)
  }

  func testKeysMeanTheSameInAllTables() {
    let (none, control, shift) = (UInt32(0), GDK_CONTROL_MASK.rawValue, GDK_SHIFT_MASK.rawValue)
    let cases: [(Int32, UInt32, RowKey?)] = [
      (GDK_KEY_Tab, none, .leave(forward: true)), (GDK_KEY_Tab, shift, .leave(forward: false)),
      (GDK_KEY_ISO_Left_Tab, shift, .leave(forward: false)),
      // These change tabs, whatever has the keyboard.
      (GDK_KEY_Tab, control, nil), (GDK_KEY_ISO_Left_Tab, control | shift, nil),
      (GDK_KEY_KP_Space, none, .space), (GDK_KEY_ISO_Enter, none, .enter),
      (GDK_KEY_KP_Left, none, .left), (GDK_KEY_Escape, none, .escape),
      (GDK_KEY_Escape, shift, nil), (GDK_KEY_Insert, control, .copy),
      (GDK_KEY_Insert, none, .insert),
      (GDK_KEY_c, control, .copy), (GDK_KEY_c, control | shift, nil), (GDK_KEY_f, control, .find),
      (GDK_KEY_z, control, .undo), (GDK_KEY_y, control, .redo),
      (GDK_KEY_Z, control | shift, .redo),
      // As they come while caps lock is on.
      (GDK_KEY_C, control, .copy), (GDK_KEY_Z, control, .undo), (GDK_KEY_z, control | shift, .redo),
      (GDK_KEY_Y, control, .redo),
      (GDK_KEY_a, none, .letter("a")), (GDK_KEY_A, shift, .letter("A")),
      (GDK_KEY_a, GDK_ALT_MASK.rawValue, nil), (GDK_KEY_Delete, none, .delete),
      (GDK_KEY_Delete, shift, nil), (GDK_KEY_F5, none, .refresh), (GDK_KEY_r, control, .refresh),
      (GDK_KEY_F2, none, nil), (.max, none, nil), (-1, control, nil),
    ]
    for (key, held, meaning) in cases {
      XCTAssertEqual(RowKey(Int(key), held: held), meaning, "key \(key), modifiers \(held)")
    }
  }

  func testQuittingWaitsForWorkOnceAndNoLongerThanItsDeadline() throws {
    try onLoop {
      let quitting = Quitting()
      var isFinished = false
      var ends = 0
      quitting.add(deadline: .seconds(30)) {
        await Task.yield()
        isFinished = true
      }
      quitting.request { ends += 1 }
      try await until("the end") { ends > 0 }
      XCTAssertTrue(isFinished)

      let stuck = Quitting()
      stuck.add(deadline: .milliseconds(20)) { await withUnsafeContinuation { _ in } }
      stuck.request { ends += 1 }
      try await until("the deadline") { ends == 2 }

      let impatient = Quitting()
      impatient.add(deadline: .seconds(1_000)) { await withUnsafeContinuation { _ in } }
      impatient.request { ends += 1 }
      XCTAssertEqual(ends, 2)
      impatient.request { XCTFail("the first request's end is called") }
      XCTAssertEqual(ends, 3)
    }
  }

  func testTheWorkOfTheEndBeginsAfterWhatRuns() throws {
    try onLoop {
      let (gate, open) = AsyncStream.makeStream(of: Void.self)
      var isClosed = false
      var ends = 0
      let quitting = Quitting()
      var told: [[String]] = []
      quitting.isWatched = { true }
      quitting.tell = { told.append($0) }
      quitting.add(Task { for await _ in gate { break } }, title: "Copy")
      quitting.add(deadline: .seconds(30)) { isClosed = true }
      quitting.request { ends += 1 }
      try await until("the word to the person") { told == [["Copy"]] }
      XCTAssertFalse(isClosed, "what still runs may need what is closed at the end")
      quitting.takeBack()
      for _ in 0..<100 { await Task.yield() }
      XCTAssertFalse(isClosed, "who went back has an app in which nothing has ended")
      quitting.request { ends += 1 }
      try await until("the word to the person") { told == [["Copy"], [], ["Copy"]] }
      open.yield()
      try await until("the end") { ends == 1 }
      XCTAssertTrue(isClosed)
      XCTAssertEqual(told, [["Copy"], [], ["Copy"], []])
    }
  }

  func testWhatHangsDoesNotKeepAnAppThatNobodyLooksAt() throws {
    try onLoop {
      var ends = 0
      let quitting = Quitting(patience: .milliseconds(20))
      quitting.add(Task { await withUnsafeContinuation { _ in } }, title: "Hang")
      quitting.request { ends += 1 }
      try await until("the end") { ends == 1 }

      let asked = Quitting(patience: .seconds(1_000))
      asked.add(Task { await withUnsafeContinuation { _ in } }, title: "Hang")
      asked.add(deadline: .seconds(1_000)) { await withUnsafeContinuation { _ in } }
      asked.request { ends += 1 }
      asked.request {}
      XCTAssertEqual(ends, 1, "the work of the end is still done")
      asked.request {}
      XCTAssertEqual(ends, 2)
    }
  }

  func testAStyleSheetIsReplacedByItsName() throws {
    try onLoop {
      StyleSheet("test-size", css: ".sized { min-height: 77px; }").install()
      let label = Label("sized").styleClass("sized")
      let stage = try await Stage.show(Stack(.vertical) { label })
      XCTAssertEqual(gtk_widget_get_height(label.native), 77)
      StyleSheet("test-size", css: ".sized { min-height: 33px; }").install()
      try await stage.settle()
      XCTAssertEqual(gtk_widget_get_height(label.native), 33)
      try await stage.close()
    }
  }
}
