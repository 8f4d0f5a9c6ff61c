internal import CHikidashiGTK
internal import HikidashiRecords

/// Sorts the rows of a table with columns by what one of them shows.
@MainActor
final class TableSorting<Item: Sendable> {
  /// What the rows are sorted by; nil leaves them in their order.
  private(set) var order: ColumnHeader.Order?
  private let header: ColumnHeader
  private let cell: CellDefinition<Item>

  init(_ header: ColumnHeader, _ cell: CellDefinition<Item>) {
    self.header = header
    self.cell = cell
  }

  /// - Returns: False for a column that cannot be sorted by.
  @discardableResult
  func sort(by order: ColumnHeader.Order?) -> Bool {
    if let order, !cell.canSort(by: order.column) { return false }
    self.order = order
    header.showSorted(order)
    return true
  }

  /// A click on a title sorts by it, and turns the order around where it is sorted by already.
  func clicked(_ column: Int) -> Bool {
    let isTurned = order?.column == column && order?.isDescending == false
    return sort(by: ColumnHeader.Order(column: column, isDescending: isTurned))
  }

  func sorted(_ items: [Item]) -> [Item] {
    guard let order else { return items }
    return cell.sorted(items, by: order.column, descending: order.isDescending)
  }
}

extension CellDefinition {
  /// Whether rows can be sorted by a slot: by a key that it was given, or by what it shows.
  func canSort(by slot: Int) -> Bool {
    guard let content = contents.first(where: { $0.slot == slot }) else { return false }
    if content.areInOrder != nil { return true }
    return switch content.value {
    case .text, .rich, .progress: true
    case .icon, .picture, .address, .button, .pictures: false
    }
  }

  /// Sorts items by a slot; equal ones stay in their order.
  ///
  /// - Complexity: O(n log n).
  func sorted(_ items: [Item], by slot: Int, descending: Bool) -> [Item] {
    guard let content = contents.first(where: { $0.slot == slot }) else { return items }
    if let areInOrder = content.areInOrder {
      return sorted(items, descending, key: \.self, areInOrder)
    }
    switch content.value {
    case .text(let text): return sorted(items, descending, text)
    case .rich(let text, _): return sorted(items, descending) { text($0).text }
    case .progress(let part): return sorted(items, descending, key: part) { $0 < $1 }
    default: return items
    }
  }

  /// Texts come in the order of the reader's language, with numbers in them by their value.
  private func sorted(
    _ items: [Item], _ descending: Bool, _ text: @MainActor (Item) -> String
  ) -> [Item] {
    let language = Collation.localized(numbers: .byValue)
    let key: @MainActor (Item) -> [UInt8] = { language.sortKey(for: text($0)) }
    return sorted(items, descending, key: key) { $0.lexicographicallyPrecedes($1) }
  }

  private func sorted<Key>(
    _ items: [Item], _ descending: Bool, key: @MainActor (Item) -> Key,
    _ areInOrder: @MainActor (Key, Key) -> Bool
  ) -> [Item] {
    let keys = items.map(key)
    return items.indices.sorted { one, other in
      let (first, second) = descending ? (other, one) : (one, other)
      if areInOrder(keys[first], keys[second]) { return true }
      return !areInOrder(keys[second], keys[first]) && one < other
    }.map { items[$0] }
  }
}
