internal import HikidashiBase

extension PlayerMachine {
  /// The nearest place on the way at which labels stop it, and their names.
  func nextHalt(to target: Double, forward: Bool) -> (place: Double, labels: [String])? {
    guard !stops.isEmpty || !waits.isEmpty else { return nil }
    let hasRounds = length.isFinite && length > 0
    let round = hasRounds ? (position / length).rounded(.down) : 0
    var ahead: [(place: Double, label: String)] = []
    for label in labels where isAwaited(label.name) {
      // The number of the round may be wrong by a rounding.
      for offset in hasRounds ? -2...2 : 0...0 {
        guard let place = place(of: label.time, inRound: round + Double(offset)),
          forward ? place > position && place <= target : place < position && place >= target
        else { continue }
        ahead.append((place, label.name))
      }
    }
    ahead.sort { forward ? $0.place < $1.place : $0.place > $1.place }
    guard let first = ahead.first?.place else { return nil }
    // The end of a round and the beginning of the next are one time, whatever the sums are.
    let here = ahead.prefix { abs($0.place - first) <= ElementCourse.nearness }
    let names = Set(here.map(\.label))
    return (here.last?.place ?? first, labels.map(\.name).filter(names.contains))
  }

  /// The labels at which it is to stop where it begins.
  var haltsAtBeginning: [String] {
    let round = position == 0 ? 0 : rounds.rounded(.up) - 1
    return labels.filter {
      isAwaited($0.name) && place(of: $0.time, inRound: round) == position
    }.map(\.name)
  }

  private func isAwaited(_ label: String) -> Bool {
    stops.contains(label) || waits[label] != nil
  }

  /// Where a time of a round is; nil outside of all rounds.
  private func place(of time: Double, inRound round: Double) -> Double? {
    guard round >= 0, round < rounds else { return nil }
    let place = length.isFinite ? round * length + time : time
    // What is at the very end is not beyond it by a rounding.
    if abs(place - total) <= ElementCourse.nearness { return total }
    return place < total ? place : nil
  }

  /// Does what is asked for at labels.
  mutating func stand(at labels: [String]) {
    for label in labels {
      if let signal = waits[label], signals.remove(signal) == nil, !awaited.contains(signal) {
        awaited.append(signal)
      }
      if stops.remove(label) != nil { isPaused = true }
    }
  }

  mutating func finish() {
    if rate < 0 {
      for number in courses.indices where courses[number].isInstant {
        if let run = instant(number, at: 0, .after) { tellInstant(number, [run]) }
      }
    }
    for number in courses.indices.reversed() where activities[number] != nil {
      set(number, nil)
    }
    end(.finished)
  }

  mutating func end(_ ending: PlaybackEnding) {
    course = .ended(ending)
    stops = []
    waits = [:]
    signals = []
    activities = Array(repeating: nil, count: courses.count)
    actions.append(.end(ending))
  }

  /// Tells all that happens on the way to a place.
  mutating func move(to target: Double, forward: Bool) {
    let crossings = crossings(to: target, forward: forward)
    if let crossings {
      for (place, elements) in crossings {
        position = place
        cross(place, elements, forward: forward)
      }
      position = target
      look(at: unmarked, forward: forward)
    } else {
      position = target
      look(at: Array(courses.indices), forward: forward)
    }
  }

  /// The places on the way at which something may happen; nil where there are too many.
  private func crossings(
    to target: Double, forward: Bool
  ) -> [(place: Double, elements: [Int])]? {
    guard !marks.isEmpty else { return [] }
    let (low, high) = forward ? (position, target) : (target, position)
    var result: [(place: Double, elements: [Int])] = []
    guard let rounds = rounds(from: low, to: high) else { return nil }
    for round in 0..<rounds.count {
      let start = length.isFinite ? (rounds.first + Double(round)) * length : 0
      for mark in marks[firstMark { start + $0 > low }...] {
        let place = start + mark.time
        guard place <= high, place <= total else { break }
        if let last = result.last, abs(place - last.place) <= ElementCourse.nearness {
          result[result.count - 1].elements = Set(last.elements + mark.elements).sorted()
        } else {
          result.append((place, mark.elements))
        }
        guard result.count <= Self.mostCrossings else { return nil }
      }
    }
    // A round may be left off in its middle.
    if total > low, total <= high {
      if let last = result.last, total - last.place <= ElementCourse.nearness {
        result.removeLast()
      }
      result.append((total, Array(courses.indices)))
    }
    return forward ? result : result.reversed()
  }

  /// The rounds in which a way may lie; nil where there are too many, or a round makes no difference
  /// to the time any more.
  private func rounds(from low: Double, to high: Double) -> (first: Double, count: Int)? {
    guard length.isFinite else { return (0, 1) }
    // What is at the very end of a round belongs to the one before.
    let first = max(0, (low / length).rounded(.down) - 1)
    let last = min((high / length).rounded(.down), rounds.rounded(.up) - 1)
    guard last < 1e15, last - first <= Double(Self.mostCrossings) else { return nil }
    return (first, max(0, Int(last - first) + 1))
  }

  /// The first mark whose time is such; those after it are, too.
  private func firstMark(_ isSuch: (Double) -> Bool) -> Int {
    marks.partitioningIndex { isSuch($0.time) }
  }

  /// Looks at elements where one has just gone over a place.
  mutating func cross(_ place: Double, _ elements: [Int], forward: Bool) {
    let elements = forward ? elements : elements.reversed()
    let side = forward ? ElementCourse.Side.after : .before
    let found = elements.map { activity($0, at: place, side) }
    endOthers(elements, found)
    for (number, activity) in zip(elements, found) {
      set(number, activity)
      guard courses[number].isInstant else { continue }
      let runs = [instant(number, at: place, side.other), instant(number, at: place, side)]
      tellInstant(number, Array(runs.compactMap { $0 }.prefix(runs[0] == runs[1] ? 1 : 2)))
    }
  }

  /// Looks at elements where one stands, whatever there was on the way.
  mutating func look(at elements: [Int], forward: Bool) {
    let elements = forward ? elements : elements.reversed()
    let found = elements.map { activity($0, at: position, .after) }
    endOthers(elements, found)
    for (number, activity) in zip(elements, found) { set(number, activity) }
  }

  /// What ends does so before anything begins.
  private mutating func endOthers(_ elements: [Int], _ found: [ElementCourse.Activity?]) {
    for (number, activity) in zip(elements, found) {
      guard let now = activities[number], activity?.run != now.run else { continue }
      set(number, nil)
    }
  }

  private mutating func set(_ number: Int, _ activity: ElementCourse.Activity?) {
    let before = activities[number]
    guard before != activity else { return }
    activities[number] = activity
    guard let activity else { return tell(number, .ended) }
    guard before != nil else { return tell(number, .started) }
    tell(number, .repeated(activity.pass))
  }

  private mutating func tellInstant(_ number: Int, _ runs: [Int]) {
    for _ in runs {
      tell(number, .started)
      tell(number, .ended)
    }
  }

  private mutating func tell(_ number: Int, _ event: SceneHookEvent) {
    actions.append(.event(number, event))
    if log[number].count >= Self.longestLog { log[number].removeFirst() }
    log[number].append(PlayerLogEntry(event: event, time: position))
  }

  /// The round at a place and the time in it; nil outside of all.
  private func round(
    at place: Double, _ side: ElementCourse.Side
  ) -> (number: Double, time: Double)? {
    let near = ElementCourse.nearness
    switch side {
    case .after: guard place < total - near || total == 0 else { return nil }
    case .before: guard place > near else { return nil }
    }
    guard length.isFinite, length > 0 else { return (0, place) }
    let number =
      side == .after
      ? ((place + near) / length).rounded(.down) : ((place - near) / length).rounded(.up) - 1
    return (number, place - number * length)
  }

  private func activity(
    _ number: Int, at place: Double, _ side: ElementCourse.Side
  ) -> ElementCourse.Activity? {
    guard let round = round(at: place, side),
      var activity = courses[number].activity(at: round.time, side)
    else { return nil }
    activity.run = activity.run &* 1_000_003 &+ Int(min(round.number, 1e15))
    return activity
  }

  private func instant(
    _ number: Int, at place: Double, _ side: ElementCourse.Side
  ) -> Int? {
    guard let round = round(at: place, side),
      let run = courses[number].instant(at: round.time, side)
    else { return nil }
    return run &* 1_000_003 &+ Int(min(round.number, 1e15))
  }

  /// The time in the round that is shown, and whether all is over.
  var shown: (time: Double, isOver: Bool) {
    guard length.isFinite, length > 0 else { return (position, length == 0) }
    if position >= total - ElementCourse.nearness {
      let rest = rounds - (rounds.rounded(.up) - 1)
      return (rest * length, true)
    }
    let round = ((position + ElementCourse.nearness) / length).rounded(.down)
    return (max(0, position - round * length), false)
  }

  /// The label's time in a round.
  func time(of label: String) -> Double? { labels.first { $0.name == label }?.time }
}
