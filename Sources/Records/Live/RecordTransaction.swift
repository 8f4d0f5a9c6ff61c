internal import HikidashiBase

/// A complete change of ``LiveRecords``: an edit, its undoing or redoing, or a change from outside.
public struct RecordTransaction: Sendable {
  /// The causes of a change.
  public enum Kind: Hashable, Sendable {
    case edit
    case undo
    case redo
    /// Another process or machine changed the stored records.
    case external
    /// Several changes were merged into one, because the reader was slow.
    case several
  }

  /// The table before the change.
  public let before: RecordTable
  /// The table after the change.
  public let after: RecordTable
  /// The cause of the change.
  public let kind: Kind
  /// The name of the edit, for an undo menu; of merged changes, the name of the last one.
  public let name: String?
  /// The number of the change, or the numbers of the changes merged into it, counted from 1 for
  /// each ``LiveRecords``. Every reader gets each number exactly once, in order.
  public let numbers: ClosedRange<Int>
  private let knownChanges: RecordChanges?

  init(
    before: RecordTable, after: RecordTable, kind: Kind, name: String?, numbers: ClosedRange<Int>,
    changes: RecordChanges?
  ) {
    self.before = before
    self.after = after
    self.kind = kind
    self.name = name
    self.numbers = numbers
    knownChanges = changes
  }

  /// Which records were inserted, removed and updated.
  ///
  /// - Complexity: O(1), or what ``RecordTable/changes(since:)`` takes where there are several.
  public var changes: RecordChanges { knownChanges ?? after.changes(since: before) }
}

extension RecordTransaction: MergeableChange {
  package func merged(with next: RecordTransaction) -> RecordTransaction {
    RecordTransaction(
      before: before, after: next.after, kind: .several, name: next.name,
      numbers: numbers.lowerBound...next.numbers.upperBound, changes: nil)
  }
}
