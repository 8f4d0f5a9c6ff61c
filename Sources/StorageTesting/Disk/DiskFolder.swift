import Support

/// A folder, as programs see it and as it is on the disk.
struct DiskFolder {
  private(set) var names: [String: Int]
  /// What is on the disk for certain.
  private var onDisk: [String: Int]
  /// What was done since; each may have reached the disk or not.
  private var pending: [(name: String, node: Int?)] = []

  init(onDisk: [String: Int] = [:]) {
    self.onDisk = onDisk
    names = onDisk
  }

  mutating func set(_ name: String, _ node: Int?) {
    pending.append((name, node))
    names[name] = node
  }

  func survivor(using random: inout SeededGenerator) -> [String: Int] {
    var left = onDisk
    let share = [0, 2, 4, 6, 8].randomElement(using: &random) ?? 4
    for (name, node) in pending where Int.random(in: 0..<8, using: &random) < share {
      left[name] = node
    }
    return left
  }
}
