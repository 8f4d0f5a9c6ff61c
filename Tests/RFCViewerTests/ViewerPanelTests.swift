import Foundation
import HikidashiOutlines
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import TestSupport
import XCTest

@testable import RFCViewer

/// The pages beside the text: relations, requirements, abbreviations; and citations.
final class ViewerPanelTests: XCTestCase {
  @MainActor
  private static func page<Page: PanelPage>(_ viewer: ViewerWindow, _ id: String) throws -> Page {
    try XCTUnwrap(viewer.pane.panel.page(id) as? Page)
  }

  func testRelationsAreATreeThatLeadsOn() throws {
    try onLoop {
      let scene = try await RelationSamples.Scene(open: 2, width: 1_300)
      let (viewer, stage) = (scene.viewer, scene.stage)
      try await stage.press("2", holding: .alt)
      try await until("the page") { !stage.all("list", "Relations").isEmpty }
      try await stage.settle()
      XCTAssertEqual(
        try stage.find("list", "Relations").dump().split(separator: "\n").dropFirst().map {
          $0.split(separator: "“")[1].split(separator: "”")[0]
        },
        [
          "Earlier documents", "1 Old Foxes, Obsolete, Replaced, 1981 · Proposed Standard",
          "Later documents", "3 Foxes and Dogs, Updates it, 2010 · Proposed Standard",
          "Cited by",
        ])
      XCTAssertEqual(stage.focused?.role, "list-item")
      let page: RelationsPage = try Self.page(viewer, "relations")
      page.view.focus(row: 4)
      try await stage.press("Return")
      await page.load.settled()
      try await until("what names it") {
        !stage.all("list-item", "3 Foxes and Dogs, 2010 · Proposed Standard, normative").isEmpty
      }
      XCTAssertFalse(stage.all("list-item", "Cited by (1)").isEmpty, stage.dump())
      page.view.focus(row: 1)
      try await stage.press("Return")
      await viewer.settled()
      XCTAssertEqual(viewer.reading.number, 1)
      try await until("its relations") {
        !stage.all("list-item", "2 New Foxes, Replaces it, 2001 · Internet Standard").isEmpty
      }
      // What was opened stays so.
      XCTAssertFalse(stage.all("list-item", "Cited by (0)").isEmpty, stage.dump())
      try await scene.end()
    }
  }

  func testRequirementsAreFilteredCopiedAndGoneTo() throws {
    try onLoop {
      let scene = try await RelationSamples.Scene(open: 3, width: 1_300)
      let (viewer, stage) = (scene.viewer, scene.stage)
      try await stage.press("3", holding: .alt)
      let page: RequirementsPage = try Self.page(viewer, "requirements")
      await page.places.settled()
      try await stage.settle()
      XCTAssertEqual(page.chosen.count, 3)
      XCTAssertFalse(stage.all("label", "3 sentences").isEmpty, stage.dump())
      page.show(level: .should)
      try await stage.settle()
      XCTAssertFalse(stage.all("label", "1 sentence").isEmpty)
      XCTAssertFalse(
        stage.all("list-item", "1  SHOULD NOT: It SHOULD NOT bite.").isEmpty, stage.dump())
      page.places.table.focus(row: 0)
      try await stage.press("Return")
      let text = viewer.pane.reader
      try await until("the sentence") {
        text.text.unicodeScalars.dropFirst(text.cursor).starts(with: "It SHOULD".unicodeScalars)
      }
      page.show(level: .must)
      page.copy(isTable: true)
      var copied = await Clipboard.text() ?? ""
      XCTAssertEqual(copied.split(separator: "\n").count, 2, copied)
      page.copy(isTable: false)
      copied = await Clipboard.text() ?? ""
      XCTAssertTrue(copied.hasPrefix("# RFC 3\n"), copied)
      try await scene.end()
    }
  }

  func testAbbreviationsAreListed() throws {
    try onLoop {
      let scene = try await RelationSamples.Scene(open: 3, width: 1_300)
      let (viewer, stage) = (scene.viewer, scene.stage)
      try await stage.press("4", holding: .alt)
      let page: PlacesPage = try Self.page(viewer, "abbreviations")
      await page.settled()
      try await until("the row") {
        !stage.all("list-item", "ACP: Animal Control Protocol").isEmpty
      }
      // The page is the same at the next document, and the first again by its key.
      viewer.reading.open(2)
      await viewer.settled()
      try await stage.settle()
      XCTAssertTrue(stage.dump().contains("No abbreviations"), stage.dump())
      try await stage.press("1", holding: .alt)
      try await until("the sections") { !stage.all("list", "Contents").isEmpty }
      try await scene.end()
    }
  }

  func testANarrowWindowHasThePageOverTheText() throws {
    try onLoop {
      let scene = try await RelationSamples.Scene(open: 3, width: 360)
      let (viewer, stage) = (scene.viewer, scene.stage)
      viewer.reading.read(3)
      await viewer.settled()
      for (place, page) in ["contents", "relations", "requirements", "abbreviations"].enumerated() {
        try await stage.press("\(place + 1)", holding: .alt)
        XCTAssertEqual(viewer.pane.panel.shown, page)
        try await until("the page over the text") { viewer.pane.contentsAreOver }
        try await stage.settle()
        try await checkLayout(stage, room: (360, 640))
      }
      // What lies over the text does not hide where one goes.
      let page: PlacesPage = try Self.page(viewer, "abbreviations")
      page.table.focus(row: 0)
      try await stage.press("Return")
      try await until("the text alone") { !viewer.pane.contentsAreOver }
      try await until("the keyboard in it") { stage.focused?.name == "Document" }
      try await scene.end()
    }
  }

  func testThePageComesBack() throws {
    let folder = try ScratchFolder()
    try onLoop {
      try RelationSamples.fill(folder)
      let storage = MemoryStorage()
      let (app, windows, stage, state) = try await RelationSamples.launch(
        folder, in: storage, open: 2)
      windows.open[0].viewer.show(page: "requirements")
      app.quit()
      try await until("the end") { stage.window.native == nil }
      state.save()
      let (next, again, last, _) = try await RelationSamples.launch(folder, in: storage)
      XCTAssertEqual(again.open[0].viewer.pane.panel.shown, "requirements")
      next.quit()
      try await until("the end") { last.window.native == nil }
    }
  }

  func testCitationsAndLinksAreCopied() throws {
    try onLoop {
      let scene = try await RelationSamples.Scene(open: 3)
      let (viewer, stage) = (scene.viewer, scene.stage)
      let entry = try XCTUnwrap(viewer.reading.entry)
      for (name, text) in [
        ("cite-plain", entry.plainCitation), ("cite-bibtex", entry.bibTeX),
        ("cite-xml", entry.xmlCitation),
      ] {
        let action = try XCTUnwrap(viewer.relationActions.first { $0.name == name })
        action.run()
        let copied = await Clipboard.text()
        XCTAssertEqual(copied, text)
      }
      viewer.pane.reader.scroll(to: 1)
      try await stage.press("l", holding: [.control, .shift])
      let copied = await Clipboard.text()
      XCTAssertEqual(copied, "https://www.rfc-editor.org/rfc/rfc3.html#section-1")
      try await scene.end()
    }
  }

  func testTheLineageIsAPictureThatIsSaved() throws {
    try onLoop {
      let scene = try await RelationSamples.Scene(open: 2)
      let viewer = scene.viewer
      viewer.showLineage()
      try await until("the picture") {
        scene.app.windows.contains { $0.title == "Lineage of RFC 2" }
      }
      let window = try XCTUnwrap(scene.app.windows.first { $0.title == "Lineage of RFC 2" })
      let other = Stage(window)
      try await other.settle()
      let element = try other.find("group", "Lineage of RFC 2")
      let canvas = try XCTUnwrap(Part.of(element.native) as? Canvas)
      let path = scene.folder.url.path + "/lineage.png"
      try canvas.savePicture(to: path)
      XCTAssertEqual(FileManager.default.contents(atPath: path)?.starts(with: [0x89, 0x50]), true)
      canvas.focus(shape: "1")
      XCTAssertTrue(canvas.focus())
      try await other.press("Return")
      try await until("the document") { viewer.reading.number == 1 }
      try await scene.end()
    }
  }
}
