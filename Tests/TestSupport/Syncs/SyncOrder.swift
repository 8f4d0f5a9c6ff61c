/// What is not on the disk yet at each moment of a program, and whether that keeps what the program
/// promises.
///
/// It is fed with what the program did, in order, and knows what POSIX says: bytes are on the disk
/// when their file was synced after they were written, and a name when its folder was synced after it
/// was given or taken. Folders are not renamed.
///
/// What must hold of SQLite's files is what its documentation calls atomic commit: the log is on the
/// disk before the database is written, the database before the log is begun anew or removed, and a
/// log's head is apart from what follows it.
package struct SyncOrder: Sendable {
  /// What a power cut may do to a file or to its name.
  package enum Promise: Int, Sendable {
    /// Anything: it is made anew, or removed by whoever starts next.
    case nothing
    /// Undo the last changes, and never leave a half.
    case atomic
    /// Anything, until it was acknowledged; nothing then.
    case acknowledged
    /// Undo the last changes and never leave a half, until it was acknowledged; nothing then.
    case durable
  }

  /// Why a power cut at this moment could break a promise.
  package struct Complaint: Error, CustomStringConvertible {
    package let description: String
  }

  /// The parts of a file that were written and not synced, with the number of the last event.
  private struct Unsynced: Sendable {
    var head: Int?
    var rest: Int?
    var last: Int { max(head ?? -1, rest ?? -1) }
  }

  private let databases: Set<String>
  private let journal: String?
  private let promise: @Sendable (String) -> Promise
  private var nodes: [String: Int] = [:]
  private var contents: [Int: Unsynced] = [:]
  /// The names that were given or taken, with the number of the event.
  private var names: [String: Int] = [:]
  private var nextNode = 0
  private var eventCount = 0

  /// - Parameters:
  ///   - databases: The paths of SQLite's files.
  ///   - journal: The path of a file in which several changes are announced: it is on the disk before
  ///     the first of them, and they are before it is removed.
  ///   - promise: What is promised of a path; durable, if not given.
  package init(
    databases: Set<String> = [], journal: String? = nil,
    promise: @escaping @Sendable (String) -> Promise = { _ in .durable }
  ) {
    self.databases = databases
    self.journal = journal
    self.promise = promise
  }

  /// The number of the last event that a sync would cover; nil where it would cover none, and for what
  /// is no sync.
  package func lastUnsynced(by sync: FileEvent) -> Int? {
    switch sync {
    case .sync(let path):
      let own = nodes[path].flatMap { contents[$0]?.last }
      let given = names.filter { Self.isSettled($0.key, bySyncOf: path) }.values.max()
      return [own, given].compactMap { $0 }.max()
    case .syncFileSystem: return (contents.values.map(\.last) + names.values).max()
    default: return nil
    }
  }

  /// Takes what happens next.
  package mutating func take(_ event: FileEvent) throws(Complaint) {
    defer { eventCount += 1 }
    switch event {
    case .makeFile(let path), .makeFolder(let path):
      if nodes[path] == nil {
        nodes[path] = newNode()
        name(path)
      }
    case .write(let path, let offset): try write(path, isHead: offset.map { $0 < 32 } ?? false)
    case .truncate(let path):
      if nodes[path] == nil { try take(.makeFile(path)) } else { try write(path, isHead: true) }
    case .rename(let old, let new):
      try publish(node(old), as: new)
      forget(old)
    case .link(let old, let new): try publish(node(old), as: new)
    case .exchange(let one, let other):
      let nodes = (node(one), node(other))
      try publish(nodes.0, as: other)
      try publish(nodes.1, as: one)
    case .removeFile(let path):
      try checkRemoval(of: path)
      forget(path)
    case .removeFolder(let path):
      // An empty folder that comes back is seen by nobody, but the names that were in it would be.
      nodes[path] = nil
      names[path] = nil
      for (inner, number) in names where inner.hasPrefix(path + "/") {
        names[inner] = nil
        names[path + Self.gone + inner.dropFirst(path.count)] = number
      }
    case .sync(let path):
      if let node = nodes[path] { contents[node] = nil }
      names = names.filter { !Self.isSettled($0.key, bySyncOf: path) }
    case .syncFileSystem:
      // What a test looks at is one file system.
      contents = [:]
      names = [:]
    case .acknowledge(let text): try checkAll(at: text)
    }
  }

  /// Takes the program's end: a database has what it took over from its log.
  package func end() throws(Complaint) {
    for database in databases where hasUnsyncedContent(database) {
      throw complaint("the program ends before \(database) is on the disk")
    }
  }

  private mutating func newNode() -> Int {
    nextNode += 1
    return nextNode
  }

  private mutating func node(_ path: String) -> Int {
    if let node = nodes[path] { return node }
    let node = newNode()
    nodes[path] = node
    return node
  }

  private mutating func name(_ path: String) {
    if rank(path) != .nothing { names[path] = eventCount }
  }

  private mutating func forget(_ path: String) {
    nodes[path] = nil
    names[path] = nil
    name(path)
  }

  private func rank(_ path: String) -> Promise {
    databases.contains { path == $0 + "-shm" } ? .nothing : promise(path)
  }

  /// Whether a power cut may do nothing to what was acknowledged.
  private func isLasting(_ path: String) -> Bool { [.acknowledged, .durable].contains(rank(path)) }

  /// Stands behind the name of a folder that was removed, in the paths of what was in it.
  private static let gone = "\u{0}"

  /// A name is settled by a sync of its folder, or where that was removed, by one that settles that.
  private static func isSettled(_ path: String, bySyncOf folder: String) -> Bool {
    let path = path.firstIndex(of: "\u{0}").map { path[..<$0] } ?? path[...]
    return path[..<(path.lastIndex(of: "/") ?? path.startIndex)] == folder
  }
}

extension SyncOrder {
  private mutating func write(_ path: String, isHead: Bool) throws(Complaint) {
    if databases.contains(path) {
      for log in [path + "-wal", path + "-journal"] where isUnsynced(log) {
        throw complaint("\(path) is written before \(log) is on the disk")
      }
    } else if let database = database(ofLog: path) {
      let unsynced = nodes[path].flatMap { contents[$0] }
      if isHead, hasUnsyncedContent(database) {
        throw complaint("\(path) begins anew before \(database) is on the disk")
      }
      if isHead, unsynced != nil {
        throw complaint("the head of \(path) is written before what was there is on the disk")
      }
      if !isHead, unsynced?.head != nil, path.hasSuffix("-wal") {
        throw complaint("\(path) goes on before its head is on the disk")
      }
    } else if rank(path) != .nothing {
      throw complaint("\(path) is written under its own name, so that a half may be left")
    }
    let node = node(path)
    if isHead { contents[node, default: Unsynced()].head = eventCount }
    if !isHead { contents[node, default: Unsynced()].rest = eventCount }
  }

  private mutating func publish(_ node: Int, as path: String) throws(Complaint) {
    if ![.nothing, .acknowledged].contains(rank(path)), contents[node] != nil {
      throw complaint("\(path) gets content that is not on the disk")
    }
    try checkAnnounced(path)
    nodes[path] = node
    name(path)
  }

  private func checkAnnounced(_ path: String) throws(Complaint) {
    guard let journal, path != journal, rank(path) != .nothing, names[journal] != nil else {
      return
    }
    throw complaint("\(path) is changed before \(journal) is on the disk, or its removal")
  }

  private func checkRemoval(of path: String) throws(Complaint) {
    if path == journal { try checkAll(at: "removing \(path)") }
    try checkAnnounced(path)
    if let database = database(ofLog: path), hasUnsyncedContent(database) {
      throw complaint("\(path) is removed before \(database) is on the disk")
    }
  }

  private func checkAll(at text: String) throws(Complaint) {
    let lost = names.keys.filter { isLasting($0) }
    if let path = lost.min() {
      throw complaint("“\(text)” is acknowledged before the name \(path) is on the disk")
    }
    let torn = nodes.filter { contents[$0.value] != nil && isLasting($0.key) }
    if let path = torn.keys.min() {
      throw complaint("“\(text)” is acknowledged before \(path) is on the disk")
    }
  }

  /// Whether the log is there, and not as a whole on the disk.
  private func isUnsynced(_ path: String) -> Bool {
    nodes[path] != nil && (names[path] != nil || hasUnsyncedContent(path))
  }

  private func hasUnsyncedContent(_ path: String) -> Bool {
    nodes[path].map { contents[$0] != nil } ?? false
  }

  private func database(ofLog path: String) -> String? {
    databases.first { path == $0 + "-wal" || path == $0 + "-journal" }
  }

  private func complaint(_ text: String) -> Complaint {
    Complaint(description: "\(text) (event \(eventCount))")
  }
}
