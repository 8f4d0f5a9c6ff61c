import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Columns that a person sorts by and makes wider, between an array and a schema.
final class TableColumnsTests: XCTestCase {
  private struct Person: Identifiable, Equatable {
    var id: Int
    var name: String
    var age: Int
  }

  private static let people = [
    Person(id: 1, name: "Room 10", age: 36), Person(id: 2, name: "room 9", age: 85),
    Person(id: 3, name: "Ann", age: 85),
  ]

  @MainActor
  private static func table() throws -> TableView<Person> {
    let definition = TableDefinition(columns: [
      TableColumn("name", title: "Name"),
      TableColumn("age", title: "Age", alignment: .end, width: 80),
      TableColumn("icon", title: "Icon", kind: .icon, width: 40),
    ])
    return try TableView(
      people, definition, .text("name") { $0.name },
      .text("age") { "\($0.age) years" }.sorted { $0.age },
      .icon("icon") { _ in nil })
  }

  func testATitleSortsAndTurnsAround() throws {
    try onLoop {
      let table = try Self.table().sortable()
      var told: [String] = []
      table.onSort = { told.append("\($0) \($1)") }
      let stage = try await Stage.show(table, width: 400, height: 300)
      try await stage.click("column-header", "Name")
      try await stage.settle()
      // Numbers in texts by their value, capitals as small letters.
      XCTAssertEqual(table.items.map(\.id), [3, 2, 1])
      XCTAssertTrue(try stage.find("column-header", "Name").has("sorted ascending"), stage.dump())
      try await stage.click("column-header", "Name")
      XCTAssertEqual(table.items.map(\.id), [1, 2, 3])
      // Equal ones stay in the order that the other column has given them.
      try await stage.click("column-header", "Age")
      XCTAssertEqual(table.items.map(\.id), [1, 2, 3])
      try await stage.click("column-header", "Age")
      XCTAssertEqual(table.items.map(\.id), [2, 3, 1])
      XCTAssertEqual(told, ["name false", "name true", "age false", "age true"])
      // An icon is nothing to sort by.
      try await stage.click("column-header", "Icon")
      XCTAssertEqual(table.sortOrder?.column, "age")
      try await stage.close()
    }
  }

  func testRowsThatComeLaterAreSortedInAndKeysSort() throws {
    try onLoop {
      let table = try Self.table().sortable()
      let stage = try await Stage.show(table, width: 400, height: 300)
      gtk_widget_grab_focus(try stage.find("column-header", "Age").native)
      try await stage.press("space")
      table.selectedIndices = [0]
      table.edit { $0.append(Person(id: 4, name: "Bea", age: 40)) }
      XCTAssertEqual(table.items.map(\.age), [36, 40, 85, 85])
      try await stage.settle()
      XCTAssertEqual(
        stage.all("list-item").map(\.name).prefix(2), ["Room 10 36 years", "Bea 40 years"])
      XCTAssertEqual(table.selectedItems.map(\.id), [1])
      XCTAssertTrue(table.sort(by: nil))
      table.edit { $0.append(Person(id: 5, name: "Cleo", age: 1)) }
      XCTAssertEqual(table.items.last?.id, 5)
      XCTAssertFalse(table.sort(by: "icon"))
      XCTAssertFalse(table.sort(by: "unknown"))
      XCTAssertFalse(TableView(["a"]).sortable().sort(by: "a"))
      try await stage.close()
    }
  }

  func testAColumnIsMadeWiderAndItsRowsFollow() throws {
    try onLoop {
      let table = try Self.table().resizable()
      let stage = try await Stage.show(table, width: 500, height: 300)
      @MainActor func edges(_ title: String, _ slot: String) throws -> (title: Double, cell: Double)
      {
        let header = try stage.find("column-header", title).native
        let widget = try XCTUnwrap(table.view.rows.cell(at: 0)?.widget(slot))
        return (try Self.middle(header, in: table), try Self.middle(widget, in: table))
      }
      for (title, slot) in [("Name", "name"), ("Age", "age"), ("Icon", "icon")] {
        let (above, below) = try edges(title, slot)
        XCTAssertEqual(above, below, accuracy: 1, title)
      }
      let before = try edges("Age", "age").cell
      gtk_widget_grab_focus(try stage.find("column-header", "Age").native)
      for _ in 0..<4 { try await stage.press("Right", holding: .control) }
      await stage.nextFrame()
      let (above, below) = try edges("Age", "age")
      XCTAssertEqual(above, below, accuracy: 1)
      // 40 pixels more, taken from the column that shares what is left.
      XCTAssertEqual(below, before - 20, accuracy: 1)
      // Rows that are made later, too.
      table.update((0..<60).map { Person(id: $0, name: "N \($0)", age: $0) })
      try await stage.settle()
      table.scroll(to: 59)
      try await until("the last row") { table.view.rows.cell(at: 59)?.isOnScreen == true }
      await stage.nextFrame()
      let widget = try XCTUnwrap(table.view.rows.cell(at: 59)?.widget("age"))
      XCTAssertEqual(gtk_widget_get_width(widget), 120)
      try await stage.close()
    }
  }

  /// Columns that share what is left stand below their titles, also while one has an arrow.
  func testTitlesAreWholeAndStandOverTheirColumns() throws {
    try onLoop {
      let table = try TableView(
        Self.people,
        TableDefinition(columns: [
          TableColumn("name", title: "N"), TableColumn("age", title: "A somewhat longer title"),
          TableColumn("id", title: "Id", width: 60),
        ]),
        .text("name") { $0.name }, .text("age") { "\($0.age)" }, .text("id") { "\($0.id)" }
      ).sortable()
      let stage = try await Stage.show(table, width: 600, height: 300)
      try await stage.click("column-header", "A somewhat longer title")
      await stage.nextFrame()
      let titles = ["N", "A somewhat longer title", "Id"]
      for (title, slot) in zip(titles, ["name", "age", "id"]) {
        let header = try stage.find("column-header", title)
        let widget = try XCTUnwrap(table.view.rows.cell(at: 0)?.widget(slot))
        XCTAssertEqual(
          try Self.middle(header.native, in: table), try Self.middle(widget, in: table),
          accuracy: 1, title)
        let label = try XCTUnwrap(header.all.first { $0.role == "label" && $0.name == title })
        let layout = gtk_label_get_layout(label.native.opaque)
        XCTAssertEqual(pango_layout_is_ellipsized(layout), 0, title)
      }
      try await stage.close()
    }
  }

  @MainActor
  private static func middle(_ widget: NativeWidget, in part: Part) throws -> Double {
    var bounds = graphene_rect_t()
    _ = gtk_widget_compute_bounds(widget, try XCTUnwrap(part.native), &bounds)
    return Double(bounds.origin.x) + Double(bounds.size.width) / 2
  }

  func testJSONAndTheVariantKnowThem() throws {
    try onLoop {
      let definition = try TableDefinition(
        json: """
          { "sortable": true, "resizable": true, "columns": [{ "name": "name" }, { "name": "age" }] }
          """)
      var told = 0
      let table = try TableView(
        Self.people, definition, .text("name") { $0.name }, .text("age") { "\($0.age)" }
      ).variant(TableVariant("counting", onSort: { _, _ in told += 1 }))
      let stage = try await Stage.show(table)
      try await stage.click("column-header", "age")
      XCTAssertEqual(table.items.map(\.age), [36, 85, 85])
      XCTAssertEqual(told, 1)
      try await stage.close()
      let people = (0..<20).map { Person(id: $0, name: "N \($0)", age: $0) }
      try await checkTable(people) { try Self.table(of: $0).sortable().resizable() }
    }
  }

  @MainActor
  private static func table(of people: [Person]) throws -> TableView<Person> {
    try TableView(
      people, TableDefinition(columns: [TableColumn("name"), TableColumn("age", width: 70)]),
      .text("name") { $0.name }, .text("age") { "\($0.age)" })
  }
}
