// Named in inlinable code.

public import Synchronization

/// A first-in, first-out ring buffer for many threads, with a lock for each end.
///
/// Those who put only meet those who put, and those who take only those who take. An end looks at
/// how far the other has come only when it has used up what it knew of, so that the two cores pass
/// lines of memory to each other by the batch and not by the element.
///
/// - Source: the cached indices are those of Lee, Bu and Chandranmenon, "A lock-free, cache-efficient
///   shared ring buffer", ANCS 2009; the two locks are Michael and Scott's, PODC 1996.
// @unchecked: each end's memory is reached with its lock held, the rest is atomic; a slot belongs to
// one end at a time, and passes over when that end publishes its index.
@usableFromInline struct Ring<Element: Sendable>: @unchecked Sendable {
  /// One end: its lock, how far it has come, and how far it knows that the other has.
  @usableFromInline struct End {
    @usableFromInline let lock: EndLock
    @usableFromInline let index: UnsafeMutablePointer<Int>
    @usableFromInline let other: UnsafeMutablePointer<Int>
    /// What the other end looks at.
    @usableFromInline let published: UnsafeMutablePointer<Atomic<Int>>

    init(_ lines: UnsafeMutableRawPointer) {
      lock = EndLock(at: lines)
      index = (lines + 16).initializeMemory(as: Int.self, to: 0)
      other = (lines + 24).initializeMemory(as: Int.self, to: 0)
      published = (lines + Ring.line).initializeMemory(as: Atomic<Int>.self, to: Atomic(0))
    }
  }

  /// Two cache lines, as processors fetch them by pairs.
  static var line: Int { 128 }

  @usableFromInline let putting: End
  @usableFromInline let taking: End
  @usableFromInline let closed: UnsafeMutablePointer<Atomic<Bool>>
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int
  @usableFromInline let capacity: Int
  private let memory: UnsafeMutableRawPointer

  /// - Parameter capacity: 1 or more.
  init(capacity: Int) {
    self.capacity = capacity
    var size = 1
    while size < capacity { size *= 2 }
    mask = size - 1
    slots = .allocate(capacity: size)
    memory = .allocate(byteCount: 5 * Self.line, alignment: Self.line)
    putting = End(memory)
    taking = End(memory + 2 * Self.line)
    closed = (memory + 4 * Self.line).initializeMemory(as: Atomic<Bool>.self, to: Atomic(false))
  }

  /// Frees all memory; nobody may use the ring then or later.
  func destroy() {
    while pop() != nil {}
    slots.deallocate()
    memory.deallocate()
  }

  /// How many elements are in it; others may change that at any time.
  var count: Int {
    // The taking end first: it never passes the other, so that the difference is not negative.
    let taken = taking.published.pointee.load(ordering: .sequentiallyConsistent)
    return min(capacity, putting.published.pointee.load(ordering: .sequentiallyConsistent) - taken)
  }

  var isClosed: Bool { closed.pointee.load(ordering: .sequentiallyConsistent) }

  /// Closes the ring: nothing is stored from now on.
  ///
  /// - Returns: Whether it was open.
  func close() -> Bool {
    putting.lock.lock()
    defer { putting.lock.unlock() }
    return !closed.pointee.exchange(true, ordering: .sequentiallyConsistent)
  }

  /// How many more elements there is room for; with the lock of the end held.
  @inlinable @inline(__always) func room() -> Int {
    let index = putting.index.pointee
    let known = capacity - (index - putting.other.pointee)
    if known > 0 { return known }
    putting.other.pointee = taking.published.pointee.load(ordering: .sequentiallyConsistent)
    return capacity - (index - putting.other.pointee)
  }

  /// How many elements can be taken; with the lock of the end held.
  @inlinable @inline(__always) func supply() -> Int {
    let index = taking.index.pointee
    let known = taking.other.pointee - index
    if known > 0 { return known }
    taking.other.pointee = putting.published.pointee.load(ordering: .sequentiallyConsistent)
    return taking.other.pointee - index
  }

  @inlinable @inline(__always) func push(_ element: Element) -> PutResult<Element> {
    putting.lock.lock()
    defer { putting.lock.unlock() }
    if closed.pointee.load(ordering: .relaxed) { return .closed }
    if room() == 0 { return .full }
    let index = putting.index.pointee
    (slots + (index & mask)).initialize(to: element)
    putting.index.pointee = index + 1
    putting.published.pointee.store(index + 1, ordering: .sequentiallyConsistent)
    return .stored
  }

  @inlinable @inline(__always) func pop() -> Element? {
    taking.lock.lock()
    defer { taking.lock.unlock() }
    if supply() == 0 { return nil }
    let index = taking.index.pointee
    let element = (slots + (index & mask)).move()
    taking.index.pointee = index + 1
    taking.published.pointee.store(index + 1, ordering: .sequentiallyConsistent)
    return element
  }

  /// Stores as many as there is room for, and returns how many that are; nil when it is closed.
  @inlinable func push(from elements: ArraySlice<Element>) -> Int? {
    putting.lock.lock()
    defer { putting.lock.unlock() }
    if closed.pointee.load(ordering: .relaxed) { return nil }
    // What is known may be less than there is.
    putting.other.pointee = taking.published.pointee.load(ordering: .sequentiallyConsistent)
    let count = min(room(), elements.count)
    var index = putting.index.pointee
    for element in elements.prefix(count) {
      (slots + (index & mask)).initialize(to: element)
      index += 1
    }
    putting.index.pointee = index
    putting.published.pointee.store(index, ordering: .sequentiallyConsistent)
    return count
  }

  @inlinable func pop(upTo most: Int) -> [Element] {
    taking.lock.lock()
    defer { taking.lock.unlock() }
    taking.other.pointee = putting.published.pointee.load(ordering: .sequentiallyConsistent)
    let count = min(supply(), most)
    guard count > 0 else { return [] }
    let index = taking.index.pointee
    let elements = Array(unsafeUninitializedCapacity: count) { buffer, filled in
      for offset in 0..<count {
        (buffer.baseAddress.unsafelyUnwrapped + offset).initialize(
          to: (slots + ((index + offset) & mask)).move())
      }
      filled = count
    }
    taking.index.pointee = index + count
    taking.published.pointee.store(index + count, ordering: .sequentiallyConsistent)
    return elements
  }
}

/// What came of one attempt to store an element.
@usableFromInline enum PutResult<Element: Sendable>: Sendable {
  case stored
  /// Stored, and this element was dropped for it.
  case dropped(Element)
  case full
  case closed
}
