/// The state machine of a player. It is told the time, and returns what is to be done.
struct PlayerMachine: Sendable {
  enum Action: Equatable, Sendable {
    /// Something has happened to an element, by its position.
    case event(Int, SceneHookEvent)
    case end(PlaybackEnding)
  }

  /// In one step more beginnings and ends are not told one by one.
  static let mostCrossings = 10_000
  /// As many entries of an element's log are kept.
  static let longestLog = 256

  let courses: [ElementCourse]
  /// The length of a round.
  let length: Double
  let labels: [(name: String, time: Double)]
  /// The times of a round at which something may happen, with the elements to which it may.
  let marks: [(time: Double, elements: [Int])]
  /// The elements of which there are too many.
  let unmarked: [Int]

  /// Idle, playing or ended; what holds it up meanwhile stands beside it.
  var course = PlayerState.idle
  var isPaused = false
  /// The signals without which it does not go on, in the order of their labels.
  var awaited: [String] = []
  /// In seconds of all rounds.
  var position = 0.0
  var rate = 1.0
  var rounds = 1.0
  var log: [[PlayerLogEntry]]
  var activities: [ElementCourse.Activity?]
  /// The labels at which it pauses once.
  var stops: Set<String> = []
  /// The signals that are waited for at labels.
  var waits: [String: String] = [:]
  /// The signals that were given before anything waited for them.
  var signals: Set<String> = []
  private var lastTime = 0.0
  var actions: [Action] = []

  init(_ scene: Scene) {
    courses = scene.courses
    length = scene.length
    labels = scene.labels
    rounds = scene.repeats
    var times: [(time: Double, element: Int)] = []
    var unmarked: [Int] = []
    for (number, course) in courses.enumerated() {
      guard let marks = course.marks else {
        unmarked.append(number)
        continue
      }
      // What ends with the round may do so a rounding later.
      for mark in marks where mark >= 0 && mark <= length + ElementCourse.nearness {
        times.append((min(mark, length), number))
      }
      // What began before the scene is under way when a round begins.
      if marks.first.map({ $0 < 0 }) == true { times.append((0, number)) }
    }
    self.unmarked = unmarked
    marks = Self.merged(times)
    log = Array(repeating: [], count: courses.count)
    activities = Array(repeating: nil, count: courses.count)
  }

  /// In order, times that are near one another as one.
  private static func merged(
    _ times: [(time: Double, element: Int)]
  ) -> [(time: Double, elements: [Int])] {
    let times = times.sorted { ($0.time, $0.element) < ($1.time, $1.element) }
    var marks: [(time: Double, elements: [Int])] = []
    var start = 0
    while start < times.count {
      let first = times[start].time
      let end =
        times[start...].firstIndex { $0.time - first > ElementCourse.nearness } ?? times.count
      var elements = times[start..<end].map(\.element)
      if times[end - 1].time > first { elements = Set(elements).sorted() }
      marks.append((first, elements))
      start = end
    }
    return marks
  }

  /// The length of all rounds.
  var total: Double { length == 0 ? 0 : length * rounds }

  var isUnderWay: Bool { course == .playing }

  var state: PlayerState {
    guard isUnderWay else { return course }
    if isPaused { return .paused }
    return awaited.first.map { .waiting(signal: $0) } ?? .playing
  }

  /// What is to be done since this was asked last.
  mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return actions
  }

  mutating func play(rounds: Double, at now: Double) {
    if isUnderWay { end(.replaced) }
    self.rounds = rounds
    lastTime = now
    activities = Array(repeating: nil, count: courses.count)
    position = rate < 0 && total.isFinite ? total : 0
    course = .playing
    isPaused = false
    awaited = []
    if position == 0, rate >= 0 { cross(0, Array(courses.indices), forward: true) }
    stand(at: haltsAtBeginning)
    if total == 0 || (rate < 0 && position == 0) { finishUnlessHeld() }
  }

  mutating func pause(at now: Double) {
    advance(to: now)
    if isUnderWay { isPaused = true }
  }

  mutating func resume(at now: Double) {
    advance(to: now)
    if isPaused { isPaused = false } else { awaited = [] }
  }

  mutating func cancel(at now: Double) {
    advance(to: now)
    if isUnderWay { end(.cancelled) }
  }

  mutating func setRate(_ rate: Double, at now: Double) {
    advance(to: now)
    if rate.isFinite { self.rate = rate }
  }

  mutating func seek(to time: Double, at now: Double) {
    advance(to: now)
    guard !time.isNaN else { return }
    position = min(max(0, time), total, Double.greatestFiniteMagnitude)
    guard isUnderWay else { return }
    // It waits no longer where it no longer stands.
    awaited = []
    look(at: Array(courses.indices), forward: rate >= 0)
  }

  mutating func stop(at label: String) { stops.insert(label) }

  mutating func wait(at label: String, for signal: String) { waits[label] = signal }

  mutating func signal(_ name: String, at now: Double) {
    advance(to: now)
    if let place = awaited.firstIndex(of: name) {
      awaited.remove(at: place)
    } else {
      signals.insert(name)
    }
  }

  private mutating func finishUnlessHeld() {
    if state == .playing { finish() }
  }

  mutating func finishIfAtEnd() {
    if isUnderWay, position == (rate < 0 ? 0 : total) { finish() }
  }

  /// Moves on to a time of the clock.
  mutating func advance(to now: Double) {
    let step = max(0, now - lastTime)
    lastTime = max(lastTime, now)
    guard state == .playing, step > 0, rate != 0 else { return }
    let forward = rate > 0
    // What has no end does not come to one, however fast it goes.
    let last = min(total, Double.greatestFiniteMagnitude)
    let target = min(max(0, position + step * rate), last)
    while state == .playing {
      let halt = nextHalt(to: target, forward: forward)
      move(to: halt?.place ?? target, forward: forward)
      stand(at: halt?.labels ?? [])
      if position == (forward ? total : 0) { finishUnlessHeld() }
      if halt == nil { break }
    }
  }
}
