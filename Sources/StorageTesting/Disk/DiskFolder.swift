import HikidashiBase

/// The names in a folder, as programs see them and as they are on the disk.
struct DiskFolder {
  /// The nodes by the bytes of their names, as two strings of other bytes can be equal.
  private(set) var names: [[UInt8]: Int]
  /// The names that are certainly on the disk.
  private var onDisk: [[UInt8]: Int]
  /// The changes since the last sync; any of them may be on the disk.
  private var pending: [(name: [UInt8], node: Int?)] = []

  init(onDisk: [[UInt8]: Int] = [:]) {
    self.onDisk = onDisk
    names = onDisk
  }

  mutating func set(_ name: String, _ node: Int?) {
    pending.append((Array(name.utf8), node))
    names[Array(name.utf8)] = node
  }

  func survivor(using random: inout SeededGenerator) -> [[UInt8]: Int] {
    var left = onDisk
    let share = [0, 2, 4, 6, 8].randomElement(using: &random) ?? 4
    for (name, node) in pending where Int.random(in: 0..<8, using: &random) < share {
      left[name] = node
    }
    return left
  }
}
