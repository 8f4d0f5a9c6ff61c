/// The error that the same records were changed here and elsewhere, in different ways.
///
/// ```swift
/// for number in conflict.numbers {
///   let versions = conflict.versions(of: number)
///   print(versions.ours?[name] ?? "removed", versions.theirs?[name] ?? "removed")
/// }
/// ```
public struct RecordConflict: Error, Sendable {
  /// The records that were changed on both sides.
  public let numbers: RecordSet
  /// The table that our change was based on.
  public let base: RecordTable
  /// The table as our change would have it.
  public let ours: RecordTable
  /// The table as it is now, with what was changed elsewhere.
  public let theirs: RecordTable

  package init(numbers: RecordSet, base: RecordTable, ours: RecordTable, theirs: RecordTable) {
    self.numbers = numbers
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  /// The three versions of a record; a version is nil where the record does not exist.
  public func versions(
    of number: RecordNumber
  ) -> (base: Record?, ours: Record?, theirs: Record?) {
    func version(_ table: RecordTable) -> Record? { table.contains(number) ? table[number] : nil }
    return (version(base), version(ours), version(theirs))
  }
}

extension RecordConflict: CustomStringConvertible {
  /// The error as a message for a person.
  public var description: String {
    let shown = numbers.prefix(5).map(\.description).joined(separator: ", ")
    let more = numbers.count > 5 ? " and \(numbers.count - 5) more" : ""
    let subject = numbers.count == 1 ? "record \(shown) was" : "records \(shown)\(more) were"
    return "\(subject) also changed elsewhere; look at both versions and make the change again"
  }
}
