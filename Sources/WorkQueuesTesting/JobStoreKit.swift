internal import Dispatch
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
    try kit.tellsTimes()
    try kit.listsInPages()
    try kit.forgetsOne()
    try kit.changesAllOfAState()
    try kit.tellsOfChanges()
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

  mutating func tellsTimes() throws(JobStoreError) {
    var slow = request("slow")
    slow.retry = Retry(attempts: 2, first: .seconds(400), longest: .seconds(400))
    let id = try store.add([slow]).first
    func status() throws(JobStoreError) -> DurableJobStatus? {
      try store.statuses(nil, from: id, limit: 1).first
    }
    expect(try status()?.wait, .zero, "the wait of what may begin")
    expect(try status()?.elapsed, nil, "the time before the first attempt")
    let jobs = try take(1)
    let running = try status()
    expect(running?.wait, nil, "the wait of what is taken")
    expect(running?.elapsed.map { $0 >= .zero && $0 < .seconds(300) }, true, "the time it runs")
    _ = try take(0, jobs.map { JobReport($0.lease, .failed("not yet")) })
    let failed = try status()
    let isLater = failed?.wait.map { $0 > .seconds(100) && $0 <= .seconds(400) }
    expect(isLater, true, "the wait after a failure")
    expect(failed?.elapsed.map { $0 >= .zero && $0 < .seconds(300) }, true, "the time it ran")
    if let id { _ = try store.cancel(id) }
    expect(try status()?.elapsed, failed?.elapsed, "the time it ran, later")
    expect(try status()?.wait, nil, "the wait of what is cancelled")
    let released = try store.add([request("released")]).first
    _ = try take(0, take(1).map { JobReport($0.lease, .released) })
    let status = try store.statuses(.waiting, from: released, limit: 1).first
    expect(status?.elapsed, nil, "the time of an attempt that was not begun")
    if let released { _ = try store.cancel(released) }
  }

  /// Pages of each state, joined, are all its jobs.
  mutating func listsInPages() throws(JobStoreError) {
    let ids = try store.add((1...7).map { request("page \($0)", priority: $0 % 2) })
    let taken = try take(3)
    for state in [nil] + DurableJobState.allCases.map(Optional.some) {
      let all = try store.statuses(state, from: nil, limit: 99)
      let name = state.map { "\($0)" } ?? "all"
      expect(all.map(\.id), all.map(\.id).sorted(), "the order of \(name)")
      if let state { expect(all.allSatisfy { $0.state == state }, true, "the states of \(state)") }
      var pages: [DurableJobStatus] = []
      while let page = try nextPage(state, after: pages.last), !page.isEmpty { pages += page }
      expect(pages.map(\.id), all.map(\.id), "the pages of \(name)")
    }
    let waiting = try store.statuses(.waiting, from: nil, limit: 99).map(\.id)
    expect(waiting, ids.filter { id in !taken.contains { $0.id == id } }, "what waits")
    expect(try store.statuses(.waiting, from: nil, limit: 0).count, 0, "a page of no length")
    for id in ids { _ = try store.cancel(id) }
  }

  /// Asks for the job that was last, too, as an ID after it cannot be known.
  private func nextPage(
    _ state: DurableJobState?, after last: DurableJobStatus?
  ) throws(JobStoreError) -> [DurableJobStatus]? {
    let found = try store.statuses(state, from: last?.id, limit: 2)
    return last == nil ? found : Array(found.dropFirst())
  }

  mutating func forgetsOne() throws(JobStoreError) {
    let ids = try store.add([request("f", key: "f", attempts: 1), request("g")])
    for id in ids { expect(try store.forget(id), false, "forgot what waits") }
    let jobs = try take(1)
    for id in ids { expect(try store.forget(id), false, "forgot what is taken or waits") }
    _ = try take(0, jobs.map { JobReport($0.lease, .failed("for good")) })
    expect(try ids.first.map(store.forget), true, "forgot the dead")
    expect(try ids.first.map(store.forget), false, "forgot it again")
    expect(try ids.first.map(store.retry), false, "tried again what is forgotten")
    let next = try store.statuses(nil, from: ids.first, limit: 9).map(\.id)
    expect(next, Array(ids.dropFirst()), "what is left")
    let again = try store.add([request("f", key: "f")])
    expect(again.first.flatMap { id in ids.last.map { id > $0 } }, true, "an id for its key")
    let history = try store.statuses(nil, from: again.first, limit: 1).first?.history
    expect(history?.count, 0, "a history of its own")
    for id in ids + again { _ = try store.cancel(id) }
  }

  mutating func changesAllOfAState() throws(JobStoreError) {
    let dead = try store.statuses(.dead, from: nil, limit: 99).map(\.id)
    for id in dead { _ = try store.forget(id) }
    let ids = try store.add((1...3).map { request("d\($0)", attempts: 1) } + [request("stays")])
    _ = try take(0, take(3).map { JobReport($0.lease, .failed("all")) })
    for state in [DurableJobState.waiting, .taken, .done] {
      expect(try store.retryAll(state), 0, "tried again of \(state)")
    }
    expect(try store.retryAll(.dead), 3, "tried again of the dead")
    expect(try store.counts()[.dead, default: 0], 0, "the dead, after that")
    let jobs = try take(3)
    expect(jobs.map(\.id), Array(ids.prefix(3)), "taken after that")
    expect(jobs.map(\.attempt), [1, 1, 1], "their attempts")
    _ = try take(0, jobs.map { JobReport($0.lease, .failed("again")) })
    for state in [DurableJobState.waiting, .taken] {
      expect(try store.forgetAll(state), 0, "forgot of \(state)")
    }
    expect(try store.counts()[.dead, default: 0], 3, "the dead, again")
    expect(try store.forgetAll(.dead), 3, "forgot of the dead")
    let left = try store.statuses(nil, from: ids.first, limit: 9).map(\.id)
    expect(left, Array(ids.suffix(1)), "what is left of them")
    for id in ids { _ = try store.cancel(id) }
  }

  mutating func tellsOfChanges() throws(JobStoreError) {
    let told = DispatchSemaphore(value: 0)
    let watch = store.watchChanges { told.signal() }
    var untold: [String] = []
    func listen(_ what: String, _ change: () throws(JobStoreError) -> Void) throws(JobStoreError) {
      while told.wait(timeout: .now()) == .success {}
      try change()
      // It is told long before, unless it is never told.
      if told.wait(timeout: .now() + 60) == .timedOut { untold.append(what) }
    }
    var ids: [DurableJobID] = []
    var jobs: [DurableJob] = []
    try listen("adding") { () throws(JobStoreError) in
      ids = try store.add([request("told", attempts: 1)])
    }
    try listen("taking") { () throws(JobStoreError) in jobs = try take(1) }
    try listen("failing") { () throws(JobStoreError) in
      _ = try take(0, jobs.map { JobReport($0.lease, .failed("x")) })
    }
    for id in ids {
      try listen("trying again") { () throws(JobStoreError) in _ = try store.retry(id) }
      try listen("cancelling") { () throws(JobStoreError) in _ = try store.cancel(id) }
      try listen("forgetting") { () throws(JobStoreError) in _ = try store.forget(id) }
    }
    expect(untold, [], "not told of")
    withExtendedLifetime(watch) {}
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
