import Hikidashi

enum Currency: String, CaseIterable, PreferenceValue {
  case yen = "¥"
  case dollar = "$"
  case euro = "€"
}

/// What a person decides: also by flags (`--low-stock 3`) and variables (`INVENTORY_DATABASE`).
struct Settings: PreferenceGroup {
  let title = tr("Inventory")
  let currency = Preference("currency", default: Currency.yen, title: tr("Currency"))
  let lowStock = Preference("low-stock", default: 5, in: 0...1_000, title: tr("Low stock"))
  let database = Preference(
    "database", default: "", title: tr("Database"),
    help: tr("postgresql://… shares the items; counts from the next start on"))
}
