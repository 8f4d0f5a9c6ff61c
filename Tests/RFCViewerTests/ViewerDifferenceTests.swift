import Foundation
import HikidashiBase
import HikidashiOutlines
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import TestSupport
import XCTest

@testable import RFCViewer

/// The window with what is different between two RFCs.
final class ViewerDifferenceTests: XCTestCase {
  @MainActor
  private static func difference(_ app: App) async throws -> (Stage, Window) {
    try await until("the difference") { app.windows.contains { $0.title.contains("→") } }
    let window = try XCTUnwrap(app.windows.first { $0.title.contains("→") })
    let stage = Stage(window)
    try await until("the text") { !stage.all("text-box", "Differences").isEmpty }
    try await stage.settle()
    return (stage, window)
  }

  func testAKeyShowsWhatHasChangedAndKeysGoThroughIt() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let (app, windows, stage, _) = try await RelationSamples.launch(folder, open: 1)
      try await stage.press("d", holding: [.control, .shift])
      let (other, window) = try await Self.difference(app)
      XCTAssertEqual(window.title, "RFC 1 → RFC 2")
      XCTAssertFalse(other.all("label", "4 differences").isEmpty, other.dump())
      try await until("the sections") {
        !other.all("list-item", "4  Old Habits, removed").isEmpty
      }
      try await other.press("F8")
      try await until("the first") { !other.all("label", "Difference 1 of 4").isEmpty }
      try await other.press("Down", holding: .alt)
      try await until("the second") { !other.all("label", "Difference 2 of 4").isEmpty }
      try await other.press("F8", holding: .shift)
      try await until("the first again") { !other.all("label", "Difference 1 of 4").isEmpty }
      // Copied as the command line prints it.
      try await other.press("c", holding: [.control, .shift])
      let copied = await Clipboard.text() ?? ""
      XCTAssertTrue(copied.contains("- The quick brown fox"), copied)
      XCTAssertEqual(windows.open.count, 1)
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testTheBannerLeadsToTheDifferenceWhichOpensSections() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let (app, windows, stage, _) = try await RelationSamples.launch(folder, open: 1)
      let viewer = windows.open[0].viewer
      XCTAssertTrue(stage.dump().contains("What has changed?"), stage.dump())
      let difference = try XCTUnwrap(viewer.compare(2, with: 1))
      await difference.settled()
      let (other, window) = try await Self.difference(app)
      // The older one is the old one, whatever the order.
      XCTAssertEqual(window.title, "RFC 1 → RFC 2")
      difference.reader.onLink?("fold:1")
      XCTAssertTrue(difference.reader.text.contains("Nothing in this section is different"))
      difference.reader.onLink?("fold:1")
      XCTAssertFalse(difference.reader.text.contains("Nothing in this section is different"))
      let place = try XCTUnwrap(
        difference.comparison?.difference.pairs.last { $0.new != nil }?.new?.heading.span.scalars
          .lowerBound)
      difference.reader.onLink?("section:2:\(place)")
      try await until("the section") {
        viewer.reading.number == 2 && viewer.pane.reader.cursor == place
      }
      try await other.settle()
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testANarrowWindowHasOneColumn() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let (app, windows, stage, _) = try await RelationSamples.launch(folder, open: 1)
      let difference = try XCTUnwrap(windows.open[0].viewer.compare(1, with: 2))
      await difference.settled()
      let (other, window) = try await Self.difference(app)
      RelationSamples.resize(window, width: 360)
      try await until("a narrow window") { other.all("list", "Sections").isEmpty }
      try await other.settle()
      try await checkLayout(other, room: (360, 640))
      try await other.press("F9")
      try await until("the sections over the text") { !other.all("list", "Sections").isEmpty }
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testSwappingShowsTheOtherWayRound() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let (app, windows, stage, _) = try await RelationSamples.launch(folder, open: 1)
      let difference = try XCTUnwrap(windows.open[0].viewer.compare(1, with: 2))
      // At once: the first comparison is still under way, and must not be shown over the second.
      difference.swap()
      await difference.settled()
      try await until("the text") { difference.page != nil }
      XCTAssertEqual(difference.window?.title, "RFC 2 → RFC 1")
      XCTAssertEqual(difference.comparison?.numbers.old, 2)
      XCTAssertTrue(difference.reader.text.contains("+ 4  Old Habits"), difference.reader.text)
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testADocumentThatIsNotHereIsSaid() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let (app, windows, stage, _) = try await RelationSamples.launch(folder, open: 1)
      let viewer = windows.open[0].viewer
      XCTAssertNil(viewer.compare(1, with: 1))
      let difference = try XCTUnwrap(viewer.compare(1, with: 4))
      await difference.settled()
      let window = try XCTUnwrap(difference.window)
      let other = Stage(window)
      try await until("the reason") { other.dump().contains("rfc4.txt") }
      XCTAssertTrue(other.dump().contains("RFC 4 isn’t on this computer"), other.dump())
      XCTAssertFalse(other.dump().contains("in this library"), other.dump())
      XCTAssertFalse(other.all("button", "Try Again").isEmpty)
      try folder.write("1.  One\n\n   Words.\n", to: "rfc4.txt")
      try await other.settle()
      try await other.click("button", "Try Again")
      try await until("the text") { !other.all("text-box", "Differences").isEmpty }
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testADocumentThatCouldNotComeIsOfferedForDownload() throws {
    try XCTSkipIf(NginxServer.program == nil, "nginx is not installed")
    let folder = try ScratchFolder()
    try onLoop {
      let server = try NginxServer()
      try server.put(SyncTests.index(1...2), at: "rfc-index.txt")
      try folder.write(String(decoding: SyncTests.index(1...2), as: UTF8.self), to: "rfc-index.txt")
      try folder.write("1.  One\n\n   Words.\n", to: "rfc1.txt")
      let library = RFCLibrary.kept(in: folder.url.path)
      let viewer = ViewerWindow(
        library, mirror: try RFCMirror(server.address),
        fetching: RFCFetchOptions(retry: .never))
      let (app, stage) = try await ViewerTests.launch(viewer, library)
      let difference = try XCTUnwrap(viewer.compare(1, with: 2))
      await difference.settled()
      let other = Stage(try XCTUnwrap(difference.window))
      try await until("the reason") { other.dump().contains("RFC 2 isn’t on this computer") }
      try server.put(SyncTests.document(2), at: "rfc/rfc2.txt")
      try await other.settle()
      try await other.click("button", "Download")
      try await until("the text") { !other.all("text-box", "Differences").isEmpty }
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }
}
