import CHikidashiGTK
import Foundation
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiRecords
@testable import HikidashiWidgets

/// Files of records, read and written.
final class RecordsFilesTests: XCTestCase {
  func testWhatIsShownIsWrittenInItsOrder() throws {
    let scratch = try ScratchFolder()
    let path = scratch.url.path + "/members.csv"
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      view.words = "paris"
      view.sortKeys = [.descending(Members.rate)]
      try await Members.settle(view, stage)
      await view.editor.write(nil, to: path, as: .tsv)
      XCTAssertEqual(
        try String(contentsOfFile: path, encoding: .utf8).replacing("\r\n", with: "\n"),
        """
        name,city,rate,joined,active
        Émile,Paris,4.75,2019-01-02T00:00:00Z,true
        emil,paris,3.5,,false

        """)
      view.sortKeys = []
      try await Members.settle(view, stage)
      let other = scratch.url.path + "/members"
      await view.editor.write(nil, to: other, as: .tsv)
      let text = try String(contentsOfFile: other, encoding: .utf8)
      XCTAssertEqual(text.split(separator: "\n").count, 3)
      XCTAssertTrue(text.hasPrefix("name\tcity"))
      await view.editor.write([5, 0], to: other, as: .tsv)
      let lines = try String(contentsOfFile: other, encoding: .utf8).split(separator: "\n")
      XCTAssertEqual(lines.dropFirst().map { $0.prefix(1) }, ["Z", "山"])
      await view.editor.write(nil, to: scratch.url.path + "/no/such/folder.csv", as: .csv)
      let alert = try await stage.dialog("The file cannot be written")
      try await alert.press("Return")
      try await stage.close()
    }
  }

  func testAFileIsReadAndWhatIsRefusedIsListed() throws {
    let scratch = try ScratchFolder()
    try scratch.write(
      "name,rate,city\nBo,4,Oslo\nMax,9,Rom\n,1,Bonn\nIda,x,Bern\nUma,,\n", to: "more.csv")
    let path = scratch.url.path + "/more.csv"
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      await view.editor.read(path)
      XCTAssertEqual(Members.names(view, view.shownNumbers).suffix(2), ["Bo", "Uma"])
      let report = try await stage.dialog("3 records of more.csv were refused")
      try Golden.check(report.dump(), "Records/RecordsView, refused")
      try await Portrait.take(report, "RecordsView, refused")
      try await report.press("Escape")
      try await until("the report to go") { report.window.native == nil }
      XCTAssertEqual(view.records.undoName, "Import more.csv")
      view.undo()
      try await until("all to be back") { view.count == 6 }
      try await stage.close()
    }
  }

  func testColumnsThatNoFieldHasAreAskedAbout() throws {
    let scratch = try ScratchFolder()
    try scratch.write("name\tshoe\nBo\t44\n", to: "shoes.tsv")
    let path = scratch.url.path + "/shoes.tsv"
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      for answer in ["Escape", "Return"] {
        let reading = Task { await view.editor.read(path) }
        let question = try await stage.dialog("No field is called “shoe”")
        XCTAssertEqual(view.count, 6)
        try await question.press(answer)
        await reading.value
      }
      XCTAssertEqual(view.count, 7)
      try await stage.close()
    }
  }

  func testAFileThatIsNoneIsSaid() throws {
    let scratch = try ScratchFolder()
    try scratch.write("", to: "empty.csv")
    let path = scratch.url.path
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      for name in ["gone.csv", "empty.csv"] {
        await view.editor.read(path + "/" + name)
        let alert = try await stage.dialog("\(name) cannot be read")
        try await alert.press("Return")
        try await until("the alert to go") { alert.window.native == nil }
      }
      XCTAssertEqual(view.count, 6)
      XCTAssertNil(view.records.undoName)
      try await stage.close()
    }
  }
}
