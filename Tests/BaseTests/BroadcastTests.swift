import HikidashiBase
import TestSupport
import Testing

@Suite struct BroadcastTests {
  /// An observer, what it was told, and what an obvious account says that it should have been.
  private struct Account {
    let token: ObservationToken
    let heard: Guarded<[Int]>
    var expected: [Int] = []
    var isOver = false
  }

  /// Random lives, each step of which is held against a plain list.
  @Test func everyObserverIsToldOfEveryChange() async {
    let seed = testSeed()
    for number in 0..<UInt64(testSteps(300)) {
      var random = SeededGenerator(seed: seed &+ number)
      let broadcast = Broadcast(0)
      var accounts: [Account] = []
      var (value, version, isOver) = (0, 1, false)
      for step in 1...40 {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<25:
          let heard = Guarded<[Int]>([])
          let token = broadcast.observe { [weak broadcast] in
            if let broadcast { heard.withLock { $0.append(broadcast.value) } }
          }
          accounts.append(Account(token: token, heard: heard, isOver: isOver))
        case ..<40:
          guard let index = accounts.indices.randomElement(using: &random) else { continue }
          accounts[index].token.cancel()
          accounts[index].isOver = true
        case let chance:
          let isLast = chance >= 97
          let isRefused = chance < 50
          let hasChanged = broadcast.update(isLast: isLast) { isRefused ? nil : $0 + step }
          #expect(hasChanged == (!isRefused && !isOver), "HIKIDASHI_SEED=\(seed &+ number)")
          guard hasChanged else { continue }
          (value, version, isOver) = (value + step, version + 1, isLast)
          for index in accounts.indices where !accounts[index].isOver {
            accounts[index].expected.append(value)
            accounts[index].isOver = isLast
          }
        }
        let reading = broadcast.reading
        #expect(
          (reading.value, reading.version, reading.isLast) == (value, version, isOver),
          "HIKIDASHI_SEED=\(seed &+ number)")
        #expect(await broadcast.next(after: version - 1)?.value == value)
      }
      for account in accounts {
        #expect(
          account.heard.withLock { $0 } == account.expected, "HIKIDASHI_SEED=\(seed &+ number)")
      }
    }
  }

  @Test func manyThreadsLoseNoLastValue() async {
    let broadcast = Broadcast(0)
    let writers = 4
    let changes = testSteps(2_000)
    let onMain = Guarded<[Int]>([])
    let ends = Guarded<[Int]>([])
    let tokens = [
      broadcast.observeOnMain { value in onMain.withLock { $0.append(value) } },
      broadcast.observeOnMain(onlyLast: true) { value in ends.withLock { $0.append(value) } },
    ]
    let readers = (0..<4).map { reader in
      Task {
        var seen: [Int] = []
        for await value in NewestValues(broadcast, { $0 }) {
          seen.append(value)
          if reader == 1 { await Task.yield() }
        }
        return seen
      }
    }
    await withTaskGroup { group in
      for _ in 0..<writers {
        group.addTask {
          for _ in 0..<changes { broadcast.update { $0 + 1 } }
        }
        group.addTask {
          for _ in 0..<changes { broadcast.observe {}.cancel() }
        }
      }
    }
    broadcast.update(isLast: true) { $0 + 1 }
    broadcast.update(isLast: true) { $0 + 1 }
    let last = writers * changes + 1
    for reader in readers {
      let seen = await reader.value
      #expect(seen.last == last && isRising(seen))
    }
    while onMain.withLock({ $0.last }) != last { await Task.yield() }
    while ends.withLock({ $0.isEmpty }) { await Task.yield() }
    await Task { @MainActor in }.value
    #expect(isRising(onMain.withLock { $0 }))
    #expect(ends.withLock { $0 } == [last])
    withExtendedLifetime(tokens) {}
  }

  private func isRising(_ values: [Int]) -> Bool { zip(values, values.dropFirst()).allSatisfy(<) }

  @Test func whoeverComesAfterTheEndIsToldOfItOnce() async {
    let broadcast = Broadcast("begun")
    broadcast.update(isLast: true) { _ in "ended" }
    var seen: [String] = []
    for await value in NewestValues(broadcast, { $0 }) { seen.append(value) }
    #expect(seen == ["ended"])
    let told = Guarded<[String]>([])
    let token = broadcast.observeOnMain { value in told.withLock { $0.append(value) } }
    while told.withLock({ $0.isEmpty }) { await Task.yield() }
    #expect(!broadcast.update { _ in "late" })
    #expect(told.withLock { $0 } == ["ended"])
    token.cancel()
  }

  @Test func aReaderThatIsCancelledEnds() async {
    let broadcast = Broadcast(1)
    let reader = Task {
      var seen: [Int] = []
      for await value in NewestValues(broadcast, { $0 }) { seen.append(value) }
      return seen
    }
    await Task.yield()
    reader.cancel()
    #expect(await reader.value.count <= 1)
    #expect(await broadcast.next(after: 0)?.value == 1)
  }

  @Test @MainActor func nothingFollowsATokenThatWasCancelledOnTheMainActor() async {
    let broadcast = Broadcast(1)
    let told = Guarded<[Int]>([])
    let token = broadcast.observeOnMain { value in told.withLock { $0.append(value) } }
    broadcast.update { $0 + 1 }
    token.cancel()
    for _ in 0..<10 { await Task.yield() }
    #expect(told.withLock { $0 }.isEmpty)
  }
}

@Suite struct ObservationTokenTests {
  @Test func anObservationEndsOnceWhenItIsCancelledOrReleased() {
    let ends = Guarded(0)
    var token: ObservationToken? = ObservationToken { ends.withLock { $0 += 1 } }
    token?.cancel()
    token?.cancel()
    token = nil
    #expect(ends.withLock { $0 } == 1)
    token = ObservationToken { ends.withLock { $0 += 1 } }
    token = nil
    #expect(ends.withLock { $0 } == 2)
  }

  /// The release of a callback may end other observations, or read what it was told of.
  @Test func aCallbackMayHoldTokens() {
    let broadcast = Broadcast(1)
    let other = broadcast.observe {}
    let token = broadcast.observe { withExtendedLifetime(other) {} }
    broadcast.update { $0 + 1 }
    token.cancel()
    #expect(broadcast.value == 2)
  }
}
