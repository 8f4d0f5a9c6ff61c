internal import HikidashiBase

/// A change of ``LiveRecords`` as a whole: what one edit did, or undoing or redoing it.
public struct RecordTransaction: Sendable {
  /// How the change came about.
  public enum Kind: Hashable, Sendable {
    case edit
    case undo
    case redo
    /// Another process or machine changed what a store keeps.
    case external
    /// Several changes in one, because the reader was slow.
    case several
  }

  /// The table before the change.
  public let before: RecordTable
  /// The table after the change.
  public let after: RecordTable
  public let kind: Kind
  /// The name that the edit was given, for an undo menu; that of the last one where there are
  /// several.
  public let name: String?
  /// The first and the last change that this one stands for, counted from 1 for each
  /// ``LiveRecords``: each reader meets every number once, in order.
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
