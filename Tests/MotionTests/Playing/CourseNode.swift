import HikidashiBase
import HikidashiMotion

/// A scene as a tree, from which both a `Scene` and its elements' times are made.
///
/// All times are multiples of 1/8 s and speeds powers of two, so that no rounding makes a difference.
indirect enum CourseNode {
  case element(Timing, length: Double)
  case group(Timing, [CourseNode])

  static func random(depth: Int, _ random: inout SeededGenerator) -> CourseNode {
    var timing = Timing(delay: Double(Int.random(in: -1...6, using: &random)) / 4)
    if Int.random(in: 0..<3, using: &random) == 0 {
      timing.repeats = Double(Int.random(in: 1...6, using: &random)) / 2
      timing.repeatDelay = [0.0, 0, 0.5].randomElement(using: &random) ?? 0
      timing.direction = Timing.Direction.allCases.randomElement(using: &random) ?? .forward
      timing.speed = [0.5, 1.0, 2].randomElement(using: &random) ?? 1
    }
    if depth > 0, Int.random(in: 0..<2, using: &random) == 0 {
      let count = Int.random(in: 1...3, using: &random)
      timing.delay = max(0, timing.delay)
      // Where a part of a pass ends, nothing else begins, as no time is a multiple of it.
      if timing.repeats != timing.repeats.rounded() { timing.repeats += 251.0 / 512 - 0.5 }
      return .group(timing, (0..<count).map { _ in .random(depth: depth - 1, &random) })
    }
    guard Int.random(in: 0..<5, using: &random) > 0 else {
      return .element(Timing(delay: timing.delay), length: 0)
    }
    return .element(timing, length: Double(Int.random(in: 1...6, using: &random)) / 4)
  }

  var item: SceneItem {
    switch self {
    case .element(let timing, let length):
      let element = Element(.text("")).timed(timing)
      return .element(length == 0 ? element : element.fade(from: 0, to: 1, over: length))
    case .group(let timing, let children):
      return .group(SceneGroup(.together, children.map(\.item)).timed(timing))
    }
  }

  /// A time in which an element is under way in one pass.
  struct Stretch {
    var start: Double
    var end: Double
    var run: [Int]
    var pass: Int
  }

  /// What one element does: stretches, and moments of no length.
  struct Course {
    var stretches: [Stretch] = []
    var instants: [(time: Double, run: [Int])] = []
  }

  private static func isPlain(_ timing: Timing) -> Bool {
    timing.repeats == 1 && timing.direction == .forward && timing.speed == 1
  }

  /// The elements' courses in the time around it, and its end there.
  func courses() -> (courses: [Course], end: Double) {
    switch self {
    case .element(let timing, let length):
      guard length > 0 else {
        return ([Course(instants: [(timing.delay, [])])], timing.delay)
      }
      return Self.courses(ofElement: timing, length)
    case .group(let timing, let children):
      let inner = children.map { $0.courses() }
      let courses = inner.flatMap(\.courses)
      let end = max(0, inner.map(\.end).max() ?? 0)
      guard !Self.isPlain(timing) else {
        return (courses.map { Self.shifted($0, timing.delay) }, timing.delay + end)
      }
      guard end > 0 else { return (courses.map { _ in Course() }, timing.delay) }
      return Self.courses(ofGroup: timing, courses, end)
    }
  }

  private static func shifted(_ course: Course, _ delay: Double) -> Course {
    Course(
      stretches: course.stretches.map {
        Stretch(start: $0.start + delay, end: $0.end + delay, run: $0.run, pass: $0.pass)
      }, instants: course.instants.map { ($0.time + delay, $0.run) })
  }

  private static func courses(
    ofElement timing: Timing, _ length: Double
  ) -> (courses: [Course], end: Double) {
    var course = Course()
    var time = timing.delay
    var left = timing.repeats
    var pass = 0
    while left > 0 {
      let isLast = left <= 1
      let end = time + (min(1, left) * length + (isLast ? 0 : timing.repeatDelay)) / timing.speed
      course.stretches.append(Stretch(start: time, end: end, run: [], pass: pass))
      (time, left, pass) = (end, left - 1, pass + 1)
    }
    return ([course], time)
  }

  private static func courses(
    ofGroup timing: Timing, _ inner: [Course], _ length: Double
  ) -> (courses: [Course], end: Double) {
    var result = inner.map { _ in Course() }
    var base = timing.delay
    var left = timing.repeats
    var pass = 0
    while left > 0 {
      let done = min(1, left) * length
      let rest = left <= 1 ? 0 : timing.repeatDelay
      let isBackward =
        switch timing.direction {
        case .forward: false
        case .backward: true
        case .alternating: pass % 2 == 1
        case .alternatingBackward: pass % 2 == 0
        }
      for (number, course) in inner.enumerated() {
        for stretch in course.stretches {
          var (start, end) = (max(0, stretch.start), min(length, stretch.end))
          guard start < end else { continue }
          let rests = isBackward ? start == 0 : false
          if isBackward { (start, end) = (length - end, length - start) }
          (start, end) = (start, min(done, end))
          guard start < end else { continue }
          if rests, end == length { end += rest }
          result[number].stretches.append(
            Stretch(
              start: base + start / timing.speed, end: base + end / timing.speed,
              run: [pass] + stretch.run, pass: stretch.pass))
        }
        for instant in course.instants {
          let time = isBackward ? length - instant.time : instant.time
          guard time >= 0, time <= done else { continue }
          result[number].instants.append((base + time / timing.speed, [pass] + instant.run))
        }
      }
      base += (done + rest) / timing.speed
      left -= 1
      pass += 1
    }
    return (result, base)
  }
}
