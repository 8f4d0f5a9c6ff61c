@testable import HikidashiWorkQueues

/// A producer or consumer that goes through the same steps as those of `putBlocking`, `putSuspending`,
/// `takeBlocking` and `takeSuspending`, of which each is one change or one look at what is shared.
///
/// In few bytes, as millions are compared.
struct Walker: Hashable {
  enum Side: UInt8 { case putting, taking }
  enum Place: UInt8 { case trying, calling, ending, entering, looking, asleep, gone }

  let side: Side
  /// How many elements it puts or takes; nil takes to the end.
  let goal: UInt8?
  var place = Place.trying
  var done: UInt8 = 0
  var hasBegun = false
  var isCalled = false
  var isCancelled = false
  /// How many elements of each producer a consumer knows to be over, in 8 bits each.
  var last: UInt32 = 0
}

/// Everyone on one floor, and what can happen next. The element `n` of producer `p` is `16 * p + n`.
struct Walk<Ground: Floor> {
  /// What tells one state from another.
  struct State: Hashable {
    var walkers: [Walker]
    /// Those in the queue, the first first, in 8 bits each, and how many there are.
    var held: UInt64 = 0
    var count: UInt8 = 0
    /// Those who wait, the first first.
    var order: [UInt8] = []
    /// Steps of closing that were made: close, wake producers, wake consumers.
    var closing: UInt8
  }

  private(set) var floor: Ground
  private(set) var state: State
  private var put: UInt64 = 0
  private var taken: UInt64 = 0
  /// What went wrong, if anything did.
  private(set) var flaw: String?

  init(_ floor: Ground, _ walkers: [Walker], closes: Bool) {
    self.floor = floor
    state = State(walkers: walkers, closing: closes ? 0 : 3)
  }

  /// What can happen: a step of a walker, by its number, or of closing.
  static var close: Int { 15 }

  /// All that can happen now, cancelling aside, in a bit each.
  var events: UInt16 {
    var events: UInt16 = state.closing < 3 ? 1 << Self.close : 0
    var before: Walker?
    for (number, walker) in state.walkers.enumerated() {
      // Of those who are alike the first begins: other orders differ in names alone.
      let mayBegin = walker.hasBegun || before?.side != walker.side || before?.hasBegun == true
      before = walker
      if mayBegin, walker.place != .gone, walker.place != .asleep || walker.isCalled {
        events |= 1 << number
      }
    }
    return events
  }

  mutating func cancel(_ number: Int) {
    state.walkers[number].hasBegun = true
    state.walkers[number].isCancelled = true
    if floor.leave(state.walkers[number].side, number) { called(number) }
  }

  mutating func handle(_ event: Int) {
    guard event == Self.close else { return step(event) }
    switch state.closing {
    case 0: floor.close()
    case 1: call(.putting, .max)
    default: call(.taking, .max)
    }
    state.closing += 1
  }

  private mutating func call(_ side: Walker.Side, _ most: Int) {
    for number in floor.call(side, most) { called(number) }
  }

  private mutating func called(_ number: Int) {
    state.walkers[number].isCalled = true
    state.order.removeAll { $0 == number }
  }

  private mutating func step(_ number: Int) {
    let walker = state.walkers[number]
    state.walkers[number].hasBegun = true
    var place = walker.place
    switch walker.place {
    case .trying: place = walker.side == .putting ? push(number) : pop(number)
    case .calling:
      call(walker.side == .putting ? .taking : .putting, 1)
      place = walker.goal == walker.done ? .gone : .trying
    case .ending:
      call(.taking, .max)
      place = .calling
    case .entering:
      if walker.isCancelled {
        place = .trying
      } else {
        floor.enter(walker.side, number)
        state.order.append(UInt8(number))
        state.walkers[number].isCalled = false
        place = .looking
      }
    case .looking:
      let isWorthTrying = walker.side == .putting ? floor.mayPut : floor.mayTake
      if isWorthTrying, floor.leave(walker.side, number) { called(number) }
      place = .asleep
    case .asleep: place = .trying
    case .gone: break
    }
    state.walkers[number].place = place
  }

  private mutating func push(_ number: Int) -> Walker.Place {
    let walker = state.walkers[number]
    let element = 16 * number + Int(walker.done)
    switch floor.push(element) {
    case .stored:
      put |= 1 << element
      state.held |= UInt64(element) << (8 * state.count)
      state.count += 1
      state.walkers[number].done += 1
      return .calling
    case .full: return walker.isCancelled ? .gone : .entering
    case .closed, .dropped: return .gone
    }
  }

  private mutating func pop(_ number: Int) -> Walker.Place {
    guard let element = floor.pop() else {
      return floor.isOver || state.walkers[number].isCancelled ? .gone : .entering
    }
    if taken >> element & 1 == 1 { flaw = "\(element) came out twice" }
    if put >> element & 1 == 0 || state.count == 0 { flaw = "\(element) came from nowhere" }
    if Int(state.held & 0xFF) != element { flaw = "\(element) came out of turn" }
    taken |= 1 << element
    state.held >>= 8
    state.count &-= 1
    let (producer, rank) = (element / 16, UInt32(element % 16) + 1)
    if state.walkers[number].last >> (8 * producer) & 0xFF >= rank {
      flaw = "\(element) came after a later one"
    }
    state.walkers[number].last &= ~(0xFF << (8 * producer))
    state.walkers[number].last |= rank << (8 * producer)
    state.walkers[number].done &+= state.walkers[number].goal == nil ? 0 : 1
    return floor.wakesAtTheEnd && floor.isOver ? .ending : .calling
  }

  /// What is wrong when nothing can happen any more, or nil.
  var flawAtTheEnd: String? {
    for (number, walker) in state.walkers.enumerated() where walker.place == .asleep {
      if walker.side == .putting ? floor.mayPut : floor.mayTake {
        return "walker \(number) sleeps and nobody will call it"
      }
    }
    let held = (0..<Int(state.count)).reduce(UInt64(0)) { all, place in
      all | 1 << (state.held >> (8 * UInt64(place)) & 0xFF)
    }
    return flaw ?? (put == taken | held ? nil : "of \(put), \(taken) came out, \(held) is left")
  }
}
