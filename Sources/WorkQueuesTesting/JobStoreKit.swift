public import HikidashiWorkQueues

/// Checks that a job store keeps the promises of `JobStore`.
///
/// ```swift
/// #expect(try JobStoreKit.flaws(of: MyJobStore()) == [])
/// ```
public enum JobStoreKit {
  /// Returns descriptions of what is wrong with a store; empty when it keeps its promises.
  ///
  /// - Parameter store: An empty store that nothing else uses.
  /// - Throws: What the store throws.
  public static func flaws(of store: any JobStore) throws(JobStoreError) -> [String] {
    var kit = Kit(store: store)
    try kit.addsOncePerKey()
    try kit.givesByPriorityAndThenByAge()
    try kit.recordsOnce()
    try kit.tellsAttemptsApart()
    try kit.givesUpWhatFails()
    try kit.givesAwayWhatIsLost()
    try kit.takesBack()
    try kit.delays()
    try kit.forgets()
    return kit.flaws
  }
}

private struct Kit {
  let store: any JobStore
  var flaws: [String] = []

  mutating func expect<Value: Equatable>(_ found: Value, _ wanted: Value, _ what: String) {
    if found != wanted { flaws.append("\(what): \(found) and not \(wanted)") }
  }

  private func request(
    _ text: String, key: String? = nil, priority: Int = 0, attempts: Int = 2
  ) -> DurableRequest {
    var request = DurableRequest(text: text)
    request.key = key
    request.priority = priority
    request.retry = Retry(attempts: attempts, first: .zero)
    return request
  }

  private func take(
    _ most: Int, _ reports: [JobReport] = [], as worker: String = "a",
    lease: Duration = .seconds(600)
  ) throws(JobStoreError) -> [DurableJob] {
    try store.exchange(reports, take: most, as: worker, lease: lease).jobs
  }

  /// Ends what is there, so that it is not in the way of what follows.
  private func finishAll() throws(JobStoreError) {
    while true {
      let jobs = try take(100)
      if jobs.isEmpty { return }
      _ = try take(0, jobs.map { JobReport($0.lease, .done) })
    }
  }

  mutating func addsOncePerKey() throws(JobStoreError) {
    let ids = try store.add([request("1", key: "k"), request("2"), request("3", key: "k")])
    expect(ids.count, 3, "ids")
    expect(ids.first == ids.last, true, "the id of the same key")
    expect(try store.add([request("4", key: "k")]).first, ids.first, "the key's id, later")
    let jobs = try take(9)
    expect(jobs.map(\.text), ["1", "2"], "taken")
    _ = try take(0, jobs.map { JobReport($0.lease, .done) })
    expect(try store.statuses(nil, from: nil, limit: 9).map(\.key), ["k", nil], "keys")
  }

  mutating func givesByPriorityAndThenByAge() throws(JobStoreError) {
    _ = try store.add([request("a"), request("b", priority: 1), request("c"), request("d")])
    let jobs = try take(3)
    expect(jobs.map(\.text), ["b", "a", "c"], "the order of jobs")
    expect(jobs.map(\.attempt), [1, 1, 1], "attempts")
    // Released, they are first again.
    expect(
      try take(2, jobs.map { JobReport($0.lease, .released) }).map(\.text), ["b", "a"],
      "after release")
    let taken = try store.statuses(.taken, from: nil, limit: 9)
    expect(taken.map(\.attempts), [1, 1], "attempts kept")
    for status in taken { _ = try store.cancel(status.id) }
    try finishAll()
  }

  mutating func recordsOnce() throws(JobStoreError) {
    _ = try store.add([request("once")])
    let jobs = try take(1, lease: .seconds(-1))
    let again = try take(1, as: "b")
    expect(again.map(\.attempt), [2], "the attempt of who takes over")
    _ = try take(0, jobs.map { JobReport($0.lease, .failed("late")) })
    expect(
      try store.statuses(.taken, from: nil, limit: 9).map(\.worker), ["b"], "who has it after that")
    expect(
      try store.extend(jobs.map(\.lease), of: "a", by: .seconds(9)).count, 1, "void leases of a")
    expect(
      try store.extend(again.map(\.lease), of: "b", by: .seconds(9)).count, 0, "void leases of b")
    let before = try store.counts()[.done, default: 0]
    let reports = again.map { JobReport($0.lease, .done) }
    _ = try take(0, reports + reports, as: "b")
    _ = try take(0, reports, as: "b")
    expect(try store.counts()[.done, default: 0], before + 1, "done")
    let history = try store.statuses(.done, from: again.first?.id, limit: 1).first?.history ?? []
    expect(history.map(\.worker), ["a"], "who lost it")
  }

  /// Also when it is the same worker that takes over.
  mutating func tellsAttemptsApart() throws(JobStoreError) {
    _ = try store.add([request("twice")])
    let first = try take(1, lease: .seconds(-1)).map(\.lease)
    let second = try take(1).map(\.lease)
    expect(second.map(\.attempt), [2], "the attempt of who takes over from itself")
    expect(
      try store.extend(first + second, of: "a", by: .seconds(9)), first, "void leases of a's own")
    _ = try take(0, second.map { JobReport($0, .done) })
  }

  mutating func givesUpWhatFails() throws(JobStoreError) {
    let ids = try store.add([request("bad")])
    for attempt in 1...2 {
      let jobs = try take(1)
      expect(jobs.map(\.attempt), [attempt], "the attempt")
      _ = try take(0, jobs.map { JobReport($0.lease, .failed("no \(attempt)")) })
    }
    expect(try take(1).count, 0, "taken after the last attempt")
    let dead = try store.statuses(.dead, from: nil, limit: 9)
    expect(dead.map(\.id), ids, "the dead")
    expect(dead.first?.history.map(\.problem) ?? [], ["no 1", "no 2"], "the history")
    for status in dead { expect(try store.retry(status.id), true, "retry") }
    expect(try take(1).map(\.attempt), [1], "the attempt after retry")
    for id in ids { expect(try store.retry(id), false, "retry of what is taken") }
    for id in ids { expect(try store.cancel(id), true, "cancel") }
  }

  mutating func givesAwayWhatIsLost() throws(JobStoreError) {
    let ids = try store.add([request("poison")])
    for worker in ["a", "b"] {
      expect(try take(1, as: worker, lease: .seconds(-1)).count, 1, "taken by \(worker)")
    }
    expect(try take(1, as: "c").count, 0, "taken after it killed two")
    let dead = try store.statuses(.dead, from: ids.first, limit: 1)
    expect(dead.first?.history.map(\.worker) ?? [], ["a", "b"], "whom it killed")
  }

  mutating func takesBack() throws(JobStoreError) {
    let ids = try store.add([request("x"), request("y")])
    let jobs = try take(1)
    for id in ids { expect(try store.cancel(id), true, "cancel") }
    for id in ids { expect(try store.cancel(id), false, "cancel again") }
    expect(try take(9).count, 0, "taken of the cancelled")
    expect(try store.extend(jobs.map(\.lease), of: "a", by: .seconds(9)).count, 1, "void leases")
    _ = try take(0, jobs.map { JobReport($0.lease, .done) })
    expect(
      try store.statuses(.cancelled, from: ids.first, limit: 9).map(\.id), ids, "the cancelled")
  }

  mutating func delays() throws(JobStoreError) {
    var late = request("late")
    late.delay = .seconds(500)
    let ids = try store.add([late])
    let taken = try store.exchange([], take: 9, as: "a", lease: .seconds(1))
    expect(taken.jobs.count, 0, "taken before its time")
    let next = taken.next ?? .seconds(0)
    expect(next > .seconds(100) && next <= .seconds(500), true, "the next time, \(next)")
    for id in ids { _ = try store.cancel(id) }
    expect(try store.exchange([], take: 9, as: "a", lease: .seconds(1)).next, nil, "nothing next")
  }

  mutating func forgets() throws(JobStoreError) {
    let last = try store.add([request("last", key: "last")])
    let all = try store.statuses(nil, from: nil, limit: 99).map(\.id)
    expect(try store.clear(), false, "cleared with a job that waits")
    let jobs = try take(1)
    expect(try store.clear(), false, "cleared with a job that is taken")
    expect(try store.statuses(nil, from: nil, limit: 99).map(\.id), all, "kept")
    _ = try take(0, jobs.map { JobReport($0.lease, .failed("x")) })
    for id in last { _ = try store.cancel(id) }
    expect(try store.clear(), true, "cleared")
    expect(try store.statuses(nil, from: nil, limit: 9).count, 0, "left")
    expect(try store.counts().values.reduce(0, +), 0, "counted")
    let next = try store.add([request("next", key: "last")])
    expect(next.first.flatMap { next in last.first.map { next > $0 } }, true, "a new id")
    for id in next { _ = try store.cancel(id) }
  }
}
