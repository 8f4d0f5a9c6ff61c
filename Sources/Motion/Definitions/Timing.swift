/// The delay, duration, direction and repeats of a motion.
///
/// Times are seconds of what is around it: of the scene, or of the group that has a timing of its own.
///
/// ```swift
/// Timing(1.5, delay: 0.3, repeats: 2.5, direction: .alternating)
/// ```
///
/// The model is that of Web Animations Level 1 (W3C), without its start within an iteration and its
/// end delay, and with a rest between the repeats.
public struct Timing: Sendable, Hashable {
  /// Which way each pass runs.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    case forward
    case backward
    /// There, back, there…
    case alternating
    /// Back, there, back…
    case alternatingBackward = "alternating-backward"
  }

  /// Whether a motion holds its first value before it begins, and its last one when it has ended.
  public enum Fill: String, Sendable, Hashable, CaseIterable {
    case none
    case before
    case after
    case both
  }

  /// How long one pass lasts, in seconds; more than 0. Nil is as long as what is in it, for elements
  /// and groups.
  public var duration: Double?
  /// The time before the first pass, in seconds, not changed by ``speed``; less than 0 begins within
  /// the motion.
  public var delay = 0.0
  /// How many passes there are; more than 0, with a fraction for a part of a last one, or infinite.
  public var repeats = 1.0
  /// The rest between two passes, at the end of the former, in seconds; not after the last.
  public var repeatDelay = 0.0
  public var direction = Direction.forward
  /// The speed: how many seconds of the motion pass in one second; more than 0.
  public var speed = 1.0
  /// Which values a motion holds outside its time; ignored for elements and groups.
  public var fill = Fill.both

  public init(
    _ duration: Double? = nil, delay: Double = 0, repeats: Double = 1, repeatDelay: Double = 0,
    direction: Direction = .forward, speed: Double = 1, fill: Fill = .both
  ) {
    self.duration = duration
    self.delay = delay
    self.repeats = repeats
    self.repeatDelay = repeatDelay
    self.direction = direction
    self.speed = speed
    self.fill = fill
  }
}

extension Timing {
  /// Whether time within is time around it, but for a shift.
  var isPlain: Bool { repeats == 1 && direction == .forward && speed == 1 }

  /// The time from the first pass to the end of the last, where one takes `duration`.
  func activeDuration(of duration: Double) -> Double {
    guard repeats.isFinite else { return .infinity }
    guard repeatDelay > 0 else { return duration * repeats / speed }
    return (duration * repeats + repeatDelay * (repeats.rounded(.up) - 1)) / speed
  }

  /// What is wrong with a number in it, and which.
  func complaint() -> (key: String, reason: String)? {
    if let duration {
      guard duration > 0 else {
        return ("duration", "\(duration) is given, but a duration is more than 0")
      }
      guard duration.isFinite else { return ("duration", "a duration is a finite number") }
    }
    guard delay.isFinite else { return ("delay", "a delay is a finite number") }
    guard repeats > 0 else { return ("repeats", "\(repeats) is given, but it is more than 0") }
    guard repeatDelay >= 0, repeatDelay.isFinite else {
      return ("repeatDelay", "\(repeatDelay) is given, but a rest is 0 or more, and finite")
    }
    guard speed > 0, speed.isFinite else {
      return ("speed", "\(speed) is given, but a speed is more than 0, and finite")
    }
    return nil
  }
}
