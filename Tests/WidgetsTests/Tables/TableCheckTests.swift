import CHikidashiGTK
import HikidashiOutlines
import HikidashiRecords
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// The kit finds what a customization leaves behind, and nothing where it leaves nothing.
final class TableCheckTests: XCTestCase {
  private static let words = (0..<40).map { "\($0 % 7) word \($0)" }

  func testCleanTablesPass() throws {
    try onLoop {
      try await checkTable(Self.words) { TableView($0) }
      try await checkTable(Array(Self.words.prefix(20))) {
        TableView($0).selection(.toggle).checkmarks()
      }
      try await checkTable(Array(Self.words.prefix(20))) { words in
        let marking = TableVariant<String>(
          "marking", selection: .multiple,
          configureCell: { cell, row in
            if row.index % 3 == 0 { cell.mark("error") }
            if row.isSelected { cell.mark("accent") }
            if row.isSelected { cell.setText("✓ " + row.text) }
          })
        return TableView(words).variant(marking).style(.slate)
      }
    }
  }

  func testCleanTreesPass() throws {
    try onLoop {
      let drawers = (0..<6).map { Self.drawer($0) }
      try await checkTable(drawers) { OutlineView($0) }
      try await checkTable(drawers) {
        OutlineView($0).selection(.toggle).checkmarks().style(.slate).pinnedSections()
      }
    }
  }

  private static func drawer(_ number: Int) -> Node<String> {
    let papers = (0..<5).map { paper in
      Node("paper \(paper) of \(number)", id: NodeID(rawValue: UInt64(100 + number * 10 + paper)))
    }
    return Node(
      "drawer \(number)", id: NodeID(rawValue: UInt64(number)), isSection: true,
      isOpen: number % 2 == 0, children: papers)
  }

  func testCleanTablesOfRecordsPass() throws {
    try onLoop {
      let name = Field<String>("name")
      let count = Field<Int?>("count")
      var table = RecordTable(try Schema(name, count))
      for number in 0..<30 {
        try table.append {
          $0[name] = "record \(number)"
          $0[count] = number % 3 == 0 ? nil : number
        }
      }
      try await checkTable(table) { RecordsView($0) }
      try await checkTable(table) {
        RecordsView($0, columns: [FieldColumn(count), FieldColumn(name)]).selection(.toggle)
      }
    }
  }

  func testWhatTreesLeaveBehindIsFound() throws {
    try onLoop {
      let nodes = (0..<30).map { Node("row \($0)", id: NodeID(rawValue: UInt64($0))) }
      let careless = Cells<String> {
        Label()
      } bind: { label, row in
        label.text = row.item
        if row.item.hasSuffix("3") { label.styleClass("error") }
      }
      await Self.expectLeftBehind {
        try await checkTable(nodes) { OutlineView($0, text: { $0 }, cells: careless) }
      }
    }
  }

  @MainActor
  private static func expectLeftBehind(_ check: @MainActor () async throws -> Void) async {
    do {
      try await check()
      XCTFail("what is left behind is not found")
    } catch {
      guard case .leftBehind? = error as? TableCheckError else { return XCTFail("\(error)") }
    }
  }

  /// What is set for some rows and not taken back for others.
  func testWhatIsLeftBehindIsFound() throws {
    try onLoop {
      let careless: [@MainActor (RowCell, TableRow<String>) -> Void] = [
        { cell, row in
          if row.text.hasPrefix("3"), let native = cell.content.native {
            gtk_widget_set_opacity(native, 0.5)
          }
        },
        { cell, row in
          if row.text.hasPrefix("3") { cell.content.styleClass("error") }
        },
        { cell, row in
          if row.isSelected { cell.content.tooltip("chosen") }
        },
      ]
      for (number, configure) in careless.enumerated() {
        do {
          try await checkTable(Self.words) { words in
            let table = TableView(words).selection(.multiple)
            table.configureCell = configure
            return table
          }
          XCTFail("careless code \(number) is not found")
        } catch let error as TableCheckError {
          guard case .leftBehind = error else {
            XCTFail("\(error)")
            continue
          }
          XCTAssertTrue("\(error)".contains("shows what belongs to another row"))
        }
      }
    }
  }
}
