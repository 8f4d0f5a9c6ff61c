/// Fills a chunk of texts from top to bottom.
struct TextFiller {
  private let slots: UnsafeMutablePointer<TextSlot>
  private let arena: UnsafeMutablePointer<UInt8>
  private let owner: Owners
  private let rows: Int
  private var used = 0
  private var present: PresenceBits?

  /// Keeps both pieces of memory alive.
  private final class Owners: Sendable {
    let slots: any AnyObject & Sendable
    let arena: any AnyObject & Sendable

    init(_ slots: any AnyObject & Sendable, _ arena: any AnyObject & Sendable) {
      self.slots = slots
      self.arena = arena
    }
  }

  /// - Parameter bytes: how many bytes the texts have at most together.
  init(_ memory: ColumnMemory, rows: Int, bytes: Int) {
    let slotPiece = memory.piece(of: TextSlot.self, count: rows)
    let arenaPiece = memory.piece(of: UInt8.self, count: bytes + TextChunk.slack)
    slots = slotPiece.start
    arena = arenaPiece.start
    owner = Owners(slotPiece.owner, arenaPiece.owner)
    self.rows = rows
  }

  /// The row holds no text.
  mutating func skip(_ row: Int) {
    markNull(row, in: &present)
    slots[row] = TextSlot(offset: 0, count: 0)
  }

  /// Copies a text as it is.
  ///
  /// - Parameter readableEnd: up to where memory can be read: a vector is copied whole, as the next
  ///   text is written over what is too much.
  @inline(__always)
  mutating func copy(
    _ text: UnsafeBufferPointer<UInt8>, at row: Int, readableEnd: UnsafePointer<UInt8>
  ) {
    slots[row] = TextSlot(
      offset: UInt32(truncatingIfNeeded: used), count: UInt32(truncatingIfNeeded: text.count))
    guard let start = text.baseAddress else { return }
    if text.count <= 32, readableEnd - start >= 32 {
      let block = UnsafeRawPointer(start).loadUnaligned(as: SIMD32<UInt8>.self)
      UnsafeMutableRawPointer(arena + used).storeBytes(of: block, as: SIMD32<UInt8>.self)
    } else {
      (arena + used).update(from: start, count: text.count)
    }
    used &+= text.count
  }

  /// Writes a text with escapes or quotes in decoded form; false when these are wrong.
  mutating func decode(
    _ text: UnsafeBufferPointer<UInt8>, at row: Int, by marks: TextMarks
  ) -> Bool {
    let count = marks.decode(text, to: arena + used)
    slots[row] = TextSlot(offset: UInt32(truncatingIfNeeded: used), count: UInt32(count ?? 0))
    used += count ?? 0
    return count != nil
  }

  func chunk() -> TextChunk {
    TextChunk(
      slots: slots, capacity: rows, count: rows, present: present, arena: arena,
      arenaCount: used, owner: owner)
  }
}
