internal import Glibc

/// A place in a drawing: `x` to the right, `y` downwards, in pixels.
public struct Point: Sendable, Hashable, Codable {
  public var x: Double
  public var y: Double

  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(0, 0)

  public static func + (left: Point, right: Point) -> Point {
    Point(left.x + right.x, left.y + right.y)
  }

  public static func - (left: Point, right: Point) -> Point {
    Point(left.x - right.x, left.y - right.y)
  }

  public static func * (point: Point, factor: Double) -> Point {
    Point(point.x * factor, point.y * factor)
  }

  /// The distance from ``zero``.
  public var length: Double { (x * x + y * y).squareRoot() }

  /// The direction from ``zero``, clockwise from the right.
  package var degrees: Double { atan2(y, x) * 180 / .pi }

  package var isFinite: Bool { x.isFinite && y.isFinite }
}
