import Foundation
import HikidashiPreferences
import HikidashiStorage
import HikidashiWidgetTesting
import RFCKit
import TestSupport
import XCTest

@testable import HikidashiWidgets
@testable import RFCViewer

/// What RFC Viewer's settings do in its window.
final class ReadingSettingsTests: XCTestCase {
  func testTheyAreChangedInTheirWindowAndFollowedAtOnce() throws {
    try onLoop {
      let (settings, store) = try ViewerPreferences.inMemory()
      let viewer = ViewerWindow(.builtIn, preferences: (settings, store))
      let window = viewer.makeWindow()
      viewer.reading.show(IndexLoad(.builtIn))
      window.presentAlone()
      let stage = Stage(window)
      try await stage.settle()
      await viewer.settled()
      XCTAssertEqual(viewer.list.grouping, .decade)
      try store.set(settings.reading.grouping, to: .status)
      try await until("the sections") { viewer.list.grouping == .status }
      try store.set(settings.reading.spacing, to: 6)
      try await until("the spacing") { viewer.pane.reader.lineSpacing == 6 }
      XCTAssertTrue(viewer.pane.dimsFurniture)
      try store.set(settings.reading.showsFurniture, to: true)
      try await until("the furniture") { !viewer.pane.dimsFurniture }

      try await stage.press("F10")
      try await until("the menu") { !stage.all("menu-item", "Preferences").isEmpty }
      try await stage.press("Escape")
      XCTAssertTrue(try XCTUnwrap(window.actionMap).activate("preferences"))
      let dialog = Stage(try XCTUnwrap(Window.all.first { $0.name == "preferences" }))
      try await dialog.settle()
      XCTAssertNoThrow(try dialog.find("combo-box", "Colours"))
      XCTAssertNoThrow(try dialog.find("button", "Reset Line spacing"))
      try await dialog.click("button", "Reset Line spacing")
      try await until("the spacing") { viewer.pane.reader.lineSpacing == 0 }
      dialog.window.destroy()
      try await stage.close()
    }
  }

  func testThePageHasTheColoursThatAreChosen() throws {
    let folder = try ScratchFolder()
    try onLoop {
      let (settings, store) = try ViewerPreferences.inMemory()
      let viewer = ViewerWindow(.builtIn, preferences: (settings, store))
      let (app, stage) = try await ViewerTests.launch(
        viewer, .builtIn, first: RFCLibrary.guideNumber)
      /// The colour that most of the text stands on, and the darkest and the lightest of its letters.
      @MainActor func colours() throws -> (page: [UInt8], least: Int, most: Int) {
        try viewer.pane.reader.savePicture(to: folder.url.path + "/page.png")
        return try PagePicture(folder.url.appendingPathComponent("page.png")).colours
      }
      for (theme, page) in [
        (ReadingTheme.light, [255, 255, 255]), (.sepia, [0xf8, 0xf0, 0xdd]), (.dark, [30, 30, 30]),
        (.sepia, [0xf8, 0xf0, 0xdd]),
      ] as [(ReadingTheme, [UInt8])] {
        try store.set(settings.reading.theme, to: theme)
        try await until("\(theme)") { (try? colours().page) == page }
        let found = try colours()
        // Letters stand out from their page.
        if theme == .dark {
          XCTAssertGreaterThan(found.most, 200)
        } else {
          XCTAssertLessThan(found.least, 80)
        }
      }
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testTheAppSavesThem() throws {
    try onLoop {
      let (settings, store) = try ViewerPreferences.inMemory()
      let app = ViewerApp.makeApp(.builtIn, open: nil, preferences: (settings, store))
      try store.set(settings.reading.spacing, to: 6)
      let problem = await app.saving.save()
      XCTAssertNil(problem)
      XCTAssertFalse(store.hasUnsavedChanges)
    }
  }
}
