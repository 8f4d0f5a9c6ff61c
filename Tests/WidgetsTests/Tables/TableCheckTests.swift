import CHikidashiGTK
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
