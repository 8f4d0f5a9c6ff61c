/// What an app saves when its window loses focus, at quit, and when it is told to end (SIGTERM).
///
/// `App` in `Widgets` calls it; a command-line program calls it before it ends.
public protocol SavesWithApp: Sendable {
  /// Saves what was changed since the last time, if anything; waits for the disk.
  func saveIfNeeded() throws
}

extension RecordStore: SavesWithApp {
  /// Saves what is not stored yet, which there is only with ``StoreSaving/whenAsked``.
  public func saveIfNeeded() throws {
    if hasUnsavedChanges { try save() }
  }
}
