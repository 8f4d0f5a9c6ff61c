import HikidashiWorkQueues
import HikidashiWorkQueuesTesting
import Testing

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

  @Test func aPoolDoublesNumbers() async throws {
    let pool = WorkerPool(workers: 4, capacity: 100) { (number: Int) in number * 2 }
    let first = try await pool.submit(21)
    let second = try await pool.submit(4, after: [first]) {
      $0.priority = 1
      $0.retry = Retry(attempts: 3)
    }
    #expect(try await first.value == 42)
    #expect(try await second.value == 8)

    await pool.suspend()
    pool.resume()
    try await pool.quit(.drain, deadline: .seconds(600))
  }

  @Test func oneUploadOfEachAccountAtATime() async throws {
    let stage = TestPool(workers: 4) { (file: String) in file.count }
    for file in ["ann/1", "ann/2", "bob/1"] {
      try stage.pool.enqueue(file) { $0.lane = String(file.prefix(3)) }
    }
    #expect(stage.waiting == ["ann/2"])
    await stage.drain()
  }

  @Test func mailIsSentInAMinute() async throws {
    let stage = TestPool(workers: 2) { (name: String) in name.count }
    let job = try stage.pool.enqueue("mail") { $0.delay = .seconds(60) }
    #expect(stage.waiting == ["mail"])
    await stage.drain()
    #expect(try await job.value == 4)
    #expect(stage.begun == ["mail"])
  }

  @Test func aLetterIsSentOnce() async throws {
    let store = MemoryJobStore()
    let pool = DurablePool(store: store, workers: 4) { job in print("to", job.text) }
    var letter = DurableRequest(text: "ann@example.org")
    letter.key = "welcome ann"
    _ = try store.add([letter, letter])
    for await status in pool.statuses where status.done == 1 { break }
    try await pool.quit()
    #expect(try store.counts() == [.done: 1])
  }
}
