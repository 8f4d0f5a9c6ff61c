/// The failed jobs that a pool keeps: the newest, up to a number.
struct FailedJobs<Input: Sendable>: Sendable {
  /// How many are kept; none at first, as what they were given may be large.
  private(set) var most = 0
  private var jobs: [JobID: (place: Int, status: JobStatus<Input>)] = [:]
  /// The jobs by the order in which they failed, also some that were taken out since.
  private var order: [(place: Int, id: JobID)] = []
  private var nextPlace = 0

  var count: Int { jobs.count }

  /// The jobs that failed first, at most so many.
  func oldest(_ limit: Int) -> [JobStatus<Input>] {
    var found: [JobStatus<Input>] = []
    for (place, id) in order {
      if found.count >= limit { break }
      if let job = jobs[id], job.place == place { found.append(job.status) }
    }
    return found
  }

  /// Adds a job.
  ///
  /// - Returns: Those that are kept no longer.
  /// - Complexity: O(n) where another has to go for it, which moves an ID of each.
  mutating func add(_ job: JobStatus<Input>) -> [JobStatus<Input>] {
    jobs[job.id] = (nextPlace, job)
    order.append((nextPlace, job.id))
    nextPlace += 1
    return trim()
  }

  mutating func remove(_ id: JobID) -> JobStatus<Input>? { jobs.removeValue(forKey: id)?.status }

  /// - Returns: Those that are kept no longer.
  mutating func setMost(_ most: Int) -> [JobStatus<Input>] {
    self.most = max(0, most)
    return trim()
  }

  /// Takes out what is too much.
  private mutating func trim() -> [JobStatus<Input>] {
    var old: [JobStatus<Input>] = []
    var passed = 0
    while jobs.count > most, passed < order.count {
      let (place, id) = order[passed]
      passed += 1
      if jobs[id]?.place == place, let job = jobs.removeValue(forKey: id) { old.append(job.status) }
    }
    if passed > 0 { order.removeFirst(passed) }
    if order.count > 2 * jobs.count + 16 { order.removeAll { jobs[$0.id]?.place != $0.place } }
    return old
  }
}
