import HikidashiOutlines
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import XCTest

@testable import RFCViewer

/// What is in the next window as it was left in the one before.
extension ViewerTests {
  /// A window of another start of the app, on the same folder and the same state.
  @MainActor
  private static func start(
    _ folder: String, _ storage: MemoryStorage
  ) async throws -> (ViewerWindow, Stage, StateStore) {
    let state = StateStore(in: storage)
    let library = try RFCLibrary.mirror(directory: folder)
    let viewer = ViewerWindow(library, state: state)
    let window = viewer.makeWindow()
    window.keep(viewer)
    window.presentAlone()
    viewer.reading.show(IndexLoad(library))
    let hasComeBack = viewer.reading.comeBack()
    XCTAssertEqual(hasComeBack, viewer.reading.number != nil)
    await viewer.settled()
    let stage = Stage(window)
    try await stage.settle()
    return (viewer, stage, state)
  }

  func testTheDocumentItsPlaceAndTheWayToItComeBack() throws {
    let lines = (0..<3_000).map { "line \($0) of RFC 2549" }.joined(separator: "\n")
    try write(lines + "\n", "rfc1149.txt")
    try onLoop { [folder] in
      let storage = MemoryStorage()
      let (first, stage, state) = try await ViewerTests.start(folder, storage)
      XCTAssertNil(first.reading.number)
      first.reading.open(2549)
      await first.settled()
      first.reading.open(1149)
      await first.settled()
      first.pane.reader.scroll(to: 30_000)
      try await stage.settle()
      let top = first.pane.reader.top
      XCTAssertGreaterThan(top, 0)
      try await stage.close()
      state.save()

      let (second, next, _) = try await ViewerTests.start(folder, storage)
      XCTAssertEqual(second.reading.number, 1149)
      XCTAssertTrue(next.window.title.hasPrefix("RFC 1149"), next.window.title)
      try await until("the place") { second.pane.reader.top == top }
      XCTAssertTrue(second.list.hasSelected(1149))
      XCTAssertEqual(next.focused?.role, "list-item")
      second.reading.goBack()
      await second.settled()
      XCTAssertEqual(second.pane.reader.text, "This amends RFC 1149.\n")
      // Another visit is another place, as before.
      second.reading.open(1149)
      await second.settled()
      XCTAssertEqual(second.pane.reader.top, 0)
      try await next.close()
    }
  }

  func testSectionsComeBackForEachGroupingAndSoDoTheWords() throws {
    try onLoop { [folder] in
      let storage = MemoryStorage()
      let (first, stage, state) = try await ViewerTests.start(folder, storage)
      first.list.view.change { $0.openAll() }
      try await stage.settle()
      first.list.show(.status)
      try await stage.settle()
      XCTAssertEqual(
        try ViewerTests.rows(stage),
        ["Informational (1)", "Experimental (2)", "Unknown status (1)"])
      first.list.show(.decade)
      try await stage.settle()
      let all = ["1990s (3)", "2550", "2549", "1149", "1960s (1)", "1"]
      XCTAssertEqual(try ViewerTests.rows(stage), all)
      try await stage.close()
      state.save()

      let (second, next, kept) = try await ViewerTests.start(folder, storage)
      XCTAssertEqual(try ViewerTests.rows(next), all)
      second.list.search.text = "host"
      try await next.settle()
      try await next.close()
      kept.save()

      let (third, last, _) = try await ViewerTests.start(folder, storage)
      XCTAssertEqual(third.list.search.text, "host")
      XCTAssertEqual(try ViewerTests.rows(last), ["RFCs (1)", "1"])
      // The keyboard is in the list: nobody has typed yet.
      XCTAssertEqual(last.focused?.role, "list-item")
      try await last.close()
    }
  }

  /// What somebody has written into the file is no reason to fall.
  func testAHistoryThatIsWrongIsNoHarm() throws {
    try onLoop { [folder] in
      let storage = MemoryStorage()
      let state = StateStore(in: storage)
      var history = History<Reading.Place>()
      history.visit(Reading.Place(number: -5, visit: .max, top: .min, cursor: .max))
      history.visit(Reading.Place(number: 1149, visit: -1, top: .max, cursor: .min))
      state.kept("history of \(folder)", default: History<Reading.Place>()).value = history
      state.save()
      let (viewer, stage, _) = try await ViewerTests.start(folder, storage)
      XCTAssertTrue(viewer.pane.reader.text.hasPrefix("Pigeons."))
      viewer.reading.goBack()
      await viewer.settled()
      XCTAssertFalse(viewer.pane.hasDocument)
      viewer.reading.goForward()
      await viewer.settled()
      XCTAssertTrue(viewer.pane.hasDocument)
      try await stage.close()
    }
  }
}
