import Glibc

extension FolderStorage {
  public func list(under folder: StorageName?) throws(StorageError) -> [StorageEntry] {
    var found: [StorageEntry] = []
    // Folders are opened from the root, one at a time, as there may be more than can be open.
    var waiting: [StorageName?] = [folder]
    while let next = waiting.popLast() {
      do throws(StorageError) {
        try attempt(.list, next) { () throws(FileFailure) in
          try list(next, into: &found, &waiting)
        }
      } catch .notFound {
        // Removed since it was seen, or never there.
      }
    }
    // A folder without a name can still be read, and is empty.
    if found.isEmpty, isRootGone { throw .vanished(failure(.list, folder)) }
    return found.sorted { $0.name < $1.name }
  }

  /// Lists one folder: its files to `found` and its folders to `waiting`.
  private func list(
    _ folder: StorageName?, into found: inout [StorageEntry], _ waiting: inout [StorageName?]
  ) throws(FileFailure) {
    let descriptor = try openFolder(folder)
    defer { files.close(descriptor) }
    for part in try files.names(in: descriptor) {
      // What no name can say was put there by others.
      let text = folder.map { "\($0)/\(part)" } ?? part
      guard NameProblem.first(in: text) == nil,
        let status = try statusIfAny(part, in: descriptor)
      else { continue }
      let name = StorageName(unchecked: text)
      switch status.kind {
      case .file:
        found.append(StorageEntry(name: name, size: status.size, modified: status.modified))
      case .folder: waiting.append(name)
      case .other: continue
      }
    }
  }
}
