/// What happened between two dates of the index.
///
/// ```swift
/// let changes = new.changes(since: old)
/// print(changes.published.count, "new")
/// ```
public struct RFCIndexChanges: Sendable, Hashable {
  /// A number, and what it has now that it had not.
  public struct Related: Sendable, Hashable {
    /// The number of the RFC.
    public var number: Int
    /// The documents that are new in its list.
    public var by: [DocumentReference]
  }

  /// A change of status.
  public struct StatusChange: Sendable, Hashable {
    /// The number of the RFC.
    public var number: Int
    /// The status in the older index.
    public var before: RFCStatus
    /// The status in the newer index.
    public var now: RFCStatus
  }

  /// The numbers that came out.
  public var published: [Int] = []
  /// What was replaced, and by what.
  public var obsoleted: [Related] = []
  /// What was amended, and by what.
  public var updated: [Related] = []
  /// What has another status.
  public var statuses: [StatusChange] = []

  /// Whether nothing happened.
  public var isEmpty: Bool {
    published.isEmpty && obsoleted.isEmpty && updated.isEmpty && statuses.isEmpty
  }
}

extension RFCIndex {
  /// What happened since another date of the index: each list is in the order of the numbers.
  ///
  /// - Complexity: O(*n* · log *n*) in the entries.
  public func changes(since old: RFCIndex) -> RFCIndexChanges {
    var changes = RFCIndexChanges()
    for entry in entries.sorted(by: { $0.number < $1.number }) where entry.isIssued {
      let before = old[entry.number].flatMap { $0.isIssued ? $0 : nil }
      if before == nil { changes.published.append(entry.number) }
      let obsoleted = entry.obsoletedBy.filter { !(before?.obsoletedBy.contains($0) ?? false) }
      if !obsoleted.isEmpty {
        changes.obsoleted.append(.init(number: entry.number, by: obsoleted))
      }
      let updated = entry.updatedBy.filter { !(before?.updatedBy.contains($0) ?? false) }
      if !updated.isEmpty { changes.updated.append(.init(number: entry.number, by: updated)) }
      if let before, before.status != entry.status {
        changes.statuses.append(
          .init(number: entry.number, before: before.status, now: entry.status))
      }
    }
    return changes
  }

  /// The numbers below the highest one that no document has.
  ///
  /// - Complexity: O(*n* · log *n*) in the entries and the highest number.
  public var gaps: RFCGaps {
    let numbers = Set(entries.map(\.number))
    let highest = numbers.max() ?? 0
    return RFCGaps(
      neverIssued: entries.filter { !$0.isIssued }.map(\.number).sorted(),
      notPublished: highest > 0 ? (1...highest).filter { !numbers.contains($0) } : [])
  }
}

/// The numbers that no document has.
public struct RFCGaps: Sendable, Hashable {
  /// Of which the index says that they were never issued.
  public var neverIssued: [Int]
  /// Of which the index says nothing: they are reserved, or not yet published.
  public var notPublished: [Int]
}
