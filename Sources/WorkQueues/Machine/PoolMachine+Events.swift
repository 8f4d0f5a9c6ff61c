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
    let delay = entry.options.retry.delay(after: entry.attempts)
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
