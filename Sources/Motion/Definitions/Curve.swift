/// An easing curve: a function from elapsed time to the progress of a motion, both from 0 to 1.
///
/// ```swift
/// Curve.bezier(0.2, 0, 0, 1)
/// Curve.function("wobble") { $0 + 0.1 * sin($0 * 6 * .pi) }
/// ```
///
/// Bézier curves, steps and points are those of CSS Easing Functions Level 2 (W3C).
public enum Curve: Sendable {
  case linear
  /// A cubic Bézier curve from (0, 0) to (1, 1); the control points' `x` lie from 0 to 1.
  case bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double)
  /// Jumps of the same height, one or more.
  case steps(Int, StepJump = .end)
  /// A spring that swings around the end; `damping` is more than 0 (hardly damped) and at most 1
  /// (no overshoot).
  case spring(damping: Double)
  /// Straight lines through points; two or more, whose inputs do not fall.
  case points([Point])
  /// Any function of the progress, finite for every input; called from any thread.
  case function(CurveFunction)

  /// Where steps jump.
  public enum StepJump: String, Sendable, Hashable, CaseIterable {
    /// At the end of each step.
    case end
    /// At the beginning of each step.
    case start
    /// Between the steps alone.
    case none
    /// At the beginning, between the steps and at the end.
    case both
  }

  public static let ease = Curve.bezier(0.25, 0.1, 0.25, 1)
  public static let easeIn = Curve.bezier(0.42, 0, 1, 1)
  public static let easeOut = Curve.bezier(0, 0, 0.58, 1)
  public static let easeInOut = Curve.bezier(0.42, 0, 0.58, 1)
  /// A spring with a damping of 0.6, which overshoots the end.
  public static let spring = Curve.spring(damping: 0.6)

  /// A curve that follows a function, with the function's name for descriptions.
  public static func function(
    _ name: String = "function", _ body: @escaping @Sendable (Double) -> Double
  ) -> Curve {
    .function(CurveFunction(name, body))
  }
}

/// A custom function, with a name, that a motion follows.
public final class CurveFunction: Sendable {
  public let name: String
  let body: @Sendable (Double) -> Double

  public init(_ name: String, _ body: @escaping @Sendable (Double) -> Double) {
    self.name = name
    self.body = body
  }
}

extension Curve {
  /// Returns the progress at a fraction of the time, from 0 to 1. A curve that overshoots leaves
  /// that range. A curve that a scene would refuse counts as linear.
  ///
  /// - Complexity: O(1), O(log *n*) in the points.
  public func value(at progress: Double) -> Double {
    guard complaint() == nil else { return progress }
    return CompiledCurve(self).value(at: progress, isBefore: false)
  }

  /// What is wrong with its numbers.
  func complaint() -> String? {
    switch self {
    case .linear, .function: return nil
    case .bezier(let x1, let y1, let x2, let y2):
      guard (0...1).contains(x1), (0...1).contains(x2) else {
        return "the x of a Bézier curve's control points lies from 0 to 1"
      }
      return y1.isFinite && y2.isFinite ? nil : "a Bézier curve is of finite numbers"
    case .steps(let count, let jump):
      let least = jump == .none ? 2 : 1
      return (least...10_000).contains(count)
        ? nil : "\(count) steps are given, but there are \(least) to 10000"
    case .spring(let damping):
      return damping >= 0.01 && damping <= 1 ? nil : "a spring's damping is from 0.01 to 1"
    case .points(let points):
      guard points.count >= 2 else { return "there are fewer than two points" }
      guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
        return "a point is of finite numbers"
      }
      guard zip(points, points.dropFirst()).allSatisfy({ $0.x <= $1.x }) else {
        return "the inputs of the points fall"
      }
      return nil
    }
  }
}

// MARK: - JSON

extension Curve {
  /// The curves that have a name of their own.
  private static let named: KeyValuePairs<String, Curve> = [
    "linear": .linear, "ease": .ease, "ease-in": .easeIn, "ease-out": .easeOut,
    "ease-in-out": .easeInOut, "spring": .spring,
  ]

  /// What a curve of numbers, points or code is written under.
  private enum Key: String, CaseIterable {
    case bezier, steps, spring, points, function
  }

  /// Reads a name, or an object with one of the keys.
  init(_ node: SceneNode) throws(SceneError) {
    guard node.isObject else {
      let name = try node.string()
      let named = Array(Self.named) + Array(Self.pennerCurves)
      guard let curve = named.first(where: { $0.key == name })?.value else {
        let names = named.map(\.key).joined(separator: ", ")
        throw node.refused("“\(name)” is none of \(names)")
      }
      self = curve
      return
    }
    let keys = Key.allCases.map(\.rawValue)
    var members = try node.members(known: keys + ["jump"])
    let jump = members.removeValue(forKey: "jump")
    guard members.count == 1, let (name, value) = members.first, let key = Key(rawValue: name)
    else {
      let others = keys.dropLast().joined(separator: ", ")
      throw node.refused("one of \(others) and \(keys.last ?? "") is expected")
    }
    if let jump, key != .steps { throw jump.refused("only steps have one") }
    switch key {
    case .bezier:
      let numbers = try value.numbers(4, "x1, y1, x2 and y2")
      self = .bezier(numbers[0], numbers[1], numbers[2], numbers[3])
    case .steps: self = .steps(try value.integer(), try jump?.choice() ?? .end)
    case .spring: self = .spring(damping: try value.number())
    case .points:
      var points: [Point] = []
      for point in try value.elements() {
        let numbers = try point.numbers(2, "input and output")
        points.append(Point(numbers[0], numbers[1]))
      }
      self = .points(points)
    case .function:
      let name = try value.string()
      guard let function = node.registry.functions[name] else {
        throw .unknownName(place: value.place, kind: "function", name: name)
      }
      self = .function(name, function)
    }
  }
}
