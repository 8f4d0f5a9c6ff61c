import Hikidashi
import HikidashiWidgetTesting
import XCTest

extension TableVariant<String> {
  fileprivate static var checklist: TableVariant {
    TableVariant("checklist", selection: .toggle, checkmarks: true)
  }
}

/// What the documentation's page on tables shows is what happens.
final class TableDocumentationTests: XCTestCase {
  private struct Note: Identifiable {
    var id: Int
    var title: String
    var day: String
  }

  func testOneThingAtATime() throws {
    try onLoop {
      let label = Label()
      let list = TableView(["acb", "def", "ghi"])
      list.onSelect = { row in label.text = row.text }
      list.selection(.toggle).checkmarks()
      list.whenEmpty("No notes yet", icon: "document-new-symbolic")
      list.configureCell = { cell, row in
        if row.text.hasPrefix("a") { cell.mark("accent") }
      }
      let stage = try await Stage.show(list)
      try await stage.click("list-item", "def")
      XCTAssertEqual(label.text, "def")
      list.state = .loading
      list.state = .failed("The server does not answer.") { list.update(["again"]) }
      await stage.nextFrame()
      try await stage.click("button", "Try Again")
      XCTAssertEqual(list.strings, ["again"])
      try await stage.close()
    }
  }

  func testCellsAndColumns() throws {
    try onLoop {
      let cell = try CellDefinition<Note>(
        .row(.icon("icon"), .text("title", style: "heading"), .text("day", style: "dim-label")),
        .icon("icon") { _ in "text-x-generic-symbolic" },
        .text("title") { $0.title },
        .text("day") { $0.day })
      let notes = TableView([Note(id: 1, title: "Bread", day: "Monday")], cell: cell)
      let definition = try TableDefinition(
        json: """
          { "selection": "multiple",
            "columns": [{ "name": "title", "title": "Title" },
                        { "name": "day", "title": "Day", "alignment": "end", "width": 90 }] }
          """, file: "notes.json")
      let table = try TableView(
        [Note(id: 1, title: "Bread", day: "Monday")], definition,
        .text("title") { $0.title }, .text("day") { $0.day })
      let stage = try await Stage.show(
        Stack(.vertical) {
          notes
          table
        })
      XCTAssertEqual(stage.all("list-item", "Bread Monday").count, 2)
      try await stage.close()
    }
  }

  func testAVariantIsOneLineAndIsChecked() throws {
    try onLoop {
      try await checkTable(["Milk", "Bread", "Eggs"]) { TableView($0).variant(.checklist) }
    }
  }
}
