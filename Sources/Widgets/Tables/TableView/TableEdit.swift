/// What a person has done to the rows of a table, or taken back.
public enum TableEdit<Item: Sendable>: Sendable {
  /// Rows were inserted.
  case inserted([Item])
  /// Rows were removed.
  case removed([Item])
  /// Rows have another place.
  case moved([Item])

  /// The items of the rows that were concerned, from the top down.
  public var items: [Item] {
    switch self {
    case .inserted(let items), .removed(let items), .moved(let items): items
    }
  }
}
