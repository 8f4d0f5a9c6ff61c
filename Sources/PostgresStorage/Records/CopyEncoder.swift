import Glibc
internal import HikidashiRecords

/// Encodes records as rows of a binary `COPY`, directly from the columns.
///
/// - Source: PostgreSQL 15, "COPY", section "Binary Format".
final class CopyEncoder {
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  private var used = 0

  init() {
    capacity = 1 << 18
    memory = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// The bytes written so far, valid until the next write.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: used) }

  func clear() { used = 0 }

  func writeHead() {
    reserve(19)
    for byte in Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] { put(byte) }
    put(UInt64(0))
  }

  func writeEnd() {
    reserve(2)
    put(Int16(-1))
  }

  /// Writes the record at an index of a chunk, with the version of its row.
  func write(_ chunk: ChunkSlices, _ place: Int, version: Int) {
    // Room for the values of fixed size, and for the lengths of the texts.
    reserve(2 + 24 + 12 * chunk.columns.count)
    put(Int16(truncatingIfNeeded: chunk.columns.count + 2))
    put(Int32(8))
    put(Int64(chunk.firstNumber + place))
    put(Int32(8))
    put(Int64(version))
    var later = chunk.columns.count
    for column in chunk.columns {
      later -= 1
      guard column.holdsValue(at: place) else {
        put(Int32(-1))
        continue
      }
      switch column.kind {
      case .integer:
        put(Int32(8))
        put(Int64(column.integer(at: place)))
      case .double:
        put(Int32(8))
        put(column.double(at: place).bitPattern)
      case .boolean:
        put(Int32(1))
        put(column.boolean(at: place) ? UInt8(1) : 0)
      case .text:
        let text = column.bytes(at: place)
        if ExactTexts.needs(text) {
          ExactTexts.shown(text).withUnsafeBufferPointer { put($0, later) }
        } else {
          put(text, later)
        }
      case .data: put(column.bytes(at: place), later)
      }
    }
  }

  /// Writes bytes and reserves room for `later` values behind them.
  @inline(__always)
  private func put(_ bytes: UnsafeBufferPointer<UInt8>, _ later: Int) {
    reserve(4 + bytes.count + 12 * later)
    put(Int32(clamping: bytes.count))
    guard let start = bytes.baseAddress else { return }
    (memory + used).copyMemory(from: start, byteCount: bytes.count)
    used += bytes.count
  }

  @inline(__always)
  private func put<Word: FixedWidthInteger>(_ word: Word) {
    (memory + used).storeBytes(of: word.bigEndian, as: Word.self)
    used += MemoryLayout<Word>.size
  }

  @inline(__always)
  private func reserve(_ count: Int) {
    if used + count > capacity { grow(count) }
  }

  @inline(never)
  private func grow(_ count: Int) {
    let more = max(capacity * 2, used + count)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: more, alignment: 16)
    larger.copyMemory(from: memory, byteCount: used)
    memory.deallocate()
    (memory, capacity) = (larger, more)
  }
}
