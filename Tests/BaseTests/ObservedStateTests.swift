import Foundation
import HikidashiBase
import TestSupport
import Testing

@Suite @MainActor struct ObservedStateTests {
  /// A model whose value any thread may set.
  private final class Model: Sendable {
    private let stored = Guarded(0)
    private let observed = ObservedState()

    var value: Int {
      get {
        observed.willRead()
        return stored.withLock { $0 }
      }
      set {
        stored.withLock { $0 = newValue }
        observed.didChange()
      }
    }
  }

  @Test func aReaderHearsOfAChange() async {
    let model = Model()
    let reading = TrackedReading { model.value }
    model.value = 1
    await reading.wait { $0 == 1 }
    model.value = 2
    await reading.wait { $0 == 2 }
    #expect(reading.values == [0, 1, 2])
  }

  @Test func changesThatFollowCloselyAreOne() async {
    let model = Model()
    let reading = TrackedReading { model.value }
    for value in 1...1_000 { model.value = value }
    await reading.wait { $0 == 1_000 }
    #expect(reading.values == [0, 1_000])
  }

  /// What another thread does after the value was read, and before it is tracked.
  @Test func aChangeBetweenReadingAndTrackingIsReported() async {
    let model = Model()
    var isFirst = true
    let reading = TrackedReading {
      let value = model.value
      if isFirst {
        let isSet = DispatchSemaphore(value: 0)
        Thread {
          model.value = 1
          isSet.signal()
        }.start()
        isSet.wait()
      }
      isFirst = false
      return value
    }
    await reading.wait { $0 == 1 }
    #expect(reading.values == [0, 1])
  }

  /// No reader is left with a value that is not the last, whenever a thread sets it.
  @Test func theLastValueIsAlwaysRead() async {
    for round in 0..<testSteps(2_000) {
      let model = Model()
      let other = Task.detached {
        for value in 1...3 { model.value = value }
      }
      let readings = (0..<2).map { _ in TrackedReading { model.value } }
      await other.value
      for reading in readings { await reading.wait { $0 == 3 } }
      #expect(readings.allSatisfy { $0.values == $0.values.sorted() }, "round \(round)")
    }
  }

  @Test func aBroadcastIsFollowed() async {
    let broadcast = Broadcast("a")
    let reading = TrackedReading { broadcast.observedValue }
    broadcast.update { $0 + "b" }
    await reading.wait { $0 == "ab" }
    broadcast.update(isLast: true) { $0 + "c" }
    await reading.wait { $0 == "abc" }
    #expect(reading.values == ["a", "ab", "abc"])
  }

  @Test func aConditionIsFollowed() async {
    let condition = Condition(false)
    let reading = TrackedReading { condition.isMet }
    let derived = Condition(observing: { condition.isMet })
    condition.isMet = true
    await reading.wait { $0 }
    await TrackedReading { derived.isMet }.wait { $0 }
  }
}
