internal import Glibc

/// An affine transform of the plane: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
///
/// ```swift
/// Transform.rotation(degrees: 45).then(.translation(100, 0))
/// ```
public struct Transform: Sendable, Hashable, Codable {
  public var a: Double
  public var b: Double
  public var c: Double
  public var d: Double
  public var tx: Double
  public var ty: Double

  public init(
    a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, tx: Double = 0, ty: Double = 0
  ) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  public static let identity = Transform()

  public static func translation(_ x: Double, _ y: Double) -> Transform { Transform(tx: x, ty: y) }

  public static func scale(_ x: Double, _ y: Double) -> Transform { Transform(a: x, d: y) }

  /// A rotation around the origin, clockwise because `y` points down.
  public static func rotation(degrees: Double) -> Transform {
    let angle = degrees * .pi / 180
    return Transform(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle))
  }

  /// This transform applied around `point` instead of the origin.
  public func around(_ point: Point) -> Transform {
    Transform.translation(-point.x, -point.y).then(self).then(.translation(point.x, point.y))
  }

  /// A transform that applies this one first, then `other`.
  public func then(_ other: Transform) -> Transform {
    Transform(
      a: other.a * a + other.c * b, b: other.b * a + other.d * b,
      c: other.a * c + other.c * d, d: other.b * c + other.d * d,
      tx: other.a * tx + other.c * ty + other.tx, ty: other.b * tx + other.d * ty + other.ty)
  }

  public func apply(to point: Point) -> Point {
    Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }

  package var determinant: Double { a * d - b * c }

  /// The inverse transform; nil when the determinant is zero or a number is not finite.
  public var inverse: Transform? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite, tx.isFinite, ty.isFinite else { return nil }
    let inverse = Transform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant)
    let origin = inverse.apply(to: Point(tx, ty))
    return inverse.then(.translation(-origin.x, -origin.y))
  }

  /// The largest factor by which it scales a length in any direction: the larger singular value.
  package var largestScale: Double {
    let (first, second) = (a * a + b * b, c * c + d * d)
    let (mean, half) = ((first + second) / 2, (first - second) / 2)
    let mixed = a * c + b * d
    return (mean + (half * half + mixed * mixed).squareRoot()).squareRoot()
  }
}
