import HikidashiBase
import Testing

struct GuardedTests {
  @Test func noIncrementIsLost() async {
    let counter = Guarded(0)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<10_000 { counter.withLock { $0 += 1 } }
        }
      }
    }
    #expect(counter.withLock { $0 } == 80_000)
  }

  private struct Refusal: Error, Equatable { let reason: String }

  @Test func anErrorLeavesItUnlockedAndKeepsItsType() {
    let guarded = Guarded("before")
    #expect(throws: Refusal(reason: "full")) {
      try guarded.withLock { (state: inout String) throws(Refusal) in
        state = "changed"
        throw Refusal(reason: "full")
      }
    }
    #expect(guarded.withLock { $0 } == "changed")
  }

  @Test func aLockThatIsHeldIsNotWaitedFor() {
    let guarded = Guarded(1)
    guarded.withLock { _ in
      #expect(guarded.withLockIfFree { $0 += 1 } == nil)
    }
    #expect(guarded.withLockIfFree { $0 += 1 } != nil)
    #expect(guarded.withLock { $0 } == 2)
  }
}
