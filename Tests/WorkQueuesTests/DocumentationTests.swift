import Testing
import WorkQueues

/// What the documentation shows is what happens.
@Suite struct DocumentationTests {
  @Test func workFlowsFromProducersToConsumers() async throws {
    let queue = BoundedQueue<Int>(capacity: 100)
    async let sum = {
      var sum = 0
      for await number in queue.elements { sum += number }
      return sum
    }()
    for number in 1...1_000 { try await queue.put(number) }
    queue.close()
    #expect(await sum == 500_500)
  }

  @Test func oneLetterOfEachPersonAtATime() async throws {
    let letters = BoundedQueue<String>(capacity: 10, lane: { $0.first })
    try await letters.put(contentsOf: ["a1", "a2", "b1"])
    #expect(letters.tryTake(upTo: 10) == ["a1", "b1"])
    letters.finish("a1")
    #expect(letters.tryTake() == "a2")
  }
}
