import Hikidashi
import Observation

/// The window: items in groups with sums, and the categories beside them.
@Observable @MainActor
final class ShopWindow {
  private let settings: Settings
  private let store: PreferenceStore
  private let place: (String) -> StoreDestination
  /// The table of items, once the shop is open.
  private(set) var items: RecordsView?

  /// - Parameter place: Where the records are kept; nil leaves it to the settings.
  init(
    _ settings: Settings, _ store: PreferenceStore, in folder: String,
    at place: ((String) -> StoreDestination)? = nil
  ) {
    (self.settings, self.store) = (settings, store)
    self.place = place ?? Shop.place(store[settings.database], in: folder)
  }

  func window() -> Window {
    Window(tr("Inventory"), width: 900, height: 600) {
      HeaderBar {
        Button(tr("_New Item"), action: "win.new")
      } end: {
        Button(
          icon: "preferences-system-symbolic", label: tr("Preferences"), action: "win.preferences")
      }
      Opening {
        try await Shop(self.place)
      } content: { shop in
        Tabs {
          Tab(tr("Items"), isClosable: false) { self.table(of: shop) }
          Tab(tr("Categories"), isClosable: false) {
            RecordsView(shop.categories).keeping("categories")
              .whenEmpty(EmptyContent(tr("No categories yet"), details: tr("Insert adds one.")))
          }
        }.keeping("tabs")
      }
    }
    .actions {
      Action("new", title: tr("New Item"), shortcuts: "<Control>n") { self.items?.add() }
        .enabled { self.items != nil }
    }
    .preferences(store)
  }

  private func table(of shop: Shop) -> RecordsView {
    let money: @Sendable (CellValue) -> String = { [settings, store] in
      guard case .double(let amount) = $0 else { return "" }
      let currency = store[settings.currency]
      return currency.rawValue + NumberFormat(decimals: currency == .yen ? 0 : 2).text(amount)
    }
    let table = RecordsView(
      shop.items,
      columns: [
        FieldColumn(Shop.name), FieldColumn(shop.category), FieldColumn(Shop.price, text: money),
        FieldColumn(Shop.stock), FieldColumn(Shop.worth, text: money), FieldColumn(Shop.note),
      ]
    )
    .grouped(by: shop.category, sums: Shop.stock, Shop.worth)
    .sorted(by: .ascending(Shop.name))
    .configureRow { [settings, store] row, item in
      if item[Shop.stock] <= store[settings.lowStock] { row.mark("warning") }
    }
    .form { item in
      Form {
        item.inputs(except: Shop.note, Shop.picture)
        FormGroup(tr("More")) {
          item.input(Shop.note)
          item.input(Shop.picture)
        }
      }
    }
    .whenEmpty(tr("No items yet"), icon: "list-add-symbolic")
    .keeping("items")
    items = table
    return table
  }
}
