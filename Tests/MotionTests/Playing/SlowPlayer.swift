import HikidashiMotion

@testable import struct HikidashiMotion.PlayerMachine

/// A player that keeps a list of all that can happen, and goes through it.
struct SlowPlayer {
  var courses: [CourseNode.Course] = []
  var length: Double
  var rounds = 1.0
  var labels: [(name: String, time: Double)]

  var course = PlayerState.idle
  var isPaused = false
  /// The signals that labels wait for where it stands, in the order of the labels.
  var awaited: [String] = []
  var position = 0.0
  var rate = 1.0
  var clock = 0.0
  var current: [CourseNode.Stretch?] = []
  var actions: [PlayerMachine.Action] = []
  var stops: Set<String> = []
  var waits: [String: String] = [:]
  var signals: Set<String> = []

  private let round: [CourseNode.Course]

  init(_ nodes: [CourseNode], labels: [(name: String, time: Double)]) {
    let parts = nodes.map { $0.courses() }
    round = parts.flatMap(\.courses)
    length = max(0, (parts.map(\.end) + labels.map(\.time)).max() ?? 0)
    self.labels = labels.sorted { $0.time < $1.time }
    current = round.map { _ in nil }
  }

  var total: Double { length * rounds }

  var isUnderWay: Bool { course == .playing }

  var state: PlayerState {
    if !isUnderWay { return course }
    if isPaused { return .paused }
    if let signal = awaited.first { return .waiting(signal: signal) }
    return .playing
  }

  /// Writes down all rounds, one after another.
  private mutating func prepare() {
    courses = round.map { _ in CourseNode.Course() }
    guard length > 0 else {
      courses = round
      return
    }
    var number = 0
    while Double(number) < rounds {
      let base = Double(number) * length
      for (index, course) in round.enumerated() {
        for stretch in course.stretches {
          let start = base + max(0, stretch.start)
          let end = min(base + min(length, stretch.end), total)
          guard start < end else { continue }
          courses[index].stretches.append(
            CourseNode.Stretch(
              start: start, end: end, run: [number] + stretch.run, pass: stretch.pass))
        }
        for instant in course.instants where instant.time >= 0 {
          guard instant.time <= length, base + instant.time <= total else { continue }
          courses[index].instants.append((base + instant.time, [number] + instant.run))
        }
      }
      number += 1
    }
  }

  mutating func play(rounds: Double) {
    if isUnderWay { end(.replaced) }
    self.rounds = rounds
    prepare()
    current = courses.map { _ in nil }
    position = rate < 0 ? total : 0
    course = .playing
    isPaused = false
    awaited = []
    if position == 0, rate >= 0 { cross(0, true) }
    stand(position)
    if state == .playing, total == 0 || (rate < 0 && position == 0) { finish() }
  }

  mutating func advance(to now: Double) {
    let step = max(0, now - clock)
    clock = max(clock, now)
    guard state == .playing, step > 0, rate != 0 else { return }
    let forward = rate > 0
    let target = min(max(0, position + step * rate), total)
    while state == .playing {
      let halt = halts().filter {
        forward ? $0 > position && $0 <= target : $0 < position && $0 >= target
      }
      let next = forward ? halt.min() : halt.max()
      move(to: next ?? target, forward)
      if let next { stand(next) }
      if state == .playing, position == (forward ? total : 0) { finish() }
      if next == nil { break }
    }
  }

  /// The places of a label in all rounds.
  private func places(of label: (name: String, time: Double)) -> [Double] {
    (0..<Int(rounds.rounded(.up))).map { Double($0) * length + label.time }.filter { $0 <= total }
  }

  /// The places of labels that stop it.
  private func halts() -> [Double] {
    labels.filter { stops.contains($0.name) || waits[$0.name] != nil }.flatMap(places)
  }

  private mutating func stand(_ place: Double) {
    for label in labels where places(of: label).contains(place) {
      if let signal = waits[label.name], signals.remove(signal) == nil, !awaited.contains(signal) {
        awaited.append(signal)
      }
      if stops.remove(label.name) != nil { isPaused = true }
    }
  }

  mutating func pause() { isPaused = isUnderWay }

  /// Goes on after the pause, or else without the signals.
  mutating func resume() {
    if !isPaused { awaited = [] }
    isPaused = false
  }

  mutating func signal(_ name: String) {
    guard awaited.contains(name) else {
      signals.insert(name)
      return
    }
    awaited.removeAll { $0 == name }
  }

  mutating func seek(to time: Double) {
    position = min(max(0, time), total)
    guard isUnderWay else { return }
    awaited = []
    change(rate >= 0) { course, place in
      course.stretches.first { $0.start <= place && place < $0.end }
    }
  }

  private mutating func move(to target: Double, _ forward: Bool) {
    let times = courses.flatMap { course in
      course.stretches.flatMap { [$0.start, $0.end] } + course.instants.map(\.time)
    }
    let (low, high) = (min(position, target), max(position, target))
    let places = Set(times.filter { $0 > low && $0 <= high })
    for place in forward ? places.sorted() : places.sorted(by: >) {
      position = place
      cross(place, forward)
    }
    position = target
  }

  private mutating func cross(_ place: Double, _ forward: Bool) {
    change(forward) { course, place in
      course.stretches.first {
        forward ? $0.start <= place && place < $0.end : $0.start < place && place <= $0.end
      }
    }
  }

  /// Sets what each element does now: first what ends, then what begins and the moments.
  private mutating func change(
    _ forward: Bool, _ find: (CourseNode.Course, Double) -> CourseNode.Stretch?
  ) {
    let order = forward ? Array(courses.indices) : courses.indices.reversed()
    let found = courses.map { find($0, position) }
    for number in order {
      guard let now = current[number], found[number]?.run != now.run else { continue }
      actions.append(.event(number, .ended))
      current[number] = nil
    }
    for number in order {
      if let next = found[number] {
        if current[number] == nil {
          actions.append(.event(number, .started))
        } else if current[number]?.pass != next.pass {
          actions.append(.event(number, .repeated(next.pass)))
        }
      }
      current[number] = found[number]
      guard !isSeeking else { continue }
      tellInstants(number)
    }
  }

  var isSeeking = false

  private mutating func tellInstants(_ number: Int) {
    for instant in courses[number].instants where instant.time == position {
      _ = instant
      actions.append(.event(number, .started))
      actions.append(.event(number, .ended))
    }
  }

  private mutating func finish() {
    if rate < 0 { for number in courses.indices { tellInstants(number) } }
    for number in courses.indices.reversed() where current[number] != nil {
      actions.append(.event(number, .ended))
    }
    end(.finished)
  }

  mutating func end(_ ending: PlaybackEnding) {
    course = .ended(ending)
    stops = []
    waits = [:]
    signals = []
    current = courses.map { _ in nil }
    actions.append(.end(ending))
  }
}
