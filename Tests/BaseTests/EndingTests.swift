import HikidashiBase
import Testing

/// An ending that many wait for.
@Suite struct EndingTests {
  @Test func theFirstValueStays() async {
    let ending = Ending<String>()
    #expect(ending.value == nil)
    ending.end("first")()
    ending.end("second")()
    #expect(await ending.wait() == "first")
    #expect(ending.value == "first")
  }

  @Test func observersAreCalledOnceByWhoeverWakes() {
    let ending = Ending<String>()
    let seen = Guarded<[String]>([])
    ending.observe { value in seen.withLock { $0.append("early " + value) } }
    let wake = ending.end("first")
    #expect(seen.withLock { $0 }.isEmpty)
    wake()
    ending.end("second")()
    ending.observe { value in seen.withLock { $0.append("late " + value) } }
    #expect(seen.withLock { $0 } == ["early first", "late first"])
  }

  @Test func everybodyWhoWaitsIsWoken() async {
    let ending = Ending<Int>()
    let values = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<20 { group.addTask { await ending.wait() } }
      await Task.yield()
      ending.end(7)()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values == Array(repeating: 7, count: 20))
  }

  @Test func aTaskThatIsCancelledWaitsNoLonger() async {
    let ending = Ending<Int>()
    let waiting = Task { await ending.wait() }
    await Task.yield()
    waiting.cancel()
    #expect(await waiting.value == nil)
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      return await ending.wait()
    }
    late.cancel()
    #expect(await late.value == nil)
    #expect(ending.value == nil)
  }

  /// Whoever has something else done about a cancellation waits on for what comes of it.
  @Test func aCancellationMayEndIt() async {
    let ending = Ending<Int>()
    let waiting = Task { await ending.wait(onCancel: { ending.end(1)() }) }
    await Task.yield()
    #expect(ending.value == nil)
    waiting.cancel()
    #expect(await waiting.value == 1)
  }
}
