import Foundation
import HikidashiPreferences
import HikidashiStorage
import HikidashiWidgetTesting
import RFCKit
import XCTest

@testable import HikidashiWidgets
@testable import RFCViewer

/// What RFC Viewer's settings do in its window.
final class ReadingSettingsTests: XCTestCase {
  func testTheyAreChangedInTheirWindowAndFollowedAtOnce() throws {
    try onLoop {
      let settings = ViewerPreferences()
      let store = try PreferenceStore(
        settings, at: .memory, version: "1", options: PreferenceOptions(autosave: nil))
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
      viewer.preferences?.present(over: window)
      let dialog = Stage(try XCTUnwrap(viewer.preferences?.window))
      try await dialog.settle()
      XCTAssertNoThrow(try dialog.find("combo-box", "Colours"))
      XCTAssertNoThrow(try dialog.find("button", "Reset Line spacing"))
      try await dialog.click("button", "Reset Line spacing")
      try await until("the spacing") { viewer.pane.reader.lineSpacing == 0 }
      viewer.preferences?.window?.destroy()
      try await stage.close()
    }
  }

  func testTheAppSavesThem() throws {
    try onLoop {
      let settings = ViewerPreferences()
      let store = try PreferenceStore(
        settings, at: .memory, version: "1", options: PreferenceOptions(autosave: nil))
      let app = ViewerApp.makeApp(.builtIn, open: nil, preferences: (settings, store))
      try store.set(settings.reading.spacing, to: 6)
      let problem = await app.saving.save()
      XCTAssertNil(problem)
      XCTAssertFalse(store.hasUnsavedChanges)
    }
  }
}
