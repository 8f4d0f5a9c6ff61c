import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiWorkQueues

/// Random lives of pools, of which every step is held against what was promised.
@Suite struct MachineTests {
  /// In two halves, for two cores.
  @Test(arguments: [0, 1]) func everyLifeKeepsWhatIsPromised(_ half: UInt64) {
    let seed = testSeed()
    for number in stride(from: half, to: UInt64(max(2, testSteps(20_000) / 2)), by: 2) {
      var life = PoolLife(SeededGenerator(seed: seed &+ number))
      do { try life.run(40) } catch {
        Issue.record("HIKIDASHI_SEED=\(seed &+ number) HIKIDASHI_STEPS=1: \(error)")
        return
      }
    }
  }
}

/// One pool, what happens to it, and a plain account of its jobs.
struct PoolLife {
  struct Flaw: Error, CustomStringConvertible {
    let description: String
  }

  struct Account {
    var options: JobOptions
    var after: Set<Int>
    var outside: Int
    var isMet: Bool
    var notBefore: Duration
    var expiresAt: Duration?
    var attempts = 0
    var worker: Int? { didSet { if worker == nil { isAside = false } } }
    /// Whether it waits for the others, whose worker its own is meanwhile.
    var isAside = false
    var isStopped = false
    var ending: JobEndingKind?
  }

  private var random: SeededGenerator
  private var machine: PoolMachine
  private var jobs: [Account] = []
  private var now = Duration.zero
  private var mode: QuitMode?
  private var wasSuspended = false

  init(_ random: SeededGenerator) {
    var random = random
    machine = PoolMachine(
      workers: .random(in: 1...3, using: &random), capacity: .random(in: 1...6, using: &random),
      isStarted: .random(using: &random), seed: random.next())
    self.random = random
  }

  mutating func run(_ steps: Int) throws {
    for _ in 0..<steps { try step() }
    try finish()
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func anyJob() -> Int? { jobs.indices.randomElement(using: &random) }

  private mutating func step() throws {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<35: try add()
    case ..<60:
      let running = jobs.indices.filter { jobs[$0].worker != nil }
      if let job = running.randomElement(using: &random) { try handBack(job, isDone: chance(70)) }
    case ..<68: if let job = anyJob() { try handle(.cancel(id(job))) }
    case ..<76:
      now += .seconds(Int.random(in: 0...4, using: &random))
      try handle(.time)
    case ..<82:
      if let job = anyJob() {
        let isMet = chance(70)
        jobs[job].isMet = isMet
        try handle(.condition(id(job), 0, isMet: isMet))
      }
    case ..<86:
      if let job = anyJob() {
        jobs[job].outside = 0
        try handle(.outsideEnded(id(job), 0))
      }
    case ..<89: try handle(.suspend)
    case ..<94: try handle(chance(50) ? .resume : .start)
    case ..<96: try handle(.resize(Int.random(in: 1...3, using: &random)))
    case ..<98:
      if let job = anyJob() {
        let isAside = chance(50)
        if jobs[job].worker != nil { jobs[job].isAside = isAside }
        try handle(isAside ? .standAside(id(job)) : .standBack(id(job)))
      }
    default:
      if chance(20) { try quit(QuitMode.allCases.randomElement(using: &random) ?? .drain) }
    }
  }

  private func id(_ job: Int) -> JobID { JobID(job + 1) }

  private mutating func quit(_ mode: QuitMode) throws {
    if self.mode.map({ $0 < mode }) ?? true { self.mode = mode }
    try handle(.quit(mode))
  }

  private mutating func handBack(_ job: Int, isDone: Bool) throws {
    // What has expired by now is to stop.
    try handle(.time)
    jobs[job].worker = nil
    let account = jobs[job]
    let isTriedAgain =
      !isDone && !account.isStopped && account.attempts < account.options.retry.attempts
      && (mode == nil || mode == .drain)
    if isTriedAgain { jobs[job].notBefore = now + .seconds(1) }
    let actions = try handle(.returned(id(job), isDone: isDone), retried: isTriedAgain ? job : nil)
    let isEnded = actions.contains { if case .ended(id(job), _) = $0 { true } else { false } }
    if isEnded == isTriedAgain, account.expiresAt.map({ $0 > now }) ?? true {
      throw Flaw(description: "to be tried again: \(isTriedAgain), and job \(job) did \(actions)")
    }
    if isDone, !account.isStopped, !actions.contains(.ended(id(job), .done)) {
      throw Flaw(description: "job \(job) is done, and \(actions)")
    }
  }

  private mutating func add() throws {
    var options = JobOptions(priority: Int.random(in: 0...2, using: &random))
    if chance(20) { options.delay = .seconds(Int.random(in: 1...3, using: &random)) }
    if chance(20) { options.deadline = .seconds(Int.random(in: 0...6, using: &random)) }
    if chance(30) { options.retry = Retry(attempts: 3, first: .seconds(1), factor: 1, jitter: 0) }
    if chance(15) { options.key = "k" }
    if chance(30) { options.lane = chance(50) ? "a" : "b" }
    options.duplicates = chance(50) ? .joined : .refused
    var after: Set<Int> = []
    while chance(25), let job = anyJob() { after.insert(job) }
    let request = PoolMachine.Request(
      options: options, after: Set(after.map(id)), outside: chance(10) ? 1 : 0,
      unmet: chance(10) ? [0] : [])
    let account = Account(
      options: options, after: after, outside: request.outside, isMet: request.unmet.isEmpty,
      notBefore: now + options.delay, expiresAt: options.deadline.map { now + $0 })
    // What has expired by now takes no room.
    try handle(.time)
    let isFull = jobs.count { $0.ending == nil && $0.worker == nil } >= machine.capacity
    let (placing, actions) = machine.add(request, at: now)
    if case .added = placing {
      if isFull { throw Flaw(description: "a full pool took a job") }
      jobs.append(account)
    }
    if case .refused(.full) = placing, !isFull { throw Flaw(description: "it is not full") }
    if case .refused(.quit) = placing, mode == nil { throw Flaw(description: "it does not quit") }
    try check(actions)
  }

  @discardableResult
  private mutating func handle(
    _ event: PoolMachine.Event, retried: Int? = nil
  ) throws -> [PoolMachine.Action] {
    let actions = machine.handle(event, at: now)
    try check(actions)
    return actions
  }

  private mutating func check(_ actions: [PoolMachine.Action]) throws {
    for action in actions {
      switch action {
      case .run(let id, let worker, let attempt): try began(id.number - 1, worker, attempt)
      case .stop(let id): jobs[id.number - 1].isStopped = true
      case .retries: break
      case .ended(let id, let kind):
        if let ending = jobs[id.number - 1].ending {
          throw Flaw(description: "\(id) ended as \(ending) and as \(kind)")
        }
        jobs[id.number - 1].ending = kind
        jobs[id.number - 1].worker = nil
      }
    }
    let running = jobs.count { $0.worker != nil }
    let status = machine.status(blockedProducers: 0)
    let queued = jobs.count { $0.worker == nil && $0.ending == nil }
    let ended = jobs.count { $0.ending != nil }
    if status.running != running || status.queued != queued
      || status.done + status.failed + status.cancelled != ended
    {
      throw Flaw(description: "\(status), but \(running) run and \(queued) wait")
    }
    // What has suspended it from within goes on then, to its own end.
    let isSuspended = status.state == .suspended
    if isSuspended, !wasSuspended, !machine.isStill { throw Flaw(description: "it is not still") }
    wasSuspended = isSuspended
    if (status.state == .ended) != (mode != nil && running + queued == 0) {
      throw Flaw(description: "\(status) with mode \(mode as Any)")
    }
    let mayRun = status.state == .running || (status.state == .quitting && mode == .drain)
    let busy = jobs.count { $0.worker != nil && !$0.isAside }
    if mayRun, busy < status.workers, jobs.indices.contains(where: isReady) {
      throw Flaw(description: "a worker is free and a job is ready: \(machine)")
    }
  }

  private func isReady(_ number: Int) -> Bool {
    let job = jobs[number]
    let lane = job.options.lane
    return job.worker == nil && job.ending == nil && job.outside == 0 && job.isMet
      && job.notBefore <= now && job.after.allSatisfy { jobs[$0].ending != nil }
      && (lane == nil
        || jobs[..<number].allSatisfy { $0.options.lane != lane || $0.ending != nil })
  }

  private mutating func began(_ job: Int, _ worker: Int, _ attempt: Int) throws {
    let account = jobs[job]
    guard account.ending == nil, account.worker == nil, !account.isStopped else {
      throw Flaw(description: "job \(job) began at the wrong time: \(account)")
    }
    guard isReady(job) else { throw Flaw(description: "job \(job) is not ready: \(account)") }
    for (other, rival) in jobs.enumerated() where other != job && isReady(other) {
      let (mine, its) = (account.options.priority, rival.options.priority)
      if its > mine || (its == mine && other < job) {
        throw Flaw(description: "job \(job) began before \(other)")
      }
    }
    let busy = jobs.count { $0.worker != nil && !$0.isAside }
    let most = jobs.count { $0.worker != nil }
    if jobs.contains(where: { $0.worker == worker }) || worker > most || busy >= machine.workers {
      throw Flaw(description: "worker \(worker) has two jobs, or is none")
    }
    jobs[job].attempts += 1
    if attempt != jobs[job].attempts { throw Flaw(description: "attempt \(attempt) of \(account)") }
    jobs[job].worker = worker
  }

  /// Leads all to its end.
  private mutating func finish() throws {
    for job in jobs.indices {
      jobs[job].isMet = true
      try handle(.condition(id(job), 0, isMet: true))
      jobs[job].outside = 0
      try handle(.outsideEnded(id(job), 0))
    }
    try quit(.drain)
    for _ in 0..<10_000 {
      if machine.state == .ended { return }
      if let job = jobs.firstIndex(where: { $0.worker != nil }) {
        try handBack(job, isDone: chance(60))
      } else if let next = machine.nextAlarm {
        now = max(now, next)
        try handle(.time)
      } else {
        throw Flaw(description: "nothing will happen any more, and \(jobs) are left")
      }
    }
    throw Flaw(description: "it does not end")
  }
}
