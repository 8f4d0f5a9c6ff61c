import Support
import Testing

/// An ending that many wait for.
@Suite struct SharedEndingTests {
  @Test func theFirstEndingStays() async {
    let shared = SharedEnding<String>()
    #expect(shared.ending == nil)
    shared.end("first")()
    shared.end("second")()
    await shared.wait()
    #expect(shared.ending == "first")
  }

  @Test func everybodyWhoWaitsIsWoken() async {
    let shared = SharedEnding<Int>()
    let endings = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<20 {
        group.addTask {
          await shared.wait()
          return shared.ending
        }
      }
      await Task.yield()
      shared.end(7)()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(endings == Array(repeating: 7, count: 20))
  }

  @Test func aTaskThatIsCancelledWaitsNoLonger() async {
    let shared = SharedEnding<Int>()
    let waiting = Task { await shared.wait() }
    await Task.yield()
    waiting.cancel()
    await waiting.value
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      await shared.wait()
    }
    late.cancel()
    await late.value
    #expect(shared.ending == nil)
  }
}
