internal import Glibc

/// A vector path made of straight lines and curves, open or closed.
///
/// ```swift
/// var leaf = Path()
/// leaf.move(to: Point(0, 40))
/// leaf.curve(to: Point(80, 40), Point(20, 0), Point(60, 0))
/// leaf.close()
/// ```
public struct Path: Sendable, Hashable {
  /// One step of the pen.
  public enum Step: Sendable, Hashable {
    case move(Point)
    case line(Point)
    /// A cubic Bézier curve to `end`.
    case curve(Point, Point, end: Point)
    case close
  }

  /// The rule that decides which areas are inside a path that crosses itself.
  public enum FillRule: Sendable, Hashable {
    /// Fills where the path's windings do not cancel out.
    case nonzero
    /// Fills where a ray to the outside crosses the path an odd number of times.
    case evenOdd
  }

  public private(set) var steps: [Step] = []
  /// Set while the path is nothing but one rectangle, which is drawn faster than other paths.
  package private(set) var rectangle: (bounds: Rect, corner: Double)?

  public init() {}

  /// The current point, where the next step begins.
  public var end: Point? {
    switch steps.last {
    case .move(let point), .line(let point), .curve(_, _, let point): point
    case .close:
      steps.lazy.reversed().compactMap { if case .move(let point) = $0 { point } else { nil } }
        .first
    case nil: nil
    }
  }

  public mutating func move(to point: Point) { add(.move(point)) }

  /// Draws a straight line; the first step of a path only moves.
  public mutating func line(to point: Point) { add(steps.isEmpty ? .move(point) : .line(point)) }

  /// Draws a cubic Bézier curve to `end`, drawn by the two control points.
  public mutating func curve(to end: Point, _ first: Point, _ second: Point) {
    if steps.isEmpty { add(.move(first)) }
    add(.curve(first, second, end: end))
  }

  /// Draws a quadratic Bézier curve to `end`, drawn by the control point.
  public mutating func curve(to end: Point, _ control: Point) {
    let start = self.end ?? control
    curve(
      to: end, start + (control - start) * (2.0 / 3), end + (control - end) * (2.0 / 3))
  }

  /// Draws an arc of a circle, preceded by a line to its start.
  ///
  /// - Parameters:
  ///   - center: The middle of the circle.
  ///   - radius: In pixels.
  ///   - start: In degrees from the right, clockwise.
  ///   - end: In degrees; counterclockwise where it is less than `start`. At most 100 turns.
  public mutating func arc(center: Point, radius: Double, from start: Double, to end: Double) {
    let sweep = min(max((end - start) * .pi / 180, -200 * .pi), 200 * .pi)
    guard sweep.isFinite, start.isFinite else { return }
    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    // The usual length of the handles that brings a cubic closest to a circle.
    let handle = 4.0 / 3 * tan(step / 4) * radius
    var angle = start * .pi / 180
    line(to: center + Point(cos(angle), sin(angle)) * radius)
    for _ in 0..<count {
      let next = angle + step
      let from = center + Point(cos(angle), sin(angle)) * radius
      let to = center + Point(cos(next), sin(next)) * radius
      curve(
        to: to, from + Point(-sin(angle), cos(angle)) * handle,
        to - Point(-sin(next), cos(next)) * handle)
      angle = next
    }
  }

  /// Closes the figure with a straight line back to where it was begun.
  public mutating func close() {
    if !steps.isEmpty { add(.close) }
  }

  /// Appends the steps of another path.
  public mutating func append(_ other: Path) {
    let isFirst = steps.isEmpty
    for step in other.steps { add(step) }
    if isFirst { rectangle = other.rectangle }
  }

  private mutating func add(_ step: Step) {
    rectangle = nil
    steps.append(step)
  }

  public static func == (left: Path, right: Path) -> Bool { left.steps == right.steps }

  public func hash(into hasher: inout Hasher) { hasher.combine(steps) }
}

extension Path {
  /// A rectangle; `corner` is the radius of its corners, at most half its shorter side.
  public static func rectangle(_ bounds: Rect, corner: Double = 0) -> Path {
    let radius = max(0, min(corner, bounds.width / 2, bounds.height / 2))
    guard radius > 0 else {
      var path = Path.polygon(bounds.corners)
      path.rectangle = (bounds, 0)
      return path
    }
    var path = Path()
    for (index, corner) in bounds.inset(by: radius).corners.enumerated() {
      let start = 180 + 90 * Double(index)
      path.arc(center: corner, radius: radius, from: start, to: start + 90)
    }
    path.close()
    path.rectangle = (bounds, radius)
    return path
  }

  public static func ellipse(in bounds: Rect) -> Path {
    guard bounds.width > 0, bounds.height > 0 else { return Path() }
    var path = Path()
    path.arc(center: .zero, radius: 1, from: 0, to: 360)
    path.close()
    let fit = Transform.scale(bounds.width / 2, bounds.height / 2)
      .then(.translation(bounds.center.x, bounds.center.y))
    return path.transformed(by: fit)
  }

  public static func circle(center: Point, radius: Double) -> Path {
    ellipse(in: Rect(center.x - radius, center.y - radius, 2 * radius, 2 * radius))
  }

  public static func line(from start: Point, to end: Point) -> Path {
    var path = Path()
    path.move(to: start)
    path.line(to: end)
    return path
  }

  /// A polygon through the points, with a line back to the first if it is closed.
  public static func polygon(_ points: [Point], isClosed: Bool = true) -> Path {
    var path = Path()
    for point in points { path.line(to: point) }
    if isClosed { path.close() }
    return path
  }

  /// A slice of a disc or, with an `inner` radius, of a ring; angles in degrees from the top.
  public static func slice(
    center: Point, radius: Double, inner: Double = 0, from start: Double, to end: Double
  ) -> Path {
    var path = Path()
    path.arc(center: center, radius: radius, from: start - 90, to: end - 90)
    if inner > 0 {
      path.arc(center: center, radius: inner, from: end - 90, to: start - 90)
    } else {
      path.line(to: center)
    }
    path.close()
    return path
  }

  public func transformed(by transform: Transform) -> Path {
    var path = Path()
    path.steps = steps.map { step in
      switch step {
      case .move(let point): .move(transform.apply(to: point))
      case .line(let point): .line(transform.apply(to: point))
      case .curve(let first, let second, let end):
        .curve(
          transform.apply(to: first), transform.apply(to: second), end: transform.apply(to: end))
      case .close: .close
      }
    }
    return path
  }

  /// A rectangle that contains the path. It may be too large where a curve does not reach its
  /// control points. Nil for a path without points, or with one that is not finite.
  public var bounds: Rect? {
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    var isFinite = true
    func add(_ point: Point) {
      isFinite = isFinite && point.isFinite
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    for step in steps {
      switch step {
      case .move(let point), .line(let point): add(point)
      case .curve(let first, let second, let end):
        add(first)
        add(second)
        add(end)
      case .close: break
      }
    }
    guard isFinite, low.isFinite else { return nil }
    return Rect(low.x, low.y, high.x - low.x, high.y - low.y)
  }
}
