internal import CHikidashiScan

/// A set of record numbers in ascending order, such as the result of a search.
///
/// ```swift
/// let found = cards.search(rate >= 4)
/// print(found.count, found.first ?? "none")
/// for number in found { print(cards[number, name]) }
/// ```
///
/// It is stored as a bit for each number, in chunks that sets and tables share.
///
/// - Complexity: `contains` and `count` O(1); combining two sets O(*n* / 64) in the greatest number.
public struct RecordSet: Sendable {
  /// Chunk *i* has the bits of the numbers from `i << ChunkLayout.shift`; nil has none.
  var chunks: [BitChunk?]
  /// The number of record numbers in the set.
  public private(set) var count: Int

  /// Makes an empty set.
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

  /// Makes a set of these numbers, leaving out those that no record can have: negative ones, and
  /// those above 2³² − 1.
  public init(_ numbers: some Sequence<RecordNumber>) {
    self.init()
    for number in numbers { insert(number) }
  }

  /// Whether the set has no numbers.
  public var isEmpty: Bool { count == 0 }

  /// Whether the set contains a number.
  public func contains(_ number: RecordNumber) -> Bool {
    let position = number.rawValue
    guard position >= 0, position >> ChunkLayout.shift < chunks.count else { return false }
    return chunks[position >> ChunkLayout.shift]?.value(at: position & ChunkLayout.mask) ?? false
  }

  /// Adds a number, and returns true; false if the set has it already or no record can have it.
  @discardableResult
  public mutating func insert(_ number: RecordNumber) -> Bool {
    guard (0..<RecordTable.mostPositions).contains(number.rawValue), !contains(number) else {
      return false
    }
    set(number.rawValue, to: true)
    count += 1
    return true
  }

  /// Removes a number, and returns whether the set contained it.
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
  /// Returns the numbers of both sets.
  public func union(_ other: RecordSet) -> RecordSet { combined(with: other) { $0 | $1 } }
  /// Returns the numbers that are in both sets.
  public func intersection(_ other: RecordSet) -> RecordSet { combined(with: other) { $0 & $1 } }
  /// Returns the numbers that are not in the other set.
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
  /// Whether both sets have the same numbers.
  public static func == (left: RecordSet, right: RecordSet) -> Bool {
    left.count == right.count && left.subtracting(right).isEmpty
  }
}

// MARK: - Runs

extension RecordSet {
  /// Returns the numbers as ranges of consecutive numbers, in ascending order; nil if there are
  /// more than `limit` ranges.
  ///
  /// - Complexity: O(*n* / 64) in the greatest number, and O(1) for each run
  package func runs(limit: Int) -> [ClosedRange<Int>]? {
    var runs: [ClosedRange<Int>] = []
    /// The first number of the current run; nil between two runs.
    var start: Int?
    for (index, chunk) in chunks.enumerated() {
      for place in 0..<ChunkLayout.words {
        let first = index << ChunkLayout.shift | place << 6
        let word = chunk?.words[place] ?? 0
        var bit = 0
        while bit < 64 {
          // Up to where the bits are as they must be for the run, or the gap, to go on.
          let rest = (start == nil ? word : ~word) >> UInt64(bit)
          guard rest != 0 else { break }
          bit += rest.trailingZeroBitCount
          if let lower = start {
            guard runs.count < limit else { return nil }
            runs.append(lower...first + bit - 1)
            start = nil
          } else {
            start = first + bit
          }
        }
      }
    }
    if let start {
      guard runs.count < limit else { return nil }
      runs.append(start...chunks.count << ChunkLayout.shift - 1)
    }
    return runs
  }
}

// MARK: - Sequence

extension RecordSet: Sequence {
  /// An iterator over the numbers in ascending order.
  public struct Iterator: IteratorProtocol {
    private let chunks: [BitChunk?]
    private var chunk = -1
    private var word = ChunkLayout.words
    private var rest: UInt64 = 0

    init(_ chunks: [BitChunk?]) { self.chunks = chunks }

    /// Returns the next number; nil at the end.
    public mutating func next() -> RecordNumber? {
      while rest == 0 {
        word += 1
        if word >= ChunkLayout.words {
          chunk += 1
          while chunk < chunks.count, chunks[chunk] == nil { chunk += 1 }
          guard chunk < chunks.count else { return nil }
          word = 0
        }
        rest = chunks[chunk]?.words[word] ?? 0
      }
      let bit = rest.trailingZeroBitCount
      rest &= rest - 1
      return RecordNumber(chunk << ChunkLayout.shift | word << 6 | bit)
    }
  }

  /// Returns an iterator over the numbers in ascending order.
  public func makeIterator() -> Iterator { Iterator(chunks) }

  /// The number of record numbers, which is exact.
  public var underestimatedCount: Int { count }

  /// The smallest number, or nil when the set is empty.
  public var first: RecordNumber? {
    var iterator = makeIterator()
    return iterator.next()
  }

  /// The numbers as an array in ascending order.
  ///
  /// - Complexity: O(*n*)
  public var numbers: [RecordNumber] {
    // The scan may write eight numbers more than there are.
    [RecordNumber](unsafeUninitializedCapacity: count + 8) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      UnsafeMutableRawPointer(start).withMemoryRebound(to: Int64.self, capacity: count + 8) {
        first in
        var next = first
        for (index, chunk) in chunks.enumerated() {
          guard let chunk else { continue }
          next = hk_numbers_of_bits(
            chunk.words, ChunkLayout.words, Int64(index << ChunkLayout.shift), next)
        }
        initialized = next - first
      }
    }
  }
}

extension RecordSet: CustomStringConvertible {
  /// The first ten numbers, and the number of all if there are more.
  public var description: String {
    let shown = prefix(10).map(\.description).joined(separator: ", ")
    return count > 10 ? "[\(shown), … \(count) in all]" : "[\(shown)]"
  }
}

extension BitChunk {
  /// The number of bits that are set.
  var countOfTrue: Int {
    var total = 0
    for word in 0..<ChunkLayout.words { total += words[word].nonzeroBitCount }
    return total
  }
}
