import Foundation
import Hikidashi
import HikidashiWidgetTesting
import XCTest

/// What the documentation's page on tables of records shows is what happens.
final class RecordsDocumentationTests: XCTestCase {
  func testTheTableOfThePage() throws {
    try onLoop {
      let name = Field<String>("name", title: "Name", rules: [.length(1...40)])
      let rate = Field<Double>("rate", title: "Rate", format: .decimals(1), rules: [.range(0...5)])
      let joined = Field<Date?>("joined", title: "Joined", format: .day)
      let members = LiveRecords(RecordTable(try Schema(name, rate, joined)))
      let view = RecordsView(members).whenEmpty("No members yet", icon: "list-add-symbolic")
      let stage = try await Stage.show(view, width: 600)
      XCTAssertFalse(stage.all("label", "No members yet").isEmpty)
      try members.edit { cards in
        for (text, number) in [("Bo", 3.5), ("Ida", 4.5), ("Al", 4.5)] {
          try cards.append {
            $0[name] = text
            $0[rate] = number
          }
        }
      }

      view.sorted(by: .descending(rate), .ascending(name))
      view.conditions = [FieldCondition("rate", .atLeast, 4.0)]
      view.setHidden("joined", true)
      var counts: [Int] = []
      view.onSelect = { numbers in counts.append(numbers.count) }
      var activated: [String] = []
      view.onActivate = { number in activated.append(members.table[number, name]) }
      view.selection(.single).editable(false)
      XCTAssertEqual(view.shownNumbers, [2, 1])
      await stage.nextFrame()
      await stage.nextFrame()
      try await stage.click("list-item", "Al, 4.5")
      try await stage.press("Return")
      XCTAssertEqual(counts, [1])
      XCTAssertEqual(activated, ["Al"])
      try await stage.close()

      let stars = FieldColumn(rate, title: "★", alignment: .center, width: 90) { cell in
        if case .double(let rate) = cell { String(repeating: "★", count: Int(rate)) } else { "" }
      }
      let short = RecordsView(members, columns: [FieldColumn(name), stars])
      struct Settings: PreferenceGroup {
        let members = Preference("members", default: RecordsArrangement()).visible(when: .never)
      }
      let settings = Settings()
      let store = try PreferenceStore(settings, at: .memory, version: "1.0")
      XCTAssertFalse(store.isVisible(settings.members))
      let kept = RecordsView(members).sorted(by: .ascending(name))
        .keeping(settings.members, in: store)
      XCTAssertEqual(kept.arrangement, RecordsArrangement(order: [.init("name")]))
      try store.set(settings.members, to: RecordsArrangement(columns: [.init("rate", width: 80)]))
      try await until("the setting") { kept.columns.map(\.width) == [nil, 80, nil] }

      let second = try await Stage.show(short)
      XCTAssertFalse(second.all("list-item", "Bo, ★★★").isEmpty, second.dump())
      try await second.close()
    }
  }

  func testTheGroupsAndTheFormOfThePage() throws {
    try onLoop {
      let name = Field<String>("name", title: "Name", rules: [.length(1...40)])
      let city = Field<String>("city", title: "City")
      let price = Field<Double>("price", title: "Price")
      let stock = Field<Int>("stock", title: "Stock")
      let worth = Field("worth", title: "Worth", format: .decimals(2)) {
        $0[price] * Double($0[stock])
      }
      let items = LiveRecords(RecordTable(try Schema(name, city, price, stock)))
      let shop = RecordsView(
        items,
        columns: [FieldColumn(name), FieldColumn(price), FieldColumn(stock), FieldColumn(worth)]
      )
      .grouped(by: city, sums: stock, worth)
      .configureRow { row, item in
        if item[stock] == 0 { row.mark("dim-label") }
      }
      let stage = try await Stage.show(shop, width: 600)
      try items.edit { table in
        for (title, count) in [("Cup", 3), ("Pot", 0)] {
          try table.append {
            $0[name] = title
            $0[city] = "Nara"
            $0[price] = 2.5
            $0[stock] = count
          }
        }
      }
      await stage.nextFrame()
      await stage.nextFrame()
      XCTAssertTrue(stage.dump().contains("Nara, 2 records, Stock 3, Worth 7.50"), stage.dump())
      try await stage.close()

      let label = Field<String>("label")
      let categories = LiveRecords(RecordTable(try Schema(label)))
      let category = Field<String>("category", title: "Category").choices(of: label, in: categories)
      let note = Field<String>("note", default: "", format: .paragraphs)
      let photo = Field<String?>("photo", title: "Photo", format: .picture)
      let things = LiveRecords(RecordTable(try Schema(name, category, note, photo)))
      let list = RecordsView(things).form { thing in
        Form {
          thing.input(name)
          thing.input(category)
          FormGroup("More") {
            thing.inputs(except: name, category)
          }
        }
      }
      list.scope = category == "Tools"
      try categories.edit { try $0.append { $0[label] = "Tools" } }
      let second = try await Stage.show(list)
      list.add()
      let dialog = try await second.dialog()
      XCTAssertTrue(dialog.dump().contains("More"), dialog.dump())
      try await second.close()
    }
  }
}
