import HikidashiBase

@testable import HikidashiWorkQueues

/// What producers and consumers walk over, one step at a time: a queue taken apart.
protocol Floor {
  mutating func push(_ element: Int) -> PutResult<Int>
  mutating func pop() -> Int?
  mutating func close()
  var mayPut: Bool { get }
  var mayTake: Bool { get }
  var isOver: Bool { get }
  /// Whether taking the last element has to wake all consumers.
  var wakesAtTheEnd: Bool { get }
  mutating func enter(_ side: Walker.Side, _ walker: Int)
  /// Whether it had not been called.
  mutating func leave(_ side: Walker.Side, _ walker: Int) -> Bool
  /// Who is called.
  mutating func call(_ side: Walker.Side, _ most: Int) -> [Int]
}

/// The values that a queue with priorities is made of, without any lock.
struct PureFloor: Floor {
  private var shelf: SortedShelf<Int>
  private var rooms: [WaitingRoom<Int>] = [WaitingRoom(), WaitingRoom()]

  init(capacity: Int) { shelf = SortedShelf(capacity: capacity, overflow: .wait) }

  mutating func push(_ element: Int) -> PutResult<Int> {
    shelf.push(element, priority: 0, lane: nil)
  }
  mutating func pop() -> Int? { shelf.pop() }
  mutating func close() { _ = shelf.close() }
  var mayPut: Bool { shelf.isClosed || shelf.count < shelf.capacity }
  var mayTake: Bool { shelf.hasReady || shelf.isClosed }
  var isOver: Bool { shelf.isClosed && shelf.count == 0 }
  let wakesAtTheEnd = true
  mutating func enter(_ side: Walker.Side, _ walker: Int) {
    rooms[Int(side.rawValue)].enter(walker, walker)
  }
  mutating func leave(_ side: Walker.Side, _ walker: Int) -> Bool {
    rooms[Int(side.rawValue)].leave(walker) != nil
  }
  mutating func call(_ side: Walker.Side, _ most: Int) -> [Int] {
    rooms[Int(side.rawValue)].call(most)
  }
}

/// A real queue with a ring, entered by its parts.
struct RealFloor: Floor {
  let queue: BoundedQueue<Int>
  /// Those who were called and do not know yet.
  private let called = Guarded<[Int]>([])

  init(capacity: Int) { queue = BoundedQueue(capacity: capacity) }

  func push(_ element: Int) -> PutResult<Int> { queue.ring?.push(element) ?? .closed }
  func pop() -> Int? { queue.ring?.pop() }
  func close() { _ = queue.ring?.close() }
  var mayPut: Bool { queue.mayPut }
  var mayTake: Bool { queue.mayTake }
  var isOver: Bool { queue.isOver }
  let wakesAtTheEnd = false

  func enter(_ side: Walker.Side, _ walker: Int) {
    waiting(side).enter(walker + 1) { [called] in called.withLock { $0.append(walker) } }
  }
  func leave(_ side: Walker.Side, _ walker: Int) -> Bool { waiting(side).leave(walker + 1) }
  func call(_ side: Walker.Side, _ most: Int) -> [Int] {
    if waiting(side).count > 0 { waiting(side).call(most) }
    return called.withLock { called in
      defer { called = [] }
      return called
    }
  }

  private func waiting(_ side: Walker.Side) -> WaitingSide {
    side == .putting ? queue.producers : queue.consumers
  }
}
