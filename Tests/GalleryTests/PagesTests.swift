import Hikidashi
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import Gallery

/// The pages of the gallery, in its window.
final class PagesTests: XCTestCase {
  @MainActor private static func stage(_ gallery: GalleryWindow) async throws -> Stage {
    let window = gallery.makeWindow()
    window.presentAlone()
    let stage = Stage(window)
    try await stage.settle()
    return stage
  }

  @MainActor private static func open(
    _ page: any GalleryPage.Type, _ gallery: GalleryWindow, _ stage: Stage
  ) async throws {
    gallery.show(page)
    await gallery.settled()
    try await stage.settle()
  }

  func testEveryPageIsMadeAndHasItsSource() throws {
    try onLoop {
      let gallery = GalleryWindow()
      let stage = try await Self.stage(gallery)
      for page in GalleryContents.pages {
        gallery.show(page)
        await gallery.settled()
        await stage.nextFrame()
        XCTAssertTrue(gallery.shown == page)
        XCTAssertTrue(GalleryWindow.source(of: page).contains("enum \(page): GalleryPage"))
        // What is shown where a page cannot be opened.
        XCTAssertEqual(stage.all("button", "Try Again").count, 0, page.title)
      }
      try await stage.close()
    }
  }

  /// What makes the part of a page is read beside it, and at a glance.
  func testNoPageTakesMoreThan30LinesToMakeItsPart() throws {
    try onLoop {
      for page in GalleryContents.pages {
        let lines = GalleryWindow.source(of: page).split(
          separator: "\n", omittingEmptySubsequences: false)
        let first = try XCTUnwrap(
          lines.firstIndex { $0.contains("static func make()") }, page.title)
        let count =
          try XCTUnwrap(lines[first...].firstIndex { $0 == "  }" }, page.title) - first + 1
        XCTAssertLessThanOrEqual(count, 30, page.title)
      }
    }
  }

  func testPagesHaveANameInEveryLanguage() throws {
    try onLoop {
      for page in GalleryContents.pages {
        XCTAssertTrue(GalleryContents.page(page.title) == page)
        XCTAssertTrue(GalleryContents.page("\(page)") == page)
      }
      XCTAssertTrue(GalleryContents.page("no page") == nil)
    }
  }

  func testHowTheGalleryLooksIsInAMenu() throws {
    try onLoop {
      let gallery = GalleryWindow()
      let stage = try await Self.stage(gallery)
      try await stage.click("button", "Look")
      try await until("the menu") { stage.dump().contains("日本語") }
      try await stage.close()
    }
  }

  func testPagesAreFoundByTheirWords() throws {
    try onLoop {
      let gallery = GalleryWindow()
      let stage = try await Self.stage(gallery)
      try await stage.click("search-box")
      try await stage.type("escape queue")
      try await until("the page to be found") {
        stage.all("list-item").map(\.name) == ["Presentation", AlertsPage.title]
      }
      try await stage.press("Escape")
      try await until("all pages") { stage.dump().contains("“A list of strings”") }
      try await stage.close()
    }
  }

  func testTheGallerySpeaksJapanese() throws {
    try inOwnProcess(environment: ["LANGUAGE": "ja", "LC_ALL": "C.UTF-8"]) {
      try onLoop {
        let gallery = GalleryWindow()
        let stage = try await Self.stage(gallery)
        try await Self.open(GalleryContents.pages[0], gallery, stage)
        XCTAssertTrue(stage.dump().contains("label “すべてを一度に”"), stage.dump())
        XCTAssertTrue(stage.dump().contains("search-box “ページを検索”"), stage.dump())
        try await stage.close()
      }
    }
  }

  func testTheCodeIsCopiedWithoutWhatTheGalleryAloneNeeds() throws {
    try onLoop {
      for page in GalleryContents.pages {
        let code = GalleryWindow.code(of: page)
        XCTAssertFalse(code.contains("static let file") || code.contains("GalleryPage"), page.title)
        XCTAssertTrue(code.contains("static func make()"), page.title)
        XCTAssertTrue(code.contains("enum \(page) {\n  "), code)
      }
      let gallery = GalleryWindow()
      let stage = try await Self.stage(gallery)
      gallery.show(AlertsPage.self)
      try await stage.click("button", "Copy the Code")
      try await until("the toast") { stage.dump().contains("was copied") }
      let copied = await Clipboard.text()
      XCTAssertEqual(copied, GalleryWindow.code(of: AlertsPage.self))
      try await stage.close()
    }
  }

  func testTheGalleryBeginsWithAllAtOnce() throws {
    try onLoop {
      let gallery = GalleryWindow()
      let stage = try await Self.stage(gallery)
      try await Self.open(GalleryContents.pages[0], gallery, stage)
      XCTAssertTrue(stage.all("img").map(\.name).contains("Visits"))
      try await stage.click("list-item", "Paris, 310, 31.0")
      try await stage.press("Delete")
      try await until("the record to go") { stage.dump().contains("label “3 records”") }
      try await stage.close()
    }
  }

  func testTheLatestPageThatWasAskedForStays() throws {
    try onLoop {
      let gallery = GalleryWindow()
      let stage = try await Self.stage(gallery)
      // One that opens a file, and meanwhile one that is there at once.
      gallery.show(KeptCardsPage.self)
      gallery.show(ProgressPage.self)
      await gallery.settled()
      try await stage.settle()
      await stage.nextFrame()
      XCTAssertEqual(stage.all("button", "Start").count, 1)
      XCTAssertEqual(stage.all("button", "Undo").count, 0)
      try await stage.close()
    }
  }

  func testKeptCardsShowWhatTheOtherStoreStored() throws {
    try onLoop {
      let gallery = GalleryWindow()
      let stage = try await Self.stage(gallery)
      gallery.show(KeptCardsPage.self)
      await gallery.settled()
      try await stage.settle()
      @MainActor func count(_ text: String) -> Int {
        stage.dump().components(separatedBy: text).count - 1
      }
      XCTAssertEqual(count("★★★★"), 0, stage.dump())
      try await stage.click("button", "One star more")
      // In the list of the store that was edited, and in that of the other.
      try await until("the star in both lists") { count("★★★★") == 2 }
      try await until("what was changed") { stage.dump().contains("Changed from outside: 1 card") }
      try await stage.close()
    }
  }
}
