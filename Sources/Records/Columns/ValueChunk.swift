/// A chunk of numbers: integers, doubles, dates (seconds since 2001-01-01 UTC).
///
/// A place that is null or was removed holds zero.
final class ValueChunk<Element: BitwiseCopyable & Sendable & AdditiveArithmetic>: ColumnChunk,
  @unchecked Sendable
{
  // @unchecked: edited only while one table holds it, see ``ColumnChunk``.
  private(set) var values: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  private(set) var count = 0
  var present: PresenceBits?
  /// Keeps the memory alive when many chunks share one allocation; nil when it is the chunk's own.
  private var owner: AnyObject?

  init(capacity: Int) {
    self.capacity = capacity
    values = .allocate(capacity: capacity)
  }

  /// A chunk over memory that `owner` keeps alive, with `count` values initialized.
  init(
    values: UnsafeMutablePointer<Element>, capacity: Int, count: Int, present: PresenceBits? = nil,
    owner: AnyObject?
  ) {
    self.values = values
    self.capacity = capacity
    self.count = count
    self.present = present
    self.owner = owner
  }

  deinit { if owner == nil { values.deallocate() } }

  func copy(capacity: Int) -> Self {
    let copy = Self(capacity: capacity)
    copy.values.initialize(from: values, count: count)
    copy.count = count
    copy.present = present.map(PresenceBits.init(copying:))
    return copy
  }

  func fill(to count: Int) {
    guard count > self.count else { return }
    (values + self.count).initialize(repeating: .zero, count: count - self.count)
    let bits = presence()
    for place in self.count..<count { bits[place] = false }
    self.count = count
  }

  /// Writes a value, or null; the place may be the first unused one.
  @inline(__always)
  func set(_ value: Element?, at place: Int) {
    values[place] = value ?? .zero
    if place >= count { count = place + 1 }
    if value == nil { presence()[place] = false } else { present?[place] = true }
  }

  var allocatedBytes: Int {
    capacity * MemoryLayout<Element>.stride + (present == nil ? 0 : ChunkLayout.words * 8)
  }
}
