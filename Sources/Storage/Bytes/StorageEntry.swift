/// What is known of stored bytes without reading them.
public struct StorageEntry: Hashable, Sendable {
  public var name: StorageName
  /// The count of bytes.
  public var size: Int
  /// When they were last changed, as the time since 1970-01-01 00:00 UTC.
  ///
  /// The clock is that of the destination, and as fine as it is there: a millisecond, or less.
  public var modified: Duration

  public init(name: StorageName, size: Int, modified: Duration) {
    self.name = name
    self.size = size
    self.modified = modified
  }
}
