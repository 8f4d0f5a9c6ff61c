import HikidashiBase

/// The content of a file, as programs see it and as it is on the disk.
struct DiskFile {
  private(set) var bytes: [UInt8]
  /// The bytes that are certainly on the disk.
  private var onDisk: [UInt8]
  /// The changes since the last sync; each of them reaches the disk on its own or not at all.
  private var pending: [Change] = []
  /// The changes that a sync failed to write; any of them may be on the disk.
  private var lost: [Change] = []

  private enum Change {
    case write([UInt8], offset: Int)
    case truncate(size: Int)
  }

  /// The number of bytes that the disk writes at once: few, so that short texts are torn, too.
  private static let sector = 4

  init(onDisk: [UInt8] = []) {
    self.onDisk = onDisk
    bytes = onDisk
  }

  mutating func append(_ part: [UInt8]) {
    for start in stride(from: 0, to: part.count, by: Self.sector) {
      let piece = Array(part[start..<min(start + Self.sector, part.count)])
      pending.append(.write(piece, offset: bytes.count + start))
    }
    bytes += part
  }

  mutating func truncate(to size: Int) {
    pending.append(.truncate(size: size))
    bytes = Self.resized(bytes, size)
  }

  func survivor(using random: inout SeededGenerator) -> [UInt8] {
    var left = onDisk
    // All, nothing and a half are as likely as what lies between.
    let share = [0, 2, 4, 6, 8].randomElement(using: &random) ?? 4
    for change in lost + pending where Int.random(in: 0..<8, using: &random) < share {
      Self.make(change, &left)
    }
    return left
  }

  /// The file after a sync.
  var synced: DiskFile {
    var file = self
    for change in pending { Self.make(change, &file.onDisk) }
    file.pending = []
    return file
  }

  /// The file after a sync that failed. The system reports the failure once and then treats the
  /// changes in memory as written: no later sync writes them.
  var givenUp: DiskFile {
    var file = self
    file.lost += pending
    file.pending = []
    return file
  }

  private static func make(_ change: Change, _ bytes: inout [UInt8]) {
    switch change {
    case .write(let piece, let offset):
      bytes = resized(bytes, max(bytes.count, offset + piece.count))
      bytes.replaceSubrange(offset..<offset + piece.count, with: piece)
    case .truncate(let size): bytes = resized(bytes, size)
    }
  }

  private static func resized(_ bytes: [UInt8], _ size: Int) -> [UInt8] {
    Array(bytes.prefix(size)) + [UInt8](repeating: 0, count: max(0, size - bytes.count))
  }
}
