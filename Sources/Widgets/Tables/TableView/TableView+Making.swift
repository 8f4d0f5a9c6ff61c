public import Outlines

extension TableView where Item == String {
  /// A list of texts. The same text may stand there more than once.
  public convenience init(_ strings: [String]) {
    self.init(strings, text: { $0 }, cells: nil, matching: .texts, columns: [])
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
  @inlinable
  public convenience init(_ items: [Item], text: @escaping @MainActor (Item) -> String) {
    self.init(items, text: text, cells: nil, matching: .identities, columns: [])
  }

  /// A list of things that know their identity, in cells that are made in Swift.
  ///
  /// - Parameters:
  ///   - items: One for each row.
  ///   - cells: How rows are drawn.
  ///   - text: The text of a row: what is searched, copied, and said by a screen reader.
  @inlinable
  public convenience init(
    _ items: [Item], cells: Cells<Item>, text: @escaping @MainActor (Item) -> String
  ) {
    self.init(items, text: text, cells: cells, matching: .identities, columns: [])
  }
}

/// Finds the rows that stay when there are others.
@usableFromInline
struct RowMatcher<Item: Sendable> {
  @usableFromInline let difference: (_ old: [Item], _ new: [Item]) -> ListDifference

  @inlinable
  init(difference: @escaping (_ old: [Item], _ new: [Item]) -> ListDifference) {
    self.difference = difference
  }
}

extension RowMatcher where Item == String {
  /// Rows with the same text are the same rows.
  static var texts: RowMatcher {
    RowMatcher { ListDifference(from: $0, to: $1) { $0 } }
  }
}

extension RowMatcher where Item: Identifiable {
  /// Rows with the same id are the same rows. Inlinable, so that it is compiled for the app's own ids.
  @inlinable
  static var identities: RowMatcher {
    RowMatcher { ListDifference(from: $0, to: $1) { $0.id } }
  }
}
