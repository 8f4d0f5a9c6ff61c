/// When an element is under way, in the time of one round of its scene.
///
/// An element in groups with times of their own is so in each of their passes anew.
struct ElementCourse: Sendable {
  /// Which pass an element is in, and of which of its runs.
  struct Activity: Hashable, Sendable {
    /// The round and the passes of the groups around it, mixed into one number.
    var run: Int
    var pass: Int
  }

  /// Which side of a moment is meant, for something that begins or ends exactly then.
  enum Side: Sendable {
    case before
    case after

    var other: Side { self == .before ? .after : .before }
  }

  /// More are not looked for one by one, in one element and in all of a scene.
  static let mostMarks = 10_000
  static let mostMarksOfAll = 200_000
  /// Times that are nearer are the same.
  static let nearness = 1e-9

  /// The clocks of the groups around the element, the outermost first.
  let frames: [CompiledClock]
  /// The element's own clock, or its life as one of a single pass.
  let own: CompiledClock
  /// The times at which something begins or ends, in order; nil where there are too many.
  let marks: [Double]?

  var isInstant: Bool { own.active == 0 }

  init(frames: [CompiledClock], own: CompiledClock, mostMarks: Int) {
    self.frames = frames
    self.own = own
    marks = Self.marks(frames, own, Double(mostMarks))
  }

  /// Where a time leads to in the innermost group.
  private struct Way {
    var run = 0
    var time: Double
    var side: Side
    /// Whether that time stands still, in the rest between two passes.
    var isResting = false
  }

  /// The way into the innermost group at a time; nil outside of its time.
  private func way(to time: Double, _ side: Side) -> Way? {
    var way = Way(time: time, side: side)
    for frame in frames {
      guard let (pass, inner, isResting) = Self.pass(of: frame, at: way.time, way.side) else {
        return nil
      }
      way.run = way.run &* 1_000_003 &+ pass
      let isBackward = frame.isBackward(inPass: Double(pass))
      way.time = isBackward ? frame.duration - inner : inner
      if isBackward { way.side = way.side.other }
      if isResting {
        way.side = .after
        way.isResting = true
      }
    }
    return way
  }

  /// The pass that a clock is in just before or after a time, and how far; nil outside of its time.
  private static func pass(
    of clock: CompiledClock, at time: Double, _ side: Side
  ) -> (pass: Int, inner: Double, isResting: Bool)? {
    let elapsed = (time - clock.start) * clock.speed
    let end = clock.active * clock.speed
    let near = nearness * max(1, abs(time))
    switch side {
    case .after: guard elapsed >= -near, elapsed < end - near else { return nil }
    case .before: guard elapsed > near, elapsed <= end + near else { return nil }
    }
    guard clock.duration.isFinite else { return (0, elapsed, false) }
    let length = clock.duration + clock.rest
    var pass: Double
    switch side {
    case .after: pass = ((elapsed + near) / length).rounded(.down)
    case .before: pass = ((elapsed - near) / length).rounded(.up) - 1
    }
    pass = max(0, min(pass, clock.repeats.rounded(.up) - 1))
    let inner = elapsed - pass * length
    let isAtEnd = abs(inner - clock.duration) <= near
    let isResting = isAtEnd ? side == .after && clock.rest > 0 : inner > clock.duration
    return (pass < 1e15 ? Int(pass) : 0, min(max(0, inner), clock.duration), isResting)
  }

  /// What the element does just before or after a time; nil where it is not under way.
  func activity(at time: Double, _ side: Side) -> Activity? {
    guard let way = way(to: time, side),
      let (pass, _, _) = Self.pass(of: own, at: way.time, way.side)
    else { return nil }
    return Activity(run: way.run, pass: pass)
  }

  /// The run in which an element without length lies at this very time, as seen from one side.
  func instant(at time: Double, _ side: Side) -> Int? {
    guard let way = way(to: time, side), !way.isResting,
      abs(way.time - own.start) <= Self.nearness * max(1, abs(time))
    else { return nil }
    return way.run
  }

  private static func marks(
    _ frames: [CompiledClock], _ own: CompiledClock, _ most: Double
  ) -> [Double]? {
    var times = [own.start, own.start + own.active]
    let passes = own.repeats.rounded(.up)
    guard times[1].isFinite, passes <= most else { return nil }
    for pass in 1..<max(2, Int(passes)) where passes > 1 {
      times.append(own.start + Double(pass) * (own.duration + own.rest) / own.speed)
    }
    for frame in frames.reversed() {
      let passes = frame.repeats.rounded(.up)
      guard frame.active.isFinite, passes * Double(times.count + 3) <= most else {
        return nil
      }
      var outer = [frame.start, frame.start + frame.active]
      for pass in 0..<Int(passes) {
        let start = frame.start + Double(pass) * (frame.duration + frame.rest) / frame.speed
        let isBackward = frame.isBackward(inPass: Double(pass))
        let length = min(1, frame.repeats - Double(pass)) * frame.duration
        for time in times + [0, frame.duration] {
          let inner = isBackward ? frame.duration - time : time
          guard inner >= -nearness, inner <= length + nearness else { continue }
          outer.append(start + inner / frame.speed)
        }
      }
      times = outer
    }
    var marks: [Double] = []
    for time in times.sorted() where marks.last.map({ time - $0 > nearness }) ?? true {
      marks.append(time)
    }
    return marks
  }
}

extension Scene {
  /// The courses of all elements.
  var courses: [ElementCourse] {
    var room = ElementCourse.mostMarksOfAll
    return elements.map { span in
      var frames: [CompiledClock] = []
      var clock = span.life.clock
      while clock > 0 {
        frames.insert(program.clocks.start[Int(clock)], at: 0)
        clock = program.clocks.start[Int(clock)].parent
      }
      let own =
        span.clock.map { program.clocks.start[$0] }
        ?? CompiledClock(
          parent: 0, start: span.life.start, duration: span.life.end - span.life.start, Timing())
      let course = ElementCourse(
        frames: frames, own: own, mostMarks: min(room, ElementCourse.mostMarks))
      room -= course.marks?.count ?? 0
      return course
    }
  }
}
