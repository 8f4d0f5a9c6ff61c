import HikidashiBase
import Testing

@testable import HikidashiRecords

/// The state machine of a reader, without tasks: waiters are names.
@Suite struct ChangeQueueTests {
  private func transaction(_ number: Int) throws -> RecordTransaction {
    let table = RecordTable(try Schema(Field<Int>("size")))
    return RecordTransaction(
      before: table, after: table, kind: .edit, name: nil, numbers: number...number, changes: nil)
  }

  private func text(_ wake: ChangeQueue<RecordTransaction, String>.Wake?) -> String {
    guard let wake else { return "nobody" }
    return "\(wake.waiter): \(wake.change.map { "\($0.numbers)" } ?? "end")"
  }

  @Test func whoWaitsIsWokenInOrder() throws {
    var queue = ChangeQueue<RecordTransaction, String>(limit: 2)
    #expect(text(queue.next("a")) == "nobody")
    #expect(text(queue.next("b")) == "nobody")
    #expect(text(queue.push(try transaction(1))) == "a: 1...1")
    #expect(text(queue.push(try transaction(2))) == "b: 2...2")
    #expect(text(queue.push(try transaction(3))) == "nobody")
    #expect(text(queue.next("c")) == "c: 3...3")
  }

  @Test func whatIsTooMuchBecomesOne() throws {
    var queue = ChangeQueue<RecordTransaction, String>(limit: 2)
    for number in 1...5 { _ = queue.push(try transaction(number)) }
    #expect(text(queue.next("a")) == "a: 1...1")
    #expect(text(queue.next("b")) == "b: 2...5")
    #expect(text(queue.next("c")) == "nobody")
  }

  @Test func afterTheEndTheRestIsTakenAndAfterACancelNothing() throws {
    var queue = ChangeQueue<RecordTransaction, String>(limit: 2)
    _ = queue.push(try transaction(1))
    #expect(queue.finish().isEmpty)
    #expect(text(queue.push(try transaction(2))) == "nobody")
    #expect(text(queue.next("a")) == "a: 1...1")
    #expect(text(queue.next("a")) == "a: end")

    queue = ChangeQueue(limit: 2)
    _ = queue.push(try transaction(1))
    #expect(queue.cancel().isEmpty)
    #expect(text(queue.next("a")) == "a: end")

    queue = ChangeQueue(limit: 2)
    _ = queue.next("a")
    #expect(queue.cancel().map(text) == ["a: end"])
    #expect(queue.cancel().isEmpty)
  }
}
