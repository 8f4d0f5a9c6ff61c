internal import HikidashiBase

/// What a save is about to change in a folder: written, durably, before the first change is made,
/// so that whoever opens the folder next can finish what was begun.
///
/// It is one file: a line with a checksum (XXH64) of all that follows, then for each change a line
/// with what is done, the count of bytes, and the name, and the bytes behind it.
///
/// ```
/// hikidashi-save 1 44bc2cf5ad770999
/// records 18 cards.tsv
/// …
/// value 4 look
/// dark
/// remove 0 window/size
///
/// ```
struct SaveJournal: Equatable {
  struct Change: Equatable {
    enum Kind: String { case records, value, remove }

    var kind: Kind
    var name: StorageName
    var bytes: [UInt8] = []
  }

  var changes: [Change]

  /// Where it is, in the folder.
  static let name = StorageName(unchecked: StorageName.reserved + "save")
  static let version = 1

  /// Why a journal cannot be read.
  enum Problem: Error, Equatable {
    case damaged(String)
    case newer(Int)
  }

  /// Puts the changes in order: removals come first, as they make room for other names.
  init(_ changes: [Change]) {
    // What is deep in folders comes late, as its sync is one of the folders above, too.
    let removals = changes.filter { $0.kind == .remove }
    let others = changes.filter { $0.kind != .remove }
    self.changes =
      removals
      + others.sorted { ($0.name.folders.count, $0.name) < ($1.name.folders.count, $1.name) }
  }

  /// The changes with how durable each must be when it is made.
  ///
  /// A durable one syncs the folders from that of its name up to the root, and so stands for those
  /// before it in any of these. A removal does not, as it may have been made before.
  var steps: [(change: Change, durability: Durability)] {
    var settled: Set<Folder> = []
    var steps: [(change: Change, durability: Durability)] = []
    for change in changes.reversed() {
      let isRecords = change.kind == .records
      let folder = Folder(isRecords: isRecords, name: change.name.folder)
      steps.append((change, settled.contains(folder) ? .atomic : .durable))
      guard change.kind != .remove else { continue }
      settled.insert(Folder(isRecords: isRecords, name: nil))
      settled.formUnion(change.name.folders.map { Folder(isRecords: isRecords, name: $0) })
    }
    return steps.reversed()
  }

  private struct Folder: Hashable {
    var isRecords: Bool
    var name: StorageName?
  }

  var bytes: [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(changes.reduce(0) { $0 + $1.bytes.count + 1_100 })
    for change in changes {
      body += "\(change.kind.rawValue) \(change.bytes.count) \(change.name)\n".utf8
      body += change.bytes
      body.append(Self.lineEnd)
    }
    let checksum = String(Self.checksum(body[...]), radix: 16)
    return Array("hikidashi-save \(Self.version) \(checksum)\n".utf8) + body
  }

  init(_ bytes: [UInt8]) throws(Problem) {
    var rest = bytes[...]
    let first = Self.line(&rest)?.split(separator: " ") ?? []
    guard first.count >= 2, first[0] == "hikidashi-save", let version = Int(first[1]) else {
      throw .damaged(tr("its first line does not begin as that of an unfinished save"))
    }
    guard version == Self.version else { throw .newer(version) }
    guard first.count == 3, UInt64(first[2], radix: 16) == Self.checksum(rest) else {
      throw .damaged(tr("the checksum is not that of its bytes"))
    }
    changes = []
    while !rest.isEmpty {
      let words = Self.line(&rest)?.split(separator: " ", maxSplits: 2) ?? []
      guard words.count == 3, let kind = Change.Kind(rawValue: String(words[0])),
        let count = Int(words[1]), count >= 0, count < rest.count,
        let name = try? StorageName(String(words[2]))
      else { throw .damaged(tr("a line of it cannot be read")) }
      changes.append(Change(kind: kind, name: name, bytes: Array(rest.prefix(count))))
      rest = rest.dropFirst(count + 1)
    }
  }

  private static let lineEnd = UInt8(ascii: "\n")

  private static func line(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: lineEnd) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(validating: rest[..<end], as: UTF8.self)
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.withUnsafeBytes { XXHash64.hash($0) }
  }
}
