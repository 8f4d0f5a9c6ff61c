import HikidashiBase

/// A folder, as programs see it and as it is on the disk.
struct DiskFolder {
  /// The nodes by the bytes of their names; strings would be equal where their letters are.
  private(set) var names: [[UInt8]: Int]
  /// What is on the disk for certain.
  private var onDisk: [[UInt8]: Int]
  /// What was done since; each may have reached the disk or not.
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
