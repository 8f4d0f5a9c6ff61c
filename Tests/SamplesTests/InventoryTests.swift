import Foundation
import Hikidashi
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import Inventory

/// The business app: what is added by its form stands in its group, with the sums.
final class InventoryTests: XCTestCase {
  nonisolated private static let settings = Settings()

  @MainActor private static func store() throws -> PreferenceStore {
    try PreferenceStore(
      settings, at: .memory, version: "1.0", options: PreferenceOptions(autosave: nil))
  }

  func testAnItemAddedByTheFormStandsInItsGroup() throws {
    try onLoop {
      let folder = try ScratchFolder()
      let path = "\(folder.url.path)/shop.db"
      let place = { @Sendable (table: String) in StoreDestination.sqlite(path, table: table) }
      let before = try await Shop(place)
      try await before.categories.edit { try $0.append { $0[Shop.label] = "Tea" } }
      try await before.items.edit {
        try $0.append {
          $0[Shop.name] = "Cup"
          $0[before.category] = "Tea"
          $0[Shop.price] = 100
          $0[Shop.stock] = 3
        }
      }
      let store = try Self.store()
      let shop = ShopWindow(Self.settings, store, in: folder.url.path, at: place)
      let window = shop.window()
      window.presentAlone()
      let stage = Stage(window)
      try await until("the shop") { shop.items != nil }
      let items = try XCTUnwrap(shop.items)
      try await stage.settle()
      XCTAssertTrue(stage.dump().contains("¥300"), stage.dump())

      items.add()
      let form = try await stage.dialog()
      try await form.type("Pot")  // the first input is the name
      try await form.press("Tab")
      try await form.press("space")
      try await form.press("Down")
      try await form.press("Return")
      try await form.press("Tab")
      try await form.press("a", holding: .control)
      try await form.type("250")
      try await form.press("Return")
      try await until("the item") { items.records.table.count == 2 }
      // Three cups of 100 and a pot of 250, once in the heading of their one group, once below all.
      try await until("the sums") { stage.dump().components(separatedBy: "¥550").count > 2 }

      // The currency of a setting: cells follow it.
      try store.set(Self.settings.currency, to: .euro)
      try await until("the currency") { stage.dump().contains("€300.00") }
      XCTAssertFalse(stage.dump().contains("¥300"), stage.dump())
      try await stage.close()
    }
  }
}
