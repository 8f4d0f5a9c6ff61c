import Foundation
import HikidashiPreferences
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import TestSupport
import XCTest

@testable import RFCViewer

/// What has happened since one last looked: the news, the changes, and the numbers without a document.
final class WhatIsNewTests: XCTestCase {
  private static let head = """
                                   RFC INDEX
                                  (CREATED ON: DATE.)

                                   RFC INDEX
                                  ---------

    1 Old Words. A. Author. April 1990. (Format: TXT) REPLACED(Status: PROPOSED STANDARD)

    2 Newer Words. A. Author, B. Author. March 2026. (Format: TXT) (Status: PROPOSED STANDARD)

    3 Not Issued.


    """

  /// The index of a day, in which RFC 6 may have come and replaced RFC 1.
  private static func index(_ date: String, isNew: Bool) -> String {
    head.replacing("DATE", with: date).replacing(
      "REPLACED", with: isNew ? "(Obsoleted by RFC6) " : "")
      + (isNew
        ? "6 Newest Words. C. Author. May 2026. (Format: TXT) (Obsoletes RFC1) (Status: DRAFT STANDARD)\n"
        : "")
  }

  private static let feed = """
    <rss version="2.0"><channel><title>Recent RFCs</title>
    <item><title>RFC 6: Newest Words</title><link>https://www.rfc-editor.org/info/rfc6</link>
    <description>This document has words that are newer than those of RFC 1.</description></item>
    <item><title>RFC 2: Newer Words</title><link>https://www.rfc-editor.org/info/rfc2</link>
    <description>These are known.</description></item></channel></rss>
    """

  @MainActor
  private struct Scene {
    let viewer: ViewerWindow
    let app: App
    let stage: Stage

    init(
      _ folder: ScratchFolder, _ state: StateStore,
      _ preferences: (ViewerPreferences, PreferenceStore)? = nil
    ) async throws {
      let library = RFCLibrary.kept(in: folder.url.path)
      viewer = ViewerWindow(library, preferences: preferences, state: state)
      (app, stage) = try await ViewerTests.launch(viewer, library)
      await viewer.sources.news.settled()
      try await stage.settle()
    }

    /// Opens the window of what is new.
    func open() async throws -> Stage {
      try await stage.press("u", holding: .control)
      try await until("the window") { viewer.sources.news.window != nil }
      let news = Stage(try XCTUnwrap(viewer.sources.news.window))
      try await news.settle()
      return news
    }

    func end() async throws {
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  private static func put(_ text: String, _ name: String, in folder: ScratchFolder) throws {
    let file = folder.url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  func testWhoBeginsHasSeenAllThereIs() throws {
    try onLoop {
      let folder = try ScratchFolder()
      try Self.put(Self.index("05/20/2026", isNew: true), "rfc-index.txt", in: folder)
      let scene = try await Scene(folder, StateStore(in: MemoryStorage()))
      XCTAssertNil(scene.viewer.sources.news.hint)
      XCTAssertEqual(RFCIndexArchive(in: folder.url.path).seen?.description, "2026-05-20")
      let news = try await scene.open()
      XCTAssertTrue(news.dump().contains("RFC 6: Newest Words"), news.dump())
      XCTAssertFalse(news.dump().contains("unread"), news.dump())
      try await scene.end()
    }
  }

  func testWhatCameSinceIsToldUntilItIsSeen() throws {
    try onLoop {
      let folder = try ScratchFolder()
      let state = StateStore(in: MemoryStorage())
      try Self.put(Self.index("01/02/2026", isNew: false), "rfc-index.txt", in: folder)
      let library = RFCLibrary.kept(in: folder.url.path)
      let first = ViewerWindow(library, state: state)
      let stage = try await ViewerTests.show(first, library)
      await first.sources.news.settled()
      try await stage.close()

      // As when a newer index replaces it.
      try Self.put(
        Self.index("01/02/2026", isNew: false), ".indexes/rfc-index-2026-01-02.txt", in: folder)
      try Self.put(Self.index("05/20/2026", isNew: true), "rfc-index.txt", in: folder)
      try Self.put(Self.feed, "rfcrss.xml", in: folder)
      let second = try await Scene(folder, state)
      XCTAssertFalse(
        second.stage.all("label", "1 new RFC since January 2, 2026").isEmpty, second.stage.dump())
      let news = try await second.open()
      XCTAssertTrue(news.dump().contains("list-item “RFC 6: Newest Words, unread”"), news.dump())
      XCTAssertFalse(news.dump().contains("RFC 2: Newer Words, unread"), news.dump())
      try await news.click("button", "Mark All as Read")
      try await until("all to be read") { !news.dump().contains("unread") }

      try await news.press("2", holding: .alt)
      try await until("the changes") { news.dump().contains("Published (1)") }
      for text in ["Published (1)", "Replaced (1)", "Replaced by RFC 6"] {
        XCTAssertTrue(news.dump().contains(text), text + news.dump())
      }
      try await news.press("3", holding: .alt)
      try await until("the numbers") { news.dump().contains("Never issued (1)") }
      XCTAssertTrue(news.dump().contains("4–5"), news.dump())
      news.window.close()
      try await until("it to be seen") {
        RFCIndexArchive(in: folder.url.path).seen?.description == "2026-05-20"
      }
      XCTAssertEqual(second.viewer.sources.news.hint, nil)
      try await second.end()
    }
  }

  /// In front the app tells of it itself; behind other windows the desktop does.
  func testWhoAsksForItIsToldOfNews() throws {
    for isWanted in [true, false] {
      try onLoop {
        let folder = try ScratchFolder()
        let (settings, store) = try ViewerPreferences.inMemory()
        try store.set(settings.network.notifies, to: isWanted)
        try Self.put(Self.index("01/02/2026", isNew: false), "rfc-index.txt", in: folder)
        let scene = try await Scene(folder, StateStore(in: MemoryStorage()), (settings, store))
        XCTAssertTrue(scene.stage.all("label", "RFC 6: Newest Words").isEmpty)
        // The index comes before the feed, as from a mirror.
        try Self.put(Self.index("05/20/2026", isNew: true), "rfc-index.txt", in: folder)
        scene.viewer.reading.show(IndexLoad(scene.viewer.library))
        try await until("the news") {
          scene.viewer.sources.news.items.contains { $0.title == "Newest Words" }
        }
        if isWanted {
          try await until("the notice") {
            !scene.stage.all("label", "RFC 6: Newest Words").isEmpty
          }
        }
        try Self.put(Self.feed, "rfcrss.xml", in: folder)
        scene.viewer.sources.news.updateAgain()
        await scene.viewer.sources.news.settled()
        try await scene.stage.settle()
        XCTAssertEqual(
          scene.stage.all("label", "RFC 6: Newest Words").count, isWanted ? 1 : 0,
          scene.stage.dump())
        try await scene.end()
      }
    }
  }

  func testWithoutAnOlderIndexThereIsNothingToCompareWith() throws {
    try onLoop {
      let folder = try ScratchFolder()
      try Self.put(Self.index("05/20/2026", isNew: true), "rfc-index.txt", in: folder)
      let scene = try await Scene(folder, StateStore(in: MemoryStorage()))
      let news = try await scene.open()
      try await news.press("2", holding: .alt)
      try await until("the message") { news.dump().contains("Nothing to compare with yet") }
      try await scene.end()
    }
  }

  func testNewsMarksAreOfWhatCameSince() {
    var marks = NewsMarks()
    XCTAssertEqual(marks.take(["1", "2"]), [])
    XCTAssertEqual(marks.take(["2", "3"]), ["3"])
    XCTAssertEqual(marks.unread, ["3"])
    // Nothing is forgotten where nothing could be read.
    XCTAssertEqual(marks.take([]), [])
    XCTAssertEqual(marks.take(["2", "3", "4"]), ["4"])
    XCTAssertEqual(marks.unread, ["3", "4"])
    marks.markRead("3")
    XCTAssertEqual(marks.unread, ["4"])
    marks.markAllRead()
    XCTAssertEqual(marks.unread, [])
  }
}
