/// Texts by their places, in one arena.
protocol PlacedTexts {
  var arena: UnsafePointer<UInt8> { get }
  var arenaCount: Int { get }
  var count: Int { get }
  /// Whether texts lie in order of their places, so that a place's end is never before an earlier
  /// one's; empty texts may lie anywhere.
  var isOrdered: Bool { get }
  func start(of place: Int) -> Int
  func end(of place: Int) -> Int
}

extension PlacedTexts {
  @inline(__always)
  func bytes(at place: Int) -> UTF8Bytes {
    let start = start(of: place)
    return UTF8Bytes(start: arena + start, count: end(of: place) - start)
  }

  /// The first place from `place` on whose text goes on behind `offset`; ``count`` if there is none.
  @inline(__always)
  func place(at offset: Int, from place: Int) -> Int {
    var place = place
    // An empty text may lie anywhere, further on too.
    while place < count, end(of: place) <= offset || end(of: place) == start(of: place) {
      place += 1
    }
    return place
  }
}

struct RawTexts: PlacedTexts {
  let arena: UnsafePointer<UInt8>
  let arenaCount: Int
  let count: Int
  let isOrdered: Bool
  private let slots: UnsafeMutablePointer<TextSlot>

  init(_ chunk: TextChunk) {
    arena = UnsafePointer(chunk.arena)
    arenaCount = chunk.arenaCount
    count = chunk.count
    slots = chunk.slots
    isOrdered = Self.isOrdered(chunk)
  }

  @inline(__always)
  func start(of place: Int) -> Int { Int(slots[place].offset) }

  @inline(__always)
  func end(of place: Int) -> Int { Int(slots[place].offset &+ slots[place].count) }

  private static func isOrdered(_ chunk: TextChunk) -> Bool {
    var end: UInt32 = 0
    var isOrdered = true
    for place in 0..<chunk.count {
      let slot = chunk.slots[place]
      isOrdered = isOrdered && (slot.count == 0 || slot.offset >= end)
      end = slot.count == 0 ? end : slot.offset &+ slot.count
    }
    return isOrdered
  }
}

struct OrderedTexts: PlacedTexts {
  let arena: UnsafePointer<UInt8>
  let arenaCount: Int
  let count: Int
  private let offsets: UnsafeMutablePointer<UInt32>

  init(_ texts: some FoldedTexts) {
    arena = UnsafePointer(texts.arena)
    arenaCount = Int(texts.offsets[texts.count])
    count = texts.count
    offsets = texts.offsets
  }

  var isOrdered: Bool { true }

  @inline(__always)
  func start(of place: Int) -> Int { Int(offsets[place]) }

  @inline(__always)
  func end(of place: Int) -> Int { Int(offsets[place + 1]) }
}
