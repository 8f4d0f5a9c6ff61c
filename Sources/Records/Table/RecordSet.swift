/// A set of record numbers, in ascending order: what a search finds.
///
/// ```swift
/// let found = cards.search(rate >= 4)
/// print(found.count, found.first ?? "none")
/// for number in found { print(cards[number, name]) }
/// ```
///
/// Kept as a bit for each number, in chunks that sets and tables share.
///
/// - Complexity: `contains` and `count` O(1); combining two sets O(*n* / 64) in the greatest number.
public struct RecordSet: Sendable {
  /// Chunk *i* has the bits of the numbers from `i << ChunkLayout.shift`; nil has none.
  var chunks: [BitChunk?]
  public private(set) var count: Int

  /// The empty set.
  public init() {
    chunks = []
    count = 0
  }

  /// Counts the bits of the chunks.
  init(chunks: [BitChunk?]) {
    self.init(chunks: chunks, count: chunks.reduce(0) { $0 + ($1?.countOfTrue ?? 0) })
  }

  /// Takes the chunks as they are; `count` is the number of their bits.
  init(chunks: [BitChunk?], count: Int) {
    self.chunks = chunks
    self.count = count
  }

  /// The set of these numbers; negative ones and those above 2³² − 1, which no record has, are left
  /// out.
  public init(_ numbers: some Sequence<RecordNumber>) {
    self.init()
    for number in numbers { insert(number) }
  }

  public var isEmpty: Bool { count == 0 }

  public func contains(_ number: RecordNumber) -> Bool {
    let position = number.rawValue
    guard position >= 0, position >> ChunkLayout.shift < chunks.count else { return false }
    return chunks[position >> ChunkLayout.shift]?.value(at: position & ChunkLayout.mask) ?? false
  }

  /// Adds a number; whether it was missing and is one that a record can have.
  @discardableResult
  public mutating func insert(_ number: RecordNumber) -> Bool {
    guard (0..<RecordTable.mostPositions).contains(number.rawValue), !contains(number) else {
      return false
    }
    set(number.rawValue, to: true)
    count += 1
    return true
  }

  /// Takes a number out; whether it was in.
  @discardableResult
  public mutating func remove(_ number: RecordNumber) -> Bool {
    guard contains(number) else { return false }
    set(number.rawValue, to: false)
    count -= 1
    return true
  }

  private mutating func set(_ position: Int, to value: Bool) {
    let index = position >> ChunkLayout.shift
    while chunks.count <= index { chunks.append(nil) }
    if chunks[index] == nil || !isKnownUniquelyReferenced(&chunks[index]) {
      chunks[index] = chunks[index]?.copy(capacity: ChunkLayout.size) ?? BitChunk()
    }
    chunks[index]?.set(value, at: position & ChunkLayout.mask)
  }
}

extension RecordSet {
  public func union(_ other: RecordSet) -> RecordSet { combined(with: other) { $0 | $1 } }
  public func intersection(_ other: RecordSet) -> RecordSet { combined(with: other) { $0 & $1 } }
  public func subtracting(_ other: RecordSet) -> RecordSet { combined(with: other) { $0 & ~$1 } }

  @inline(__always)
  private func combined(
    with other: RecordSet, _ combine: (UInt64, UInt64) -> UInt64
  ) -> RecordSet {
    var result: [BitChunk?] = []
    result.reserveCapacity(Swift.max(chunks.count, other.chunks.count))
    for index in 0..<Swift.max(chunks.count, other.chunks.count) {
      let left = index < chunks.count ? chunks[index] : nil
      let right = index < other.chunks.count ? other.chunks[index] : nil
      guard left != nil || right != nil else {
        result.append(nil)
        continue
      }
      let chunk = BitChunk()
      for word in 0..<ChunkLayout.words {
        chunk.words[word] = combine(left?.words[word] ?? 0, right?.words[word] ?? 0)
      }
      chunk.count = ChunkLayout.size
      result.append(chunk)
    }
    return RecordSet(chunks: result)
  }
}

extension RecordSet: Equatable {
  public static func == (left: RecordSet, right: RecordSet) -> Bool {
    left.count == right.count && left.subtracting(right).isEmpty
  }
}
