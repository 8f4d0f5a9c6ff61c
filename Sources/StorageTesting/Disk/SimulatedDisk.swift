import Glibc
import HikidashiBase
package import HikidashiStorage

/// A disk in memory for ``FolderStorage``, on which any step can fail or be the last before a power
/// cut.
///
/// It keeps what POSIX promises and nothing more: the bytes of a file are on the disk after a sync
/// of the file, and the names in a folder after a sync of the folder. Of the changes since then, a
/// power cut can leave any part in any order: some sectors of a write, some changes of names, or
/// one half of a rename.
package final class SimulatedDisk: Sendable {
  let state: Guarded<DiskState>

  package init() { state = Guarded(DiskState()) }

  private init(_ state: sending DiskState) { self.state = Guarded(state) }

  /// The number of steps so far: calls that change something or sync.
  package var stepCount: Int { state.withLock { $0.stepCount } }

  /// The descriptions of all steps so far, in order.
  package var journal: [String] { state.withLock { $0.journal } }

  /// The number of open file descriptors.
  package var openCount: Int { state.withLock { $0.open.count } }

  /// Cuts the power before the step with this number, counted from 0: the step and all later calls
  /// fail and do nothing.
  package func cutPower(beforeStep step: Int) { state.withLock { $0.lastStep = step } }

  /// Makes one step fail with an `errno`; later syncs do not retry the writes of a failed sync.
  package func fail(step: Int, with code: Int32) { state.withLock { $0.failures[step] = code } }

  /// Limits each write to `count` bytes; a longer one writes only its first bytes.
  package func limitWrites(to count: Int) { state.withLock { $0.writeLimit = count } }

  /// Returns a running disk with what a power cut at this moment would leave; `seed` decides which
  /// changes that were not synced are kept.
  package func afterPowerCut(seed: UInt64) -> SimulatedDisk {
    SimulatedDisk(state.withLock { $0.survivor(seed: seed) })
  }
}

extension SimulatedDisk: FileOperations {
  package func openRoot(_ path: String) throws(FileFailure) -> Int32 {
    try run { disk throws(FileFailure) in disk.add(.init(node: disk.root)) }
  }

  package func openFolder(_ name: String, in folder: Int32) throws(FileFailure) -> Int32 {
    try run { disk throws(FileFailure) in
      let parent = try disk.folder(folder)
      guard name != "." else { return disk.add(.init(node: parent)) }
      let node = try disk.node(name, in: folder)
      guard case .folder = disk.nodes[node] else { throw FileFailure(ENOTDIR, in: "openat") }
      return disk.add(.init(node: node))
    }
  }

  package func openFile(
    _ name: String, in folder: Int32, for use: FileUse
  ) throws(FileFailure) -> Int32 {
    try run { disk throws(FileFailure) in
      let parent = try disk.folder(folder)
      if let node = try? disk.node(name, in: folder) {
        if use == .making { throw FileFailure(EEXIST, in: "openat") }
        if use == .appending, case .folder = disk.nodes[node] {
          throw FileFailure(EISDIR, in: "openat")
        }
        return disk.add(.init(node: node))
      }
      guard use != .reading else { throw FileFailure(ENOENT, in: "openat") }
      try disk.checkLinked(parent, "openat")
      try disk.step("make file \(name)")
      let node = disk.make(.file(DiskFile()))
      disk.enter(name, node, in: parent)
      return disk.add(.init(node: node))
    }
  }

  package func makeFolder(_ name: String, in folder: Int32) throws(FileFailure) {
    try run { disk throws(FileFailure) in
      let parent = try disk.folder(folder)
      if (try? disk.node(name, in: folder)) != nil { throw FileFailure(EEXIST, in: "mkdirat") }
      try disk.checkLinked(parent, "mkdirat")
      try disk.step("make folder \(name)")
      disk.enter(name, disk.make(.folder(DiskFolder())), in: parent)
    }
  }

  package func read(
    _ file: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileFailure) -> Int {
    // The buffer is filled outside of the lock, whose closure may not send it.
    let count = buffer.count
    let bytes = try run { disk throws(FileFailure) in
      guard let position = disk.open[file]?.position else { throw FileFailure(EBADF, in: "read") }
      let part = Array(try disk.file(file).bytes.dropFirst(position).prefix(count))
      disk.open[file]?.position += part.count
      return part
    }
    buffer.copyBytes(from: bytes)
    return bytes.count
  }

  package func write(
    _ bytes: UnsafeRawBufferPointer, to file: Int32
  ) throws(FileFailure) -> Int {
    let bytes = Array(bytes)
    return try run { disk throws(FileFailure) in
      let part = Array(bytes.prefix(disk.writeLimit))
      var content = try disk.file(file)
      try disk.step("write \(part.count) bytes")
      content.append(part)
      disk.set(file, content)
      return part.count
    }
  }

  package func truncate(_ file: Int32, to size: Int) throws(FileFailure) {
    try run { disk throws(FileFailure) in
      var content = try disk.file(file)
      try disk.step("truncate to \(size)")
      content.truncate(to: size)
      disk.set(file, content)
    }
  }

  package func sync(_ descriptor: Int32) throws(FileFailure) {
    try run { disk throws(FileFailure) in try disk.sync(descriptor) }
  }

  package func lock(_ descriptor: Int32) throws(FileFailure) -> Bool {
    try run { disk throws(FileFailure) in disk.lock(descriptor) }
  }

  package func close(_ descriptor: Int32) {
    state.withLock { _ = $0.open.removeValue(forKey: descriptor) }
  }

  package func rename(
    _ name: String, in folder: Int32, to newName: String, in newFolder: Int32
  ) throws(FileFailure) {
    try run { disk throws(FileFailure) in
      let (from, to) = (try disk.folder(folder), try disk.folder(newFolder))
      let node = try disk.node(name, in: folder)
      if let old = try? disk.node(newName, in: newFolder), case .folder = disk.nodes[old] {
        throw FileFailure(EISDIR, in: "renameat")
      }
      try disk.checkLinked(to, "renameat")
      try disk.step("rename to \(newName)")
      disk.enter(newName, node, in: to)
      disk.enter(name, nil, in: from)
    }
  }

  package func exchange(
    _ name: String, in folder: Int32, with otherName: String, in otherFolder: Int32
  ) throws(FileFailure) {
    try run { disk throws(FileFailure) in
      let (one, other) = (try disk.folder(folder), try disk.folder(otherFolder))
      let node = try disk.node(name, in: folder)
      let otherNode = try disk.node(otherName, in: otherFolder)
      try disk.step("exchange with \(otherName)")
      disk.enter(otherName, node, in: other)
      disk.enter(name, otherNode, in: one)
    }
  }

  package func unlink(_ name: String, in folder: Int32) throws(FileFailure) {
    try run { disk throws(FileFailure) in
      let parent = try disk.folder(folder)
      let node = try disk.node(name, in: folder)
      if case .folder = disk.nodes[node] { throw FileFailure(EISDIR, in: "unlinkat") }
      try disk.step("unlink \(name)")
      disk.enter(name, nil, in: parent)
    }
  }

  package func removeFolder(_ name: String, in folder: Int32) throws(FileFailure) {
    try run { disk throws(FileFailure) in
      let parent = try disk.folder(folder)
      let node = try disk.node(name, in: folder)
      guard case .folder(let content) = disk.nodes[node] else {
        throw FileFailure(ENOTDIR, in: "unlinkat")
      }
      if !content.names.isEmpty { throw FileFailure(ENOTEMPTY, in: "unlinkat") }
      try disk.step("remove folder \(name)")
      disk.enter(name, nil, in: parent)
    }
  }

  package func status(_ name: String, in folder: Int32) throws(FileFailure) -> FileStatus {
    try run { disk throws(FileFailure) in disk.status(try disk.node(name, in: folder)) }
  }

  package func status(of descriptor: Int32) throws(FileFailure) -> FileStatus {
    try run { disk throws(FileFailure) in
      guard let open = disk.open[descriptor] else { throw FileFailure(EBADF, in: "fstat") }
      return disk.status(open.node)
    }
  }

  package func names(in folder: Int32) throws(FileFailure) -> [String] {
    try run { disk throws(FileFailure) in
      guard case .folder(let content) = disk.nodes[try disk.folder(folder)] else { return [] }
      return content.names.keys.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func run<Result: Sendable>(
    _ body: (inout DiskState) throws(FileFailure) -> Result
  ) throws(FileFailure) -> Result {
    try state.withLock { disk throws(FileFailure) in
      // A machine without power does nothing at all.
      if disk.stepCount >= disk.lastStep { throw FileFailure(EIO, in: "power cut") }
      return try body(&disk)
    }
  }
}
