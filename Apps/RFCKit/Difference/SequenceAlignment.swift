/// Which elements of two sequences are left out so that the rest is the same.
///
/// Short sequences are aligned with the fewest that are left out. Long ones are divided first at the
/// elements that each has once, so that time and memory stay in bounds whatever they are.
///
/// - Source: the division is that of patience diff, by B. Cohen.
struct SequenceAlignment {
  /// Positions in the older sequence that the newer one lacks.
  private(set) var removed: Set<Int> = []
  /// Positions in the newer sequence that the older one lacks.
  private(set) var inserted: Set<Int> = []

  /// Elements of both together that are aligned at once.
  private static let most = 2_000

  private let old: [String]
  private let new: [String]

  /// - Complexity: O(*n* · log *n*), and within stretches of 2,000 elements O(*n* · *d*).
  init(_ old: [String], _ new: [String]) {
    self.old = old
    self.new = new
    var open = [(old.indices, new.indices)]
    while let (one, other) = open.popLast() { open += align(one, other) }
  }

  /// Aligns two stretches; what is left of them where they are too long.
  private mutating func align(_ one: Range<Int>, _ other: Range<Int>) -> [(Range<Int>, Range<Int>)]
  {
    var (one, other) = (one, other)
    while let a = one.first, let b = other.first, old[a] == new[b] {
      (one, other) = (one.dropFirst(), other.dropFirst())
    }
    while let a = one.last, let b = other.last, old[a] == new[b] {
      (one, other) = (one.dropLast(), other.dropLast())
    }
    if one.isEmpty || other.isEmpty {
      leaveOut(one, other)
      return []
    }
    if one.count + other.count <= Self.most {
      for step in new[other].difference(from: old[one]) {
        switch step {
        case .remove(let place, _, _): removed.insert(one.lowerBound + place)
        case .insert(let place, _, _): inserted.insert(other.lowerBound + place)
        }
      }
      return []
    }
    let anchors = anchors(one, other)
    if anchors.isEmpty {
      leaveOut(one, other)
      return []
    }
    return Self.between(anchors, one, other)
  }

  private mutating func leaveOut(_ one: Range<Int>, _ other: Range<Int>) {
    removed.formUnion(one)
    inserted.formUnion(other)
  }

  /// The stretches between places that are the same.
  private static func between(
    _ anchors: [(old: Int, new: Int)], _ one: Range<Int>, _ other: Range<Int>
  ) -> [(Range<Int>, Range<Int>)] {
    var parts: [(Range<Int>, Range<Int>)] = []
    var (start, begin) = (one.lowerBound, other.lowerBound)
    for anchor in anchors + [(one.upperBound, other.upperBound)] {
      parts.append((start..<anchor.old, begin..<anchor.new))
      (start, begin) = (anchor.old + 1, anchor.new + 1)
    }
    return parts
  }

  /// Places of elements that each stretch has once, the most of them that are in the same order.
  private func anchors(_ one: Range<Int>, _ other: Range<Int>) -> [(old: Int, new: Int)] {
    func once(_ range: Range<Int>, _ list: [String]) -> [String: Int] {
      Dictionary(range.map { (list[$0], $0) }) { _, _ in -1 }.filter { $0.value >= 0 }
    }
    let places = once(other, new)
    let pairs = once(one, old).compactMap { word, place in
      places[word].map { (old: place, new: $0) }
    }
    .sorted { $0.old < $1.old }
    // The longest run that ascends: for each length the pair with the least end.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: pairs.count)
    for (position, pair) in pairs.enumerated() {
      let length = ends.partitioningIndex { pairs[$0].new >= pair.new }
      before[position] = length > 0 ? ends[length - 1] : nil
      if length == ends.count { ends.append(position) } else { ends[length] = position }
    }
    var anchors: [(old: Int, new: Int)] = []
    var next = ends.last
    while let position = next {
      anchors.append(pairs[position])
      next = before[position]
    }
    return anchors.reversed()
  }
}
