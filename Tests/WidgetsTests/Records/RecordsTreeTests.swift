import HikidashiWidgetTesting
import XCTest

@testable import HikidashiOutlines
@testable import HikidashiRecords
@testable import HikidashiWidgets

/// A tree that is made from the records of a table.
final class RecordsTreeTests: XCTestCase {
  @MainActor
  private static func texts(_ outline: Outline<RecordNode>) -> [String] {
    (0..<outline.rowCount).map { row in
      String(repeating: "  ", count: outline.row(at: row).level) + outline.row(at: row).item.title
    }
  }

  func testRecordsBecomeSectionsAndRows() throws {
    try onLoop {
      let outline = Outline(
        try Members.table(), groupedBy: Members.active, Members.city, text: Members.name,
        isOpen: true)
      XCTAssertEqual(
        Self.texts(outline),
        [
          "Active: No\u{2003}2", "  paris\u{2003}1", "    emil", "  City: none\u{2003}1", "    Zoë",
          "Active: Yes\u{2003}4", "  Osaka\u{2003}1", "    Anna", "  Paris\u{2003}1", "    Émile",
          "  名古屋\u{2003}1", "    山田 花子", "  東京\u{2003}1", "    田中 一郎",
        ])
      let list = Outline(
        try Members.table(), text: Members.name, sortedBy: [.descending(Members.rate)],
        where: Members.active == true)
      XCTAssertEqual(Self.texts(list), ["田中 一郎", "Anna", "Émile", "山田 花子"])
    }
  }

  /// What is open and selected stays so, and a record that is edited goes to its group.
  func testTheTreeFollowsTheRecords() throws {
    try onLoop {
      let records = LiveRecords(try Members.table())
      let tree = OutlineView(records, groupedBy: Members.active, text: Members.name)
      let table = RecordsView(records).grouped(by: Members.active)
      let stage = try await Stage.show(Stack(.vertical, [tree, table]), width: 500, height: 600)
      XCTAssertEqual(Self.texts(tree.outline), ["Active: No\u{2003}2", "Active: Yes\u{2003}4"])
      tree.change { $0.openAll() }
      tree.change { $0.close($0.row(at: 0).id) }
      tree.changeSelection { $0.select(only: $0.row(at: 2).id) }
      let selected = tree.outline.row(at: 2).id
      try records.edit { table in
        try table.update(2) { $0[Members.active] = true }
        try table.append { $0[Members.name] = "Bo" }
      }
      try await until("the tree") { tree.outline.rowCount == 8 }
      XCTAssertEqual(
        Self.texts(tree.outline),
        [
          "Active: No\u{2003}1", "Active: Yes\u{2003}6", "  Anna", "  Bo", "  emil", "  Émile",
          "  山田 花子", "  田中 一郎",
        ])
      XCTAssertEqual(
        tree.outline.row(of: selected).map { tree.outline.row(at: $0).item.text }, "Anna")
      try await until("the table") { table.isSettled && table.count == 7 }
      try await stage.close()
    }
  }
}
