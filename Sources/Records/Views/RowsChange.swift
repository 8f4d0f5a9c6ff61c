/// The extent of a change of rows: those at the start and at the end show the same as before, and all
/// between them may show something else.
package struct RowsChange: Hashable, Sendable {
  /// The number of rows at the start that show the same records as before.
  package var prefix: Int
  /// The number of rows at the end that show the same records as before.
  package var suffix: Int
  package var oldCount: Int
  package var newCount: Int

  /// Whether every row shows the same record as before.
  package var isNone: Bool { oldCount == newCount && prefix + suffix >= newCount }

  init(prefix: Int, suffix: Int, oldCount: Int, newCount: Int) {
    self.prefix = prefix
    self.suffix = suffix
    self.oldCount = oldCount
    self.newCount = newCount
  }

  /// The extent of changes that were made one after another.
  init(_ changes: [ViewChange], oldCount: Int, newCount: Int) {
    var extent = RowsExtent(count: oldCount)
    for change in changes {
      switch change {
      case .inserted(_, let row): extent.inserted(row)
      case .removed(_, let row): extent.removed(row)
      case .moved(_, let from, let to):
        extent.removed(from)
        extent.inserted(to)
      case .updated: break
      case .reloaded: extent.all()
      }
    }
    self = extent.change(newCount: newCount)
  }

  /// The extent among headings and shown records of a change of records.
  init(_ change: RowsChange, from old: ShownGroups, to new: ShownGroups) {
    let least = min(old.count, new.count)
    let prefix = min(
      old.rows(beforeRecord: change.prefix), new.rows(beforeRecord: change.prefix))
    let suffix = min(
      old.rows(behindStartOfRecord: change.oldCount - change.suffix),
      new.rows(behindStartOfRecord: change.newCount - change.suffix))
    self.init(
      prefix: prefix, suffix: min(suffix, least - prefix), oldCount: old.count,
      newCount: new.count)
  }
}

/// Collects the extent of changes that are made one after another.
struct RowsExtent {
  private let oldCount: Int
  private var count: Int
  private var prefix: Int
  private var suffix: Int

  /// - Parameter count: How many rows there are before.
  init(count: Int) {
    oldCount = count
    self.count = count
    prefix = count
    suffix = count
  }

  mutating func inserted(_ row: Int) {
    count += 1
    touch(row)
  }

  mutating func removed(_ row: Int) {
    touch(row)
    count -= 1
  }

  mutating func all() { (prefix, suffix) = (0, 0) }

  private mutating func touch(_ row: Int) {
    prefix = min(prefix, row)
    suffix = min(suffix, count - 1 - row)
  }

  func change(newCount: Int) -> RowsChange {
    let least = min(oldCount, newCount)
    let prefix = min(prefix, least)
    return RowsChange(
      prefix: prefix, suffix: min(suffix, least - prefix), oldCount: oldCount, newCount: newCount)
  }
}
