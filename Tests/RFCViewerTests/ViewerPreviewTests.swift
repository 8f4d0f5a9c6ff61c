import Foundation
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import TestSupport
import XCTest

@testable import RFCViewer

/// What is there for a moment: a preview over the text, and sections over a narrow one.
final class ViewerPreviewTests: XCTestCase {
  func testAWindowEndsWithAPreviewInIt() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let (app, windows, stage, _) = try await RelationSamples.launch(folder, open: 3)
      let viewer = windows.open[0].viewer
      let text = viewer.pane.reader.text
      let start = try XCTUnwrap(text.range(of: "RFC 2 says")).lowerBound
      viewer.pane.reader.scroll(
        to: 0, cursor: text.unicodeScalars.distance(from: text.startIndex, to: start) + 1)
      viewer.pane.reader.focus()
      try await stage.press("i")
      try await until("the preview") { stage.dump().contains("RFC 2: New Foxes") }
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  func testSectionsOverTheTextDoNotComeBackBesideIt() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let storage = MemoryStorage()
      do {
        let (app, windows, stage, _) = try await RelationSamples.launch(
          folder, in: storage, open: 2)
        RelationSamples.resize(stage.window, width: 360)
        try await stage.settle()
        let pane = windows.open[0].viewer.pane
        windows.open[0].viewer.reading.onRead?()
        try await stage.press("F9")
        try await until("the sections") { pane.contentsAreOver }
        try await stage.press("Escape")
        try await until("the text alone") { !pane.showsContents }
        app.quit()
        try await until("the end") { stage.window.native == nil }
      }
      let (app, windows, stage, _) = try await RelationSamples.launch(folder, in: storage, open: 2)
      RelationSamples.resize(stage.window, width: 1_300)
      try await stage.settle()
      XCTAssertFalse(windows.open[0].viewer.pane.showsContents)
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }
}
