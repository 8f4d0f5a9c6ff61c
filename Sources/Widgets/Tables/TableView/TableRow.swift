/// A row of a ``TableView``, as its hooks see it.
public struct TableRow<Item: Sendable>: Sendable {
  /// Its place among all rows, filtered or not, from 0.
  public let index: Int
  /// What the row stands for.
  public let item: Item
  /// Its text: what is searched, copied, and said by a screen reader.
  public let text: String
  public let isSelected: Bool
}
