import HikidashiBase
import Testing

@Suite struct RetryTests {
  @Test func delaysGrowToTheLongest() {
    let retry = Retry(
      attempts: 9, first: .seconds(1), factor: 2, longest: .seconds(5), jitter: 0)
    #expect((0...5).map { retry.delay(after: $0) } == [1, 1, 2, 4, 5, 5].map { .seconds($0) })
    #expect(retry.delay(after: .max) == .seconds(5))
  }

  @Test func valuesAreBounded() {
    var wild = Retry(
      attempts: .min, first: .seconds(-1), factor: .nan, longest: .seconds(Int64.max), jitter: .nan)
    #expect(wild == Retry(attempts: 1, first: .zero, factor: 1, longest: wild.longest, jitter: 0))
    wild.attempts = 0
    wild.first = .seconds(Int64.max)
    wild.factor = .infinity
    wild.jitter = 9
    #expect(wild.attempts == 1 && wild.factor == 100 && wild.jitter == 1)
    for attempts in [.min, 1, 20, .max] {
      #expect(wild.fullDelay(after: attempts) == wild.longest)
      #expect((.zero...wild.longest).contains(wild.delay(after: attempts)))
    }
  }

  @Test func chanceShortensDelaysWithinItsShare() {
    let retry = Retry(first: .seconds(1), longest: .seconds(30), jitter: 0.5)
    var random = SeededGenerator(seed: 1)
    var seen: Set<Duration> = []
    for attempts in 1...200 {
      let full = retry.fullDelay(after: attempts)
      let delay = retry.delay(after: attempts, using: &random)
      #expect(delay >= full * 0.499 && delay <= full)
      seen.insert(delay)
    }
    #expect(seen.count > 190)
  }

  @Test func fullJitterLeavesTheWholeDelayToChance() {
    let retry = Retry(first: .milliseconds(50), longest: .seconds(1), jitter: 1)
    var random = SeededGenerator(seed: 1)
    for attempts in 1...8 {
      let full = retry.fullDelay(after: attempts)
      let delays = (0..<200).map { _ in retry.delay(after: attempts, using: &random) }.sorted()
      #expect(delays[0] >= .zero && delays[0] < full * 0.1)
      #expect(delays[199] <= full && delays[199] > full * 0.9)
    }
  }
}
