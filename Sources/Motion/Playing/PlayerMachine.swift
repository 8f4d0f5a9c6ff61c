/// What plays a scene, without a clock of its own: it is told the time, and tells what is to be done.
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

  var state = PlayerState.idle
  /// In seconds of all rounds.
  var position = 0.0
  var rate = 1.0
  var rounds = 1.0
  var log: [[PlayerLogEntry]]
  var activities: [ElementCourse.Activity?]
  var stops: [(label: String, time: Double)] = []
  var waits: [(label: String, time: Double, signal: String)] = []
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

  var isUnderWay: Bool {
    switch state {
    case .playing, .paused, .waiting: true
    case .idle, .ended: false
    }
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
    state = .playing
    if position == 0, rate >= 0 { cross(0, Array(courses.indices), forward: true) }
    if total == 0 || (rate < 0 && position == 0) { finish() }
  }

  mutating func pause(at now: Double) {
    advance(to: now)
    if state == .playing { state = .paused }
  }

  mutating func resume(at now: Double) {
    advance(to: now)
    switch state {
    case .paused, .waiting: state = .playing
    case .idle, .playing, .ended: break
    }
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
    if case .waiting = state { state = .playing }
    look(at: Array(courses.indices), forward: rate >= 0)
  }

  mutating func stop(at label: String, _ time: Double) {
    stops.removeAll { $0.label == label }
    stops.append((label, time))
  }

  mutating func wait(at label: String, _ time: Double, for signal: String) {
    waits.removeAll { $0.label == label }
    waits.append((label, time, signal))
  }

  mutating func signal(_ name: String, at now: Double) {
    advance(to: now)
    guard state == .waiting(signal: name) else {
      signals.insert(name)
      return
    }
    state = .playing
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
      move(to: halt ?? target, forward: forward)
      if position == (forward ? total : 0) {
        finish()
      } else if let halt {
        stand(at: halt)
      }
      if halt == nil { break }
    }
  }
}
