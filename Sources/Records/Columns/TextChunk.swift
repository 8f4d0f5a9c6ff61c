/// Where the bytes of one string lie in the arena of its chunk.
struct TextSlot: BitwiseCopyable, Sendable {
  /// Bytes before the string's first.
  var offset: UInt32
  /// Bytes of the string.
  var count: UInt32
}

/// A chunk of strings (UTF-8) or data: slots that point into one arena of bytes.
///
/// A value that is written over leaves its old bytes behind; when more than half of the arena is
/// such waste, it is packed. Values never overlap, but after edits they need not lie in order. A
/// place that is null or was removed has an empty slot.
final class TextChunk: ColumnChunk, @unchecked Sendable {
  // @unchecked: edited only while one table holds it, see ``ColumnChunk``.
  private(set) var slots: UnsafeMutablePointer<TextSlot>
  private(set) var capacity: Int
  private(set) var count = 0
  var present: PresenceBits?
  /// The arena; ``arenaCount`` bytes of it are in use or waste. At least ``slack`` bytes behind the
  /// last one may be read (not written), so that vector loads need no special end.
  private(set) var arena: UnsafeMutablePointer<UInt8>
  private(set) var arenaCount = 0
  private var arenaCapacity: Int
  private var waste = 0
  private var owner: AnyObject?

  /// Readable bytes behind the arena's last.
  static let slack = 64
  /// Bytes that one chunk can hold, as offsets have 32 bits.
  static let mostBytes = Int(UInt32.max) - slack

  init(capacity: Int) {
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
    arenaCapacity = 0
    arena = .allocate(capacity: Self.slack)
    arena.initialize(repeating: 0, count: Self.slack)
  }

  /// A chunk over memory that `owner` keeps alive; values lie in order and without waste.
  init(
    slots: UnsafeMutablePointer<TextSlot>, capacity: Int, count: Int, present: PresenceBits? = nil,
    arena: UnsafeMutablePointer<UInt8>, arenaCount: Int, owner: AnyObject?
  ) {
    self.slots = slots
    self.capacity = capacity
    self.count = count
    self.present = present
    self.arena = arena
    self.arenaCount = arenaCount
    arenaCapacity = arenaCount
    self.owner = owner
  }

  deinit {
    guard owner == nil else { return }
    slots.deallocate()
    arena.deallocate()
  }

  /// The bytes of the value at `place`; valid as long as the chunk is and is not edited.
  @inline(__always)
  func bytes(at place: Int) -> UnsafeBufferPointer<UInt8> {
    let slot = slots[place]
    return UnsafeBufferPointer(start: arena + Int(slot.offset), count: Int(slot.count))
  }

  /// Whether ``set(_:at:)`` has room for a value of `count` bytes, packing the arena if need be.
  func hasRoom(for count: Int) -> Bool { arenaCount - waste + count <= Self.mostBytes }

  /// Writes a value, or null; the place may be the first unused one.
  ///
  /// - Precondition: ``hasRoom(for:)``.
  func set(_ value: UnsafeBufferPointer<UInt8>?, at place: Int) {
    if place < count { waste += Int(slots[place].count) } else { count = place + 1 }
    slots[place] = TextSlot(offset: 0, count: 0)
    if let value {
      present?[place] = true
      // Only then are the slots looked up: making room may replace them.
      let slot = append(value)
      slots[place] = slot
    } else {
      presence()[place] = false
    }
    if waste > 256, waste > arenaCount / 2 { pack(room: 0) }
  }

  private func append(_ value: UnsafeBufferPointer<UInt8>) -> TextSlot {
    guard let start = value.baseAddress, !value.isEmpty else {
      return TextSlot(offset: UInt32(arenaCount), count: 0)
    }
    if arenaCount + value.count > arenaCapacity { grow(by: value.count) }
    (arena + arenaCount).initialize(from: start, count: value.count)
    let slot = TextSlot(offset: UInt32(arenaCount), count: UInt32(value.count))
    arenaCount += value.count
    return slot
  }

  private func grow(by room: Int) {
    if arenaCount + room > Self.mostBytes { return pack(room: room) }
    resize(to: max(arenaCount + room, min(arenaCapacity * 2, Self.mostBytes), 64))
  }

  private func resize(to capacity: Int) {
    ownMemory()
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Self.slack)
    larger.initialize(from: arena, count: arenaCount)
    (larger + arenaCount).initialize(repeating: 0, count: capacity + Self.slack - arenaCount)
    arena.deallocate()
    arena = larger
    arenaCapacity = capacity
  }

  /// Takes the memory out of a shared allocation, so that it can be replaced.
  private func ownMemory() {
    guard owner != nil else { return }
    let ownSlots = UnsafeMutablePointer<TextSlot>.allocate(capacity: capacity)
    ownSlots.initialize(from: slots, count: count)
    let ownArena = UnsafeMutablePointer<UInt8>.allocate(capacity: arenaCount + Self.slack)
    ownArena.initialize(from: arena, count: arenaCount)
    (ownArena + arenaCount).initialize(repeating: 0, count: Self.slack)
    slots = ownSlots
    arena = ownArena
    arenaCapacity = arenaCount
    owner = nil
  }

  /// Copies the values together, in order of their places, and leaves `room` bytes behind them.
  private func pack(room: Int) {
    let packed = copy(capacity: capacity, room: room)
    // Not by `swap`: a property that is passed inout anywhere is checked at run time everywhere.
    (slots, packed.slots) = (packed.slots, slots)
    (arena, packed.arena) = (packed.arena, arena)
    (arenaCount, packed.arenaCount) = (packed.arenaCount, arenaCount)
    (arenaCapacity, packed.arenaCapacity) = (packed.arenaCapacity, arenaCapacity)
    (owner, packed.owner) = (packed.owner, owner)
    waste = 0
  }

  func copy(capacity: Int) -> Self {
    guard waste <= arenaCount / 4 else { return copy(capacity: capacity, room: 0) }
    // Little would be saved by packing: moving the arena as a whole is much faster, and an edit of a
    // table that has a snapshot waits for it. What the edit writes gets room at once.
    let copy = Self(capacity: capacity)
    copy.slots.initialize(from: slots, count: count)
    copy.arena.deallocate()
    copy.arenaCapacity = min(arenaCount + arenaCount / 32 + 64, Self.mostBytes)
    copy.arena = .allocate(capacity: copy.arenaCapacity + Self.slack)
    copy.arena.initialize(from: arena, count: arenaCount)
    (copy.arena + arenaCount)
      .initialize(repeating: 0, count: copy.arenaCapacity + Self.slack - arenaCount)
    copy.arenaCount = arenaCount
    copy.waste = waste
    copy.count = count
    copy.present = present.map(PresenceBits.init(copying:))
    return copy
  }

  private func copy(capacity: Int, room: Int) -> Self {
    let copy = Self(capacity: capacity)
    copy.resize(to: arenaCount - waste + room)
    for place in 0..<count {
      let slot = copy.append(bytes(at: place))
      copy.slots[place] = slot
    }
    copy.count = count
    copy.present = present.map(PresenceBits.init(copying:))
    return copy
  }

  func fill(to count: Int) {
    guard count > self.count else { return }
    let bits = presence()
    for place in self.count..<count {
      slots[place] = TextSlot(offset: 0, count: 0)
      bits[place] = false
    }
    self.count = count
  }

  var allocatedBytes: Int {
    capacity * MemoryLayout<TextSlot>.stride + arenaCapacity + Self.slack
      + (present == nil ? 0 : ChunkLayout.words * 8)
  }
}
