import CHikidashiGTK
import Foundation
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiRecords
@testable import HikidashiWidgets

/// The records that tables of records are tested with.
@MainActor
enum Members {
  nonisolated static let name = Field<String>("name", title: "Name", rules: [.length(1...20)])
  nonisolated static let city = Field<String?>("city", title: "City")
  nonisolated static let rate = Field<Double?>(
    "rate", title: "Rate", format: .decimals(1), rules: [.range(0...5)])
  nonisolated static let joined = Field<Date?>("joined", title: "Joined", format: .day)
  nonisolated static let active = Field<Bool>("active", title: "Active", default: true)

  nonisolated static func schema() throws -> Schema {
    try Schema(name, city, rate, joined, active)
  }

  nonisolated static func table() throws -> RecordTable {
    try RecordTable(
      schema(),
      csv: .text(
        """
        name,city,rate,joined,active
        山田 花子,名古屋,4.5,2020-05-20,true
        Émile,Paris,4.75,2019-01-02,true
        emil,paris,3.5,,false
        田中 一郎,東京,,2021-12-31,true
        Anna,Osaka,5,2020-05-20,true
        Zoë,,2.25,,false

        """))
  }

  /// Records of numbers, `count` of them.
  nonisolated static func many(_ count: Int) throws -> RecordTable {
    var table = RecordTable(try schema())
    try table.append(columns: [
      name.column((0..<count).map { "member \($0)" }),
      rate.column((0..<count).map { Double(($0 * 7_919) % 50) / 10 }),
    ])
    return table
  }

  static func view() throws -> RecordsView {
    RecordsView(try table()).accessibleLabel("Members")
  }

  static func show(_ view: RecordsView, width: Int = 640, height: Int = 420) async throws -> Stage {
    let stage = try await Stage.show(view, width: width, height: height)
    // Over a title, where another test has left it, it would have a tooltip shown.
    try await stage.parkPointer()
    try await settle(view, stage)
    return stage
  }

  static func settle(_ view: RecordsView, _ stage: Stage) async throws {
    try await until("the records to settle") { view.isSettled }
    await stage.nextFrame()
    try await until("the records to settle") { view.isSettled }
  }

  /// The names in the rows on the screen, from the top down, as the labels have them.
  static func seen(_ view: RecordsView, column: Int = 0) -> [String] {
    view.rows.shown.values.filter(\.isOnScreen)
      .sorted { ($0.row ?? 0) < ($1.row ?? 0) }
      .map { $0.texts.indices.contains(column) ? $0.texts[column] : "" }
  }

  /// The names of records.
  static func names(_ view: RecordsView, _ numbers: [RecordNumber]) -> [String] {
    numbers.map { view.records.table[$0, name] }
  }

  /// Chooses a line of the menu of a button, by the keyboard.
  static func choose(_ line: String, from button: String, _ stage: Stage) async throws {
    func isFocused(_ line: String) -> Bool {
      stage.dump().split(separator: "\n").contains {
        $0.contains("menu-item “\(line)") && $0.hasSuffix("focused")
      }
    }
    let button = try stage.find("button", button)
    gtk_widget_grab_focus(button.native)
    _ = gtk_widget_child_focus(button.native, GTK_DIR_TAB_FORWARD)
    try await stage.press("space")
    try await until("the menu") { isFocused("") }
    // Some keys are lost while the server moves the keyboard into the menu.
    for _ in 0..<20 where !isFocused(line) { try await stage.press("Down") }
    try await stage.press("Return")
    try await until("the menu to go") { !stage.dump().contains("menu-item") }
  }
}
