/// Where a clock is: before its first pass, in one, or after the last.
enum Phase: UInt8, Sendable { case before, active, after }

/// What a clock shows.
struct ClockMoment: Sendable {
  /// How far the pass is, from 0 to 1, in the direction that it runs.
  var progress = 0.0
  /// The time within the pass, for clocks that run in it.
  var time = 0.0
  var phase = Phase.before
  /// Whether the pass runs backwards.
  var isBackward = false

  /// Whether a step at this very place has not been taken yet.
  @inline(__always)
  var isBefore: Bool {
    switch phase {
    case .before: !isBackward
    case .active: false
    case .after: isBackward
    }
  }
}

/// A timing within the time of another clock.
///
/// - Source: Web Animations Level 1 (W3C), "Calculating progress".
struct CompiledClock: Sendable, Hashable {
  /// The clock whose time it runs in; the first one stands for the scene.
  var parent: Int32
  var direction: Int8
  var start: Double
  var active: Double
  var duration: Double
  var rest: Double
  var repeats: Double
  var speed: Double
  /// The number of the last pass, from 0, and how far it goes.
  private var lastPass: Double
  private var lastProgress: Double

  init(parent: Int, start: Double, duration: Double, _ timing: Timing) {
    self.parent = Int32(parent)
    self.start = start
    self.duration = duration
    active = duration == 0 ? 0 : timing.activeDuration(of: duration)
    rest = timing.repeatDelay
    repeats = timing.repeats
    speed = timing.speed
    lastPass = timing.repeats.rounded(.up) - 1
    // What has no length is over though it repeats without end.
    lastProgress = timing.repeats.isFinite ? timing.repeats - lastPass : 1
    direction = Int8(Timing.Direction.allCases.firstIndex(of: timing.direction) ?? 0)
  }

  @inline(__always)
  func phase(at time: Double, in around: Phase) -> Phase {
    if around == .before || time < start { return .before }
    return time >= start + active ? .after : .active
  }

  @inline(__always)
  func moment(at time: Double, in around: Phase) -> ClockMoment {
    let phase = phase(at: time, in: around)
    var pass = 0.0
    var inner = 0.0
    var progress = 0.0
    switch phase {
    case .before: break
    case .active:
      let elapsed = (time - start) * speed
      if duration == .infinity { return ClockMoment(time: elapsed, phase: .active) }
      if rest == 0 {
        let overall = elapsed / duration
        // Further on there is nothing between two passes.
        if overall < 1e15 {
          // At its very end a rounding does not begin another one.
          pass = min(Double(Int(overall)), lastPass)
          progress = overall - pass
          inner = pass == 0 ? elapsed : progress * duration
        }
      } else {
        let overall = elapsed / (duration + rest)
        if overall < 1e15 {
          pass = min(Double(Int(overall)), lastPass)
          inner = min(elapsed - pass * (duration + rest), duration)
          progress = inner / duration
        }
      }
    case .after:
      // What has no length is over when it begins, and all of it is done.
      pass = lastPass
      progress = lastProgress
      inner = progress * duration
    }
    let isBackward = isBackward(inPass: pass)
    return ClockMoment(
      progress: isBackward ? 1 - progress : progress, time: isBackward ? duration - inner : inner,
      phase: phase, isBackward: isBackward)
  }

  @inline(__always)
  func isBackward(inPass pass: Double) -> Bool {
    guard direction > 1 else { return direction == 1 }
    // Beyond that every number is even.
    let isOdd = pass < 1e15 && Int(pass) & 1 == 1
    return isOdd == (direction == 2)
  }
}

/// The time in which an element is there, and whether its part is seen outside of it.
struct CompiledLife: Sendable {
  var clock: Int32
  var isHiddenBefore: Bool
  var isHiddenAfter: Bool
  var start: Double
  var end: Double

  @inline(__always)
  func phase(at moment: ClockMoment) -> Phase {
    if moment.phase == .before || moment.time < start { return .before }
    return moment.time >= end ? .after : .active
  }

  @inline(__always)
  func isSeen(at moment: ClockMoment) -> Bool {
    switch phase(at: moment) {
    case .before: !isHiddenBefore
    case .active: true
    case .after: !isHiddenAfter
    }
  }
}
