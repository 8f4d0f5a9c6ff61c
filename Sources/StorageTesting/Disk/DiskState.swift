import Glibc
import HikidashiBase
import HikidashiStorage

/// The files and folders of a ``SimulatedDisk``, as programs see them and as they are on the disk.
struct DiskState {
  enum Node {
    case file(DiskFile)
    case folder(DiskFolder)
  }

  struct Open {
    var node: Int
    var position = 0
    var isLocked = false
  }

  var nodes: [Int: Node] = [0: .folder(DiskFolder())]
  let root = 0
  var open: [Int32: Open] = [:]
  var stepCount = 0
  var lastStep = Int.max
  var failures: [Int: Int32] = [:]
  var writeLimit = Int.max
  var journal: [String] = []
  private var nextNode = 1
  private var nextDescriptor: Int32 = 3
}

extension DiskState {
  /// Counts a call that changes something; throws if it is set to fail or the power is cut.
  mutating func step(_ what: String) throws(FileFailure) {
    guard stepCount < lastStep else { throw FileFailure(EIO, in: "power cut") }
    journal.append(what)
    stepCount += 1
    if let code = failures[stepCount - 1] { throw FileFailure(code, in: what) }
  }

  mutating func add(_ opened: Open) -> Int32 {
    defer { nextDescriptor += 1 }
    open[nextDescriptor] = opened
    return nextDescriptor
  }

  mutating func make(_ node: Node) -> Int {
    defer { nextNode += 1 }
    nodes[nextNode] = node
    return nextNode
  }

  func folder(_ descriptor: Int32) throws(FileFailure) -> Int {
    guard let node = open[descriptor]?.node else { throw FileFailure(EBADF, in: "openat") }
    guard case .folder = nodes[node] else { throw FileFailure(ENOTDIR, in: "openat") }
    return node
  }

  func file(_ descriptor: Int32) throws(FileFailure) -> DiskFile {
    guard let node = open[descriptor]?.node else { throw FileFailure(EBADF, in: "read") }
    guard case .file(let file) = nodes[node] else { throw FileFailure(EISDIR, in: "read") }
    return file
  }

  mutating func set(_ descriptor: Int32, _ file: DiskFile) {
    if let node = open[descriptor]?.node { nodes[node] = .file(file) }
  }

  func node(_ name: String, in descriptor: Int32) throws(FileFailure) -> Int {
    guard case .folder(let folder) = nodes[try self.folder(descriptor)],
      let node = folder.names[Array(name.utf8)]
    else { throw FileFailure(ENOENT, in: "openat") }
    return node
  }

  /// Gives `name` to a node, or removes the name if `node` is nil.
  mutating func enter(_ name: String, _ node: Int?, in folder: Int) {
    guard case .folder(var content) = nodes[folder] else { return }
    content.set(name, node)
    nodes[folder] = .folder(content)
  }

  /// Throws if the folder was removed, as it then takes no new names.
  func checkLinked(_ folder: Int, _ call: String) throws(FileFailure) {
    if links(folder) == 0 { throw FileFailure(ENOENT, in: call) }
  }

  mutating func sync(_ descriptor: Int32) throws(FileFailure) {
    guard let node = open[descriptor]?.node, let content = nodes[node] else {
      throw FileFailure(EBADF, in: "fsync")
    }
    do throws(FileFailure) {
      try step("sync")
      nodes[node] = content.synced
    } catch {
      nodes[node] = content.givenUp
      throw error
    }
  }

  mutating func lock(_ descriptor: Int32) -> Bool {
    guard let node = open[descriptor]?.node else { return false }
    if open.contains(where: { $0.key != descriptor && $0.value.node == node && $0.value.isLocked })
    {
      return false
    }
    open[descriptor]?.isLocked = true
    return true
  }

  func status(_ node: Int) -> FileStatus {
    let links = links(node)
    switch nodes[node] {
    case .file(let file):
      return FileStatus(kind: .file, size: file.bytes.count, modified: .seconds(1), links: links)
    case .folder, nil:
      return FileStatus(kind: .folder, size: 0, modified: .seconds(1), links: links)
    }
  }

  private func links(_ node: Int) -> Int {
    if node == root { return 1 }
    return nodes.values.count { other in
      if case .folder(let folder) = other { folder.names.values.contains(node) } else { false }
    }
  }

  func survivor(seed: UInt64) -> DiskState {
    var random = SeededGenerator(seed: seed)
    var next = DiskState()
    next.nextNode = nextNode
    for (number, node) in nodes.sorted(by: { $0.key < $1.key }) {
      next.nodes[number] = node.survivor(using: &random)
    }
    return next
  }
}

extension DiskState.Node {
  var synced: Self {
    switch self {
    case .file(let file): .file(file.synced)
    case .folder(let folder): .folder(DiskFolder(onDisk: folder.names))
    }
  }

  /// The node after a sync that failed; changes of names stay for the next sync.
  var givenUp: Self {
    if case .file(let file) = self { .file(file.givenUp) } else { self }
  }

  func survivor(using random: inout SeededGenerator) -> Self {
    switch self {
    case .file(let file): .file(DiskFile(onDisk: file.survivor(using: &random)))
    case .folder(let folder): .folder(DiskFolder(onDisk: folder.survivor(using: &random)))
    }
  }
}
