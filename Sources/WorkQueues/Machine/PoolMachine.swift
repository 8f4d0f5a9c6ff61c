internal import HikidashiBase

/// What a pool does next: a value that takes an event and returns actions, without locks or tasks.
struct PoolMachine: Sendable {
  enum Event: Hashable, Sendable {
    case start
    case suspend
    case resume
    case quit(QuitMode)
    case resize(Int)
    /// Nothing but that time has passed.
    case time
    case cancel(JobID)
    /// An attempt returned, or threw.
    case returned(JobID, isDone: Bool)
    /// What a job comes after, and is none of this pool, has ended.
    case outsideEnded(JobID, Int)
    case condition(JobID, Int, isMet: Bool)
    /// A running job waits for the others, and is not waited for by them; or does so no longer.
    case standAside(JobID)
    case standBack(JobID)
  }

  enum Action: Hashable, Sendable {
    case run(JobID, worker: Int, attempt: Int)
    /// What runs is not wanted any longer.
    case stop(JobID)
    case retries(JobID, after: Duration)
    /// Once for each job, and nothing about it afterwards.
    case ended(JobID, JobEndingKind)
  }

  struct Request: Hashable, Sendable {
    var options: JobOptions
    var after: Set<JobID> = []
    /// How many others it comes after: they are called 0, 1, …
    var outside = 0
    /// Which of its conditions, called 0, 1, …, do not hold.
    var unmet: Set<Int> = []
  }

  struct Entry: Hashable, Sendable {
    let options: JobOptions
    var after: Set<JobID>
    var outside: Set<Int>
    var unmet: Set<Int>
    var notBefore: Duration
    let expiresAt: Duration?
    var attempts = 0
    var worker: Int?
    var isReady = false
    /// How it ends when it returns, if that is decided.
    var decided: JobEndingKind?
    /// The times at which something has to be done about it.
    var alarms: [Duration] = []
  }

  struct Alarm: Hashable, Comparable, Sendable {
    let time: Duration
    let id: JobID

    static func < (left: Alarm, right: Alarm) -> Bool {
      (left.time, left.id) < (right.time, right.id)
    }
  }

  let capacity: Int
  var workers: Int
  var state: PoolState
  var quitMode: QuitMode?
  var now = Duration.zero
  var entries: [JobID: Entry] = [:]
  /// By priority, the greatest first, and in each the first that was asked for first.
  var ready = PriorityFifo<JobID>()
  var running: Set<JobID> = []
  var aside: Set<JobID> = []
  var busy: Set<Int> = []
  var followers: [JobID: [JobID]] = [:]
  var keys: [String: JobID] = [:]
  /// The jobs of each lane that have not ended; the first may run. None is empty.
  var lanes: [String: Fifo<JobID>] = [:]
  var alarms = Fifo<Alarm>()
  var actions: [Action] = []
  var ends: [JobEndingKind: Int] = [:]
  private var nextNumber = 0
  private var random: SeededGenerator

  init(workers: Int, capacity: Int, isStarted: Bool, seed: UInt64) {
    self.workers = max(1, workers)
    self.capacity = max(1, capacity)
    state = isStarted ? .running : .idle
    random = SeededGenerator(seed: seed)
  }

  /// When something will happen by itself, if nothing else happens first.
  var nextAlarm: Duration? { alarms.first?.time }

  var queued: Int { entries.count - running.count }
  var hasRoom: Bool { queued < capacity || quitMode != nil }
  /// Whether nothing runs but what waits for this itself.
  var isStill: Bool { running.isSubset(of: aside) }

  func state(of id: JobID) -> JobState {
    guard let entry = entries[id] else { return .ended }
    return entry.worker != nil ? .running : entry.isReady ? .ready : .waiting
  }

  /// Whether no other of its lane is to be done before.
  func isFirstOfLane(_ id: JobID, _ lane: String?) -> Bool {
    lane.map { lanes[$0]?.first == id } ?? true
  }

  func status(blockedProducers: Int) -> PoolStatus {
    PoolStatus(
      state: state, workers: workers, queued: queued, running: running.count,
      blockedProducers: blockedProducers, done: ends[.done, default: 0],
      failed: ends[.failed, default: 0],
      cancelled: ends[.cancelled, default: 0] + ends[.expired, default: 0])
  }

  /// What came of asking for a job.
  enum Placing: Hashable, Sendable {
    case added(JobID)
    /// It is one that was there already.
    case joined(JobID)
    case refused(JobError)
  }

  /// Adds a job, unless the pool is full or quits.
  ///
  /// - Parameter isWithin: Whether one of the pool's own jobs asks: it may not wait for room, which
  ///   might never come.
  /// - Complexity: O(log n), and a move of the jobs of its priority.
  mutating func add(
    _ request: Request, at time: Duration, isWithin: Bool = false
  ) -> (Placing, [Action]) {
    advance(to: time)
    let options = request.options
    if quitMode != nil { return (.refused(.quit(pool: "")), finish()) }
    if let key = options.key, let older = keys[key] {
      let isJoined = options.duplicates == .joined
      return (isJoined ? .joined(older) : .refused(.duplicate(key: key)), finish())
    }
    if queued >= capacity, !isWithin { return (.refused(.full(capacity: capacity)), finish()) }
    nextNumber += 1
    let id = JobID(nextNumber)
    let after = request.after.filter { entries[$0] != nil }
    entries[id] = Entry(
      options: options, after: after, outside: Set(0..<request.outside), unmet: request.unmet,
      notBefore: now.later(by: options.delay), expiresAt: options.deadline.map(now.later(by:)))
    for other in after { followers[other, default: []].append(id) }
    if let key = options.key { keys[key] = id }
    if let lane = options.lane { lanes[lane, default: Fifo()].append(id) }
    setAlarms(of: id)
    refresh(id)
    return (.added(id), finish())
  }
}

// MARK: - Events

extension PoolMachine {
  /// Lets something happen, and says what is to be done about it.
  ///
  /// What does not fit the state, or is about a job that has ended, is ignored.
  ///
  /// - Complexity: O(log n) and a move of the jobs of its priority for each job that is touched.
  mutating func handle(_ event: Event, at time: Duration) -> [Action] {
    advance(to: time)
    switch event {
    case .start: if state == .idle { state = .running }
    case .suspend: if state == .running || state == .idle { state = .suspending }
    case .resume: if state == .suspending || state == .suspended { state = .running }
    case .quit(let mode): quit(mode)
    case .resize(let count): workers = max(1, count)
    case .time: break
    case .cancel(let id): decide(id, .cancelled)
    case .returned(let id, let isDone): returned(id, isDone: isDone)
    case .outsideEnded(let id, let number): change(id) { $0.outside.remove(number) }
    case .condition(let id, let number, let isMet):
      change(id) { if isMet { $0.unmet.remove(number) } else { $0.unmet.insert(number) } }
    case .standAside(let id): if running.contains(id) { aside.insert(id) }
    case .standBack(let id): aside.remove(id)
    }
    return finish()
  }

  /// Begins what can begin, and takes the actions.
  mutating func finish() -> [Action] {
    dispatch()
    if state == .suspending, isStill { state = .suspended }
    if state == .quitting, entries.isEmpty { state = .ended }
    defer { actions = [] }
    return actions
  }

  private mutating func dispatch() {
    guard state == .running || (state == .quitting && quitMode == .drain) else { return }
    // Who stands aside needs the others done, for which its worker's place is theirs meanwhile.
    while running.count - aside.count < workers, let id = ready.popFirst() {
      guard var entry = entries[id], entry.isReady else { continue }
      let worker = (0...running.count).first { !busy.contains($0) } ?? running.count
      entry.isReady = false
      entry.attempts += 1
      entry.worker = worker
      entries[id] = entry
      busy.insert(worker)
      running.insert(id)
      actions.append(.run(id, worker: worker, attempt: entry.attempts))
    }
  }

  private mutating func quit(_ mode: QuitMode) {
    guard state != .ended, quitMode.map({ $0 < mode }) ?? true else { return }
    state = .quitting
    quitMode = mode
    guard mode > .drain else { return }
    for id in entries.keys.sorted() where mode == .cancel || !running.contains(id) {
      decide(id, .cancelled)
    }
  }

  /// Moves the time on, and does what it brings.
  mutating func advance(to time: Duration) {
    now = max(now, time)
    while let alarm = alarms.first, alarm.time <= now {
      _ = alarms.removeFirst()
      entries[alarm.id]?.alarms.removeAll { $0 == alarm.time }
      guard let entry = entries[alarm.id] else { continue }
      if let end = entry.expiresAt, end <= now {
        decide(alarm.id, .expired)
      } else {
        refresh(alarm.id)
      }
    }
  }

  /// Decides how a job ends; one that runs ends when it returns.
  private mutating func decide(_ id: JobID, _ kind: JobEndingKind) {
    guard let entry = entries[id], entry.decided == nil else { return }
    guard entry.worker != nil else { return end(id, kind) }
    entries[id]?.decided = kind
    actions.append(.stop(id))
  }

  private mutating func returned(_ id: JobID, isDone: Bool) {
    guard var entry = entries[id], let worker = entry.worker else { return }
    busy.remove(worker)
    running.remove(id)
    aside.remove(id)
    entry.worker = nil
    entries[id] = entry
    if let decided = entry.decided { return end(id, decided) }
    if isDone { return end(id, .done) }
    guard entry.attempts < entry.options.retry.attempts, quitMode.map({ $0 == .drain }) ?? true
    else { return end(id, .failed) }
    let delay = entry.options.retry.delay(after: entry.attempts, using: &random)
    entries[id]?.notBefore = now.later(by: delay)
    actions.append(.retries(id, after: delay))
    setAlarms(of: id)
    refresh(id)
  }

  private mutating func end(_ id: JobID, _ kind: JobEndingKind) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    if entry.isReady { ready.remove(id, priority: entry.options.priority) }
    for time in entry.alarms { remove(Alarm(time: time, id: id)) }
    if let key = entry.options.key, keys[key] == id { keys[key] = nil }
    for other in entry.after { followers[other]?.removeAll { $0 == id } }
    ends[kind, default: 0] += 1
    actions.append(.ended(id, kind))
    for follower in followers.removeValue(forKey: id) ?? [] {
      change(follower) { $0.after.remove(id) }
    }
    if let lane = entry.options.lane { leave(lane, id) }
  }

  /// Lets the next of a lane go, and forgets a lane that has none.
  private mutating func leave(_ lane: String, _ id: JobID) {
    // One that is taken back may be in the middle.
    let isFirst = lanes[lane]?.first == id
    _ = isFirst ? lanes[lane]?.removeFirst() : lanes[lane]?.remove { $0 == id }
    guard let next = lanes[lane]?.first else {
      lanes[lane] = nil
      return
    }
    refresh(next)
  }

  /// Changes what a job waits for; one that runs may be tried again.
  private mutating func change(_ id: JobID, _ body: (inout Entry) -> Void) {
    guard var entry = entries.removeValue(forKey: id) else { return }
    body(&entry)
    entries[id] = entry
    refresh(id)
  }

  /// Puts a job among the ready ones, or takes it from them.
  mutating func refresh(_ id: JobID) {
    guard let entry = entries[id], entry.worker == nil else { return }
    let isReady =
      entry.after.isEmpty && entry.outside.isEmpty && entry.unmet.isEmpty && entry.notBefore <= now
      && isFirstOfLane(id, entry.options.lane)
    guard isReady != entry.isReady else { return }
    entries[id]?.isReady = isReady
    if isReady {
      ready.insert(id, priority: entry.options.priority)
    } else {
      ready.remove(id, priority: entry.options.priority)
    }
  }

  /// Has something happen when its time has come.
  mutating func setAlarms(of id: JobID) {
    guard let entry = entries[id] else { return }
    for time in [entry.notBefore > now ? entry.notBefore : nil, entry.expiresAt].compactMap(\.self)
    where !entry.alarms.contains(time) {
      entries[id]?.alarms.append(time)
      alarms.insert(Alarm(time: time, id: id), by: <)
    }
  }

  private mutating func remove(_ alarm: Alarm) { _ = alarms.remove { $0 == alarm } }
}
