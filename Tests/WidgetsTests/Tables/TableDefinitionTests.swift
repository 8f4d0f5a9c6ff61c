import CHikidashiGTK
import HikidashiBase
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Tables, columns and cells in JSON.
final class TableDefinitionTests: XCTestCase {
  private struct Person: Identifiable {
    var id: Int
    var name: String
    var age: Int
  }

  private static let people = [
    Person(id: 1, name: "Ada", age: 36), Person(id: 2, name: "Grace", age: 85),
  ]

  func testColumnsHaveTitlesAndStandBelowThem() throws {
    try onLoop {
      let definition = try TableDefinition(
        json: """
          {
            "selection": "multiple", "checkmarks": true, "style": "slate",
            "empty": { "text": "Nobody", "icon": "system-users-symbolic", "details": "Yet." },
            "columns": [
              { "name": "name", "title": "Name" },
              { "name": "age", "title": "Age", "alignment": "end", "width": 60, "style": "numeric" },
              { "name": "part", "title": "Part", "kind": "progress", "width": 70 }
            ]
          }
          """)
      let table = try TableView(
        Self.people, definition, .text("name") { $0.name }, .text("age") { "\($0.age)" },
        .progress("part") { Double($0.age) / 100 })
      let stage = try await Stage.show(table.accessibleLabel("People"), width: 400, height: 300)
      XCTAssertEqual(
        shown(table),
        """
        label “Name”
        label “Age”
        label “Part”
        list “People”
          list-item “Ada 36” level 1, focused
          list-item “Grace 85” level 1
        """)
      XCTAssertEqual(table.view.content.selection, .multiple)
      XCTAssertTrue(table.view.content.style.marksSelection)
      // Titles and cells stand at the same places.
      let titles = try ["Name", "Age", "Part"].map { try stage.find("label", $0) }
      let cells = ["name", "age", "part"].compactMap { table.view.rows.cell(at: 1)?.widget($0) }
      for (title, cell) in zip(titles, cells) {
        XCTAssertEqual(
          try Self.bounds(title.native, in: table), try Self.bounds(cell, in: table), accuracy: 1)
      }
      table.update([])
      await stage.nextFrame()
      XCTAssertTrue(shown(table).contains("label “Nobody”"))
      try await stage.close()
    }
  }

  /// From where to where a widget goes, as one number to compare.
  @MainActor
  private static func bounds(_ widget: NativeWidget, in part: Part) throws -> Double {
    var bounds = graphene_rect_t()
    _ = gtk_widget_compute_bounds(widget, try XCTUnwrap(part.native), &bounds)
    return (Double(bounds.origin.x) + Double(bounds.size.width)).rounded()
  }

  func testCellsInJSON() throws {
    try onLoop {
      let definition = try TableDefinition(
        json: """
          { "cell": { "row": [
              { "icon": "face", "size": 32 },
              { "column": [
                { "text": "name", "style": ["heading"] },
                { "text": "age", "lines": 0, "style": "dim-label" } ], "spacing": 4 },
              { "progress": "part", "width": 80 }, { "picture": "photo", "size": 40 } ] } }
          """)
      XCTAssertEqual(definition.layout.slots.map(\.name), ["face", "name", "age", "part", "photo"])
      XCTAssertEqual(definition.layout.slots[1].styles, ["heading"])
      XCTAssertEqual(definition.layout.slots[2].lines, 0)
      let table = try TableView(
        Self.people, definition, .icon("face") { _ in "avatar-default-symbolic" },
        .text("name") { $0.name }, .text("age") { "\($0.age)" },
        .progress("part") { Double($0.age) / 100 }, .picture("photo") { _ in nil })
      let stage = try await Stage.show(table)
      XCTAssertEqual(stage.all("list-item").map(\.name), ["Ada 36", "Grace 85"])
      try await stage.close()
    }
  }

  func testEachMistakeHasItsPlace() throws {
    let mistakes: KeyValuePairs = [
      "{ \"columns\": [,] }": "t.json: line 1, character 15: ",
      "[]": "t.json: the beginning: an object is expected, not a list",
      "{}": "t.json: the beginning: either “columns” or “cell” is expected",
      "{ \"columns\": [], \"cell\": {} }":
        "t.json: the beginning: either “columns” or “cell” is expected",
      "{ \"colums\": [] }": "t.json: colums: the key is not known; there are selection, ",
      "{ \"columns\": [{ \"title\": \"A\" }] }": "t.json: columns[0]: “name” is missing",
      "{ \"columns\": [{ \"name\": \"a\" }, { \"name\": \"a\" }] }":
        "t.json: columns[1].name: a column before it is called “a”, too; rename one",
      "{ \"columns\": [{ \"name\": \"a\", \"width\": \"wide\" }] }":
        "t.json: columns[0].width: a whole number is expected, not a text",
      "{ \"columns\": [{ \"name\": \"a\", \"width\": 0 }] }":
        "t.json: columns[0].width: 0 is not from 1 to 4000",
      "{ \"columns\": [{ \"name\": \"a\", \"kind\": \"film\" }] }":
        "t.json: columns[0].kind: “film” is none of text, icon, picture, progress, rich, button, pictures",
      "{ \"columns\": [], \"selection\": \"all\" }":
        "t.json: selection: “all” is none of none, single, multiple, toggle",
      "{ \"columns\": [], \"empty\": {} }": "t.json: empty: “text” is missing",
      "{ \"cell\": { \"row\": [{ \"text\": \"a\" }, { \"texts\": \"b\" }] } }":
        "t.json: cell.row[1].texts: the key is not known; there are row, column, text, ",
      "{ \"cell\": { \"row\": [{ \"text\": \"a\", \"icon\": \"b\" }] } }":
        "t.json: cell.row[0]: one of row, column, text, icon, picture, progress, rich, button, pictures is expected",
      "{ \"cell\": { \"row\": [], \"lines\": 2 } }": "t.json: cell.lines: “row” has none",
      "{ \"cell\": { \"row\": [{ \"text\": \"a\" }, { \"text\": \"a\" }] } }":
        "t.json: cell.row[1].text: another slot is called “a”, too; rename one",
    ]
    for (json, expected) in mistakes {
      do {
        _ = try TableDefinition(json: json, file: "t.json")
        XCTFail("\(json) is not refused")
      } catch {
        XCTAssertTrue("\(error)".hasPrefix(expected), "\(json): \(error)")
      }
    }
  }

  /// Whatever stands in a file, it is read or refused, with a place.
  func testRandomMistakesAreRefusedWithAPlace() throws {
    let seed = testSeed()
    print("testRandomMistakesAreRefusedWithAPlace: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let text = """
      { "selection": "toggle", "checkmarks": true, "empty": { "text": "None", "icon": "x" },
        "cell": { "row": [ { "icon": "a", "size": 32 }, { "column": [ { "text": "b", "lines": 0 },
          { "text": "c", "style": ["x", "y"], "alignment": "end", "width": 99 } ], "spacing": 4 },
          { "progress": "d", "expands": true } ], "spacing": 8 } }
      """
    let pieces = ["{", "}", "[", "]", ",", ":", "\"", "-1", "1e99", "null", "true", "\"row\"", "é"]
    var refused = 0
    for _ in 0..<2_000 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...6, using: &random))
        let piece = pieces.randomElement(using: &random) ?? ""
        let isGone = Bool.random(using: &random)
        bytes.replaceSubrange(place..<end, with: isGone ? [] : Array(piece.utf8))
      }
      do {
        _ = try TableDefinition(json: String(decoding: bytes, as: UTF8.self), file: "t.json")
      } catch {
        XCTAssertTrue("\(error)".hasPrefix("t.json: "), "seed \(seed): \(error)")
        refused += 1
      }
    }
    XCTAssertGreaterThan(refused, 1_000)
  }

  func testASlotThatTheFileLacksIsNamed() throws {
    try onLoop {
      let definition = try TableDefinition(
        json: "{ \"columns\": [{ \"name\": \"name\" }] }", file: "people.json")
      do {
        _ = try TableView(
          Self.people, definition, .text("nmae", file: "People.swift", line: 4) { $0.name })
        XCTFail("it is not refused")
      } catch {
        XCTAssertEqual(
          "\(error)", "People.swift:4: people.json has no slot “nmae”; there are name")
      }
    }
  }
}
