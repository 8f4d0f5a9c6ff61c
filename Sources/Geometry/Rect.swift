internal import Glibc

/// An axis-aligned rectangle, in pixels.
public struct Rect: Sendable, Hashable, Codable {
  /// The upper left corner.
  public var origin: Point
  public var size: Size

  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.init(origin: Point(x, y), size: Size(width, height))
  }

  /// The smallest rectangle that holds all of the points; nil when there are none.
  package init?(around points: some Sequence<Point>) {
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    for point in points {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    guard low.isFinite, high.isFinite else { return nil }
    self.init(low.x, low.y, high.x - low.x, high.y - low.y)
  }

  public var minX: Double { origin.x }
  public var minY: Double { origin.y }
  public var maxX: Double { origin.x + size.width }
  public var maxY: Double { origin.y + size.height }
  public var width: Double { size.width }
  public var height: Double { size.height }
  public var center: Point { Point(minX + width / 2, minY + height / 2) }

  public var corners: [Point] {
    [origin, Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)]
  }

  /// Whether the point lies in the rectangle. The right and lower edges do not count, so that
  /// neighbours share no point.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Moves every edge inwards; outwards where `distance` is negative.
  public func inset(by distance: Double) -> Rect {
    Rect(
      minX + distance, minY + distance, max(0, width - 2 * distance),
      max(0, height - 2 * distance))
  }

  /// The smallest rectangle that holds both.
  public func union(_ other: Rect) -> Rect {
    let x = min(minX, other.minX)
    let y = min(minY, other.minY)
    return Rect(x, y, max(maxX, other.maxX) - x, max(maxY, other.maxY) - y)
  }

  /// The area that both rectangles share; empty when they do not overlap.
  package func intersection(_ other: Rect) -> Rect {
    let x = max(minX, other.minX)
    let y = max(minY, other.minY)
    return Rect(
      x, y, max(0, min(maxX, other.maxX) - x), max(0, min(maxY, other.maxY) - y))
  }
}

/// A width and a height, in pixels.
public struct Size: Sendable, Hashable, Codable {
  public var width: Double
  public var height: Double

  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = Size(0, 0)
}

/// A point in a drawing, in pixels: `x` to the right, `y` downwards.
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
