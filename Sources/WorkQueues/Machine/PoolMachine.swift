internal import Support

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

  init(workers: Int, capacity: Int, isStarted: Bool) {
    self.workers = max(1, workers)
    self.capacity = max(1, capacity)
    state = isStarted ? .running : .idle
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

extension Duration {
  /// This much later, and not earlier; a sum beyond all bounds stays within.
  func later(by duration: Duration) -> Duration {
    let longest = Duration.seconds(Int64.max / 4)
    return self + min(max(.zero, duration), longest)
  }
}
