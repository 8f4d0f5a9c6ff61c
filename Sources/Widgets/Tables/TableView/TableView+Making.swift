public import Outlines

extension TableView where Item == String {
  /// A list of texts. The same text may stand there more than once.
  public convenience init(_ strings: [String]) {
    self.init(strings, text: { $0 }, cells: nil, matching: .texts)
  }

  /// The texts of all rows.
  public var strings: [String] { items }

  /// The texts of the selected rows, from the top down.
  public var selectedStrings: [String] { selectedItems }
}

extension TableView where Item: Identifiable {
  /// A list of things that know their identity, each shown by its text.
  ///
  /// ```swift
  /// TableView(people) { $0.name }
  /// ```
  public convenience init(_ items: [Item], text: @escaping @MainActor (Item) -> String) {
    self.init(items, text: text, cells: nil, matching: .identities)
  }

  /// A list of things that know their identity, in cells that are made in Swift.
  ///
  /// - Parameters:
  ///   - items: One for each row.
  ///   - cells: How rows are drawn.
  ///   - text: The text of a row: what is searched, copied, and said by a screen reader.
  public convenience init(
    _ items: [Item], cells: Cells<Item>, text: @escaping @MainActor (Item) -> String
  ) {
    self.init(items, text: text, cells: cells, matching: .identities)
  }
}

/// Finds the rows that stay when there are others.
struct RowMatcher<Item: Sendable> {
  let difference: (_ old: [Item], _ new: [Item]) -> ListDifference
}

extension RowMatcher where Item == String {
  /// Rows with the same text are the same rows.
  static var texts: RowMatcher {
    RowMatcher { ListDifference(from: $0, to: $1) { $0 } }
  }
}

extension RowMatcher where Item: Identifiable {
  /// Rows with the same id are the same rows.
  static var identities: RowMatcher {
    RowMatcher { ListDifference(from: $0, to: $1) { $0.id } }
  }
}
