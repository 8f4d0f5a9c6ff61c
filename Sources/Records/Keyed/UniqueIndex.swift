/// A hash table that finds record numbers by the hashes of their values, which the caller makes.
///
/// Values are not kept here but read from the table, so that a record takes some seventeen bytes. It
/// is a value: a copy shares its buckets, and an edit copies the one it touches.
///
/// - Source: Fagin et al., "Extendible hashing – a fast access method for dynamic files", ACM TODS
///   1979: a bucket that is full is split alone, so that no edit waits for the whole table.
struct UniqueIndex: Sendable {
  /// The bucket for each value of the first ``depth`` bits of a hash.
  private var directory: [UInt32] = [0]
  private var depth = 0
  private var buckets = BucketList()
  private(set) var count = 0

  private func bucket(of tag: UInt64) -> Int {
    Int(directory[Int(tag >> UInt64(Slot.tagBits - depth))])
  }

  /// The number with this hash of which `isWanted` is true, or nil.
  func number(hash: Int, where isWanted: (RecordNumber) -> Bool) -> RecordNumber? {
    let tag = Slot.tag(hash)
    let bucket = buckets[bucket(of: tag)]
    return bucket.place(of: tag, where: isWanted).map { bucket.slots[$0].number }
  }

  /// Adds a number whose value no other number in the table has.
  mutating func insert(_ number: RecordNumber, hash: Int) {
    let tag = Slot.tag(hash)
    var index = bucket(of: tag)
    while buckets[index].isFull {
      if buckets[index].depth < Slot.tagBits {
        split(index, tag)
      } else {
        buckets[index].grow()
      }
      index = bucket(of: tag)
    }
    buckets[index].insert(Slot(tag: tag, number: number))
    count += 1
  }

  /// Removes a number.
  mutating func remove(_ number: RecordNumber, hash: Int) {
    let tag = Slot.tag(hash)
    let index = bucket(of: tag)
    guard let place = buckets[index].place(of: tag, where: { $0 == number }) else { return }
    buckets[index].remove(at: place)
    count -= 1
  }

  /// Cuts the bucket of a tag in two, by the next bit of the hashes.
  private mutating func split(_ index: Int, _ tag: UInt64) {
    if buckets[index].depth == depth {
      directory = directory.flatMap { [$0, $0] }
      depth += 1
    }
    let bit = UInt64(1) << UInt64(Slot.tagBits - buckets[index].depth - 1)
    let all = buckets[index].slots.filter { !$0.isFree }
    let added = UInt32(buckets.count)
    buckets[index] = Bucket(depth: buckets[index].depth + 1)
    buckets.append(Bucket(depth: buckets[index].depth))
    for slot in all {
      buckets[slot.tag & bit == 0 ? index : Int(added)].insert(slot)
    }
    // The places of the directory that shared the bucket lie side by side; the upper half goes.
    let shared = depth - buckets[index].depth
    let half = 1 << shared
    let first = Int(tag >> UInt64(Slot.tagBits - depth)) & ~(2 * half - 1)
    for place in first + half..<first + 2 * half { directory[place] = added }
  }

  /// The number of bytes allocated.
  var allocatedBytes: Int {
    directory.count * 4 + buckets.slots * MemoryLayout<Slot>.stride + buckets.count * 64
  }
}

/// An array in two levels, so that the first edit of a copy does not count every bucket again.
private struct BucketList: Sendable {
  private static let size = 64
  private var groups = [[Bucket()]]

  var count: Int { (groups.count - 1) * Self.size + groups[groups.count - 1].count }

  subscript(index: Int) -> Bucket {
    @inline(__always) get { groups[index / Self.size][index % Self.size] }
    @inline(__always) _modify { yield &groups[index / Self.size][index % Self.size] }
  }

  mutating func append(_ bucket: Bucket) {
    if groups[groups.count - 1].count == Self.size {
      groups.append([bucket])
    } else {
      groups[groups.count - 1].append(bucket)
    }
  }

  /// The number of slots.
  var slots: Int { groups.reduce(0) { $1.reduce($0) { $0 + $1.slots.count } } }
}

/// A record number and some bits of its hash, in 64 bits.
private struct Slot: BitwiseCopyable, Sendable {
  private var bits: UInt64 = 0

  static let tagBits = 23
  private static let numberBits = 41

  static var free: Slot { Slot() }

  private init() {}

  /// Numbers lie below 2 to the 40th, see ``RecordTable/mostPositions``.
  init(tag: UInt64, number: RecordNumber) {
    bits = tag << UInt64(Self.numberBits) | UInt64(truncatingIfNeeded: number.rawValue + 1)
  }

  static func tag(_ hash: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: hash) & (1 << UInt64(tagBits) - 1)
  }

  var isFree: Bool { bits == 0 }
  var tag: UInt64 { bits >> UInt64(Self.numberBits) }
  var number: RecordNumber { RecordNumber(Int(bits & (1 << UInt64(Self.numberBits) - 1)) - 1) }
}

/// Slots that begin with the same bits of a hash, probed one after another.
private struct Bucket: Sendable {
  private(set) var slots: [Slot]
  private var count = 0
  /// The number of hash bits that all slots have in common.
  let depth: Int

  init(depth: Int = 0) {
    slots = Array(repeating: .free, count: 512)
    self.depth = depth
  }

  var isFull: Bool { count >= slots.count / 4 * 3 }

  /// Where the search for a tag begins.
  private func home(_ tag: UInt64) -> Int {
    // Buckets have tags that begin alike: the bits are spread by a multiplication.
    Int(truncatingIfNeeded: (tag &* 0x9E37_79B9_7F4A_7C15) >> 40) & (slots.count - 1)
  }

  func place(of tag: UInt64, where isWanted: (RecordNumber) -> Bool) -> Int? {
    var place = home(tag)
    while !slots[place].isFree {
      if slots[place].tag == tag, isWanted(slots[place].number) { return place }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  mutating func insert(_ slot: Slot) {
    var place = home(slot.tag)
    while !slots[place].isFree { place = (place + 1) & (slots.count - 1) }
    slots[place] = slot
    count += 1
  }

  /// Frees a slot, and moves up those behind it that would not be found otherwise.
  ///
  /// - Source: Knuth, The Art of Computer Programming, volume 3, section 6.4, algorithm R.
  mutating func remove(at place: Int) {
    let mask = slots.count - 1
    var hole = place
    var next = (place + 1) & mask
    while !slots[next].isFree {
      let distance = (next &- home(slots[next].tag)) & mask
      if distance >= (next &- hole) & mask {
        slots[hole] = slots[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    slots[hole] = .free
    count -= 1
  }

  /// Doubles the slots: for hashes that cannot be told apart by their bits.
  mutating func grow() {
    let all = slots.filter { !$0.isFree }
    slots = Array(repeating: .free, count: slots.count * 2)
    count = 0
    for slot in all { insert(slot) }
  }
}
