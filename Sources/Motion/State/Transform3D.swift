/// A transform of space: a 4 × 4 matrix, multiplied by column vectors.
///
/// The order is that of CSS's `matrix3d()`: ``columns`` have what it lists, four by four.
public struct Transform3D: Sendable, Hashable {
  public var columns: (x: SIMD4<Double>, y: SIMD4<Double>, z: SIMD4<Double>, w: SIMD4<Double>)

  public init(
    _ x: SIMD4<Double>, _ y: SIMD4<Double>, _ z: SIMD4<Double>, _ w: SIMD4<Double>
  ) {
    columns = (x, y, z, w)
  }

  /// A transform of the plane.
  public init(_ plane: Transform) {
    self.init(
      SIMD4(plane.a, plane.b, 0, 0), SIMD4(plane.c, plane.d, 0, 0), SIMD4(0, 0, 1, 0),
      SIMD4(plane.tx, plane.ty, 0, 1))
  }

  public static let identity = Transform3D(Transform.identity)

  public static func translation(_ x: Double, _ y: Double, _ z: Double = 0) -> Transform3D {
    var result = identity
    result.columns.w = SIMD4(x, y, z, 1)
    return result
  }

  /// The sixteen numbers, column by column.
  public var numbers: [Double] {
    [columns.x, columns.y, columns.z, columns.w].flatMap { [$0.x, $0.y, $0.z, $0.w] }
  }

  /// Returns the transform that applies `right` first, then `left`.
  public static func * (left: Transform3D, right: Transform3D) -> Transform3D {
    Transform3D(
      left.apply(to: right.columns.x), left.apply(to: right.columns.y),
      left.apply(to: right.columns.z), left.apply(to: right.columns.w))
  }

  @inline(__always)
  func apply(to vector: SIMD4<Double>) -> SIMD4<Double> {
    columns.x * vector.x + columns.y * vector.y + columns.z * vector.z + columns.w * vector.w
  }

  /// Where a point of the plane is seen; nil where it lies behind the viewer.
  public func project(_ point: Point) -> Point? {
    let result = apply(to: SIMD4(point.x, point.y, 0, 1))
    guard result.w > 0 else { return nil }
    return Point(result.x / result.w, result.y / result.w)
  }

  /// The point of the plane that is seen at `point`; nil where the plane is seen from its edge.
  public func unproject(_ point: Point) -> Point? {
    // Of the plane's two axes and origin alone, as z is 0.
    let (x, y, w) = (columns.x, columns.y, columns.w)
    let a = x.x - point.x * x.w
    let b = y.x - point.x * y.w
    let c = x.y - point.y * x.w
    let d = y.y - point.y * y.w
    let e = point.x * w.w - w.x
    let f = point.y * w.w - w.y
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return nil }
    let result = Point((e * d - b * f) / determinant, (a * f - e * c) / determinant)
    guard result.isFinite, x.w * result.x + y.w * result.y + w.w > 0 else { return nil }
    return result
  }

  /// Whether the viewer sees the plane's front, at the place of its origin.
  public var showsFront: Bool {
    let (x, y, w) = (columns.x, columns.y, columns.w)
    // The determinant of what the plane is seen as.
    return x.x * (y.y * w.w - y.w * w.y) - y.x * (x.y * w.w - x.w * w.y)
      + w.x * (x.y * y.w - x.w * y.y) >= 0
  }

  public static func == (left: Transform3D, right: Transform3D) -> Bool {
    left.columns == right.columns
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
}

// MARK: - In the plane

extension Transform3D {
  /// The transform of the plane that does the same as this one near a point that is seen, or near the
  /// middle; nil where there is none.
  package func flattened(near seen: Point?, middle: Point) -> Transform? {
    if let plane { return plane.inverse == nil ? nil : plane }
    guard let place = seen.map({ unproject($0) }) ?? middle, let seen = project(place) else {
      return nil
    }
    let (x, y, w) = (columns.x, columns.y, columns.w)
    let depth = x.w * place.x + y.w * place.y + w.w
    let across = Point((x.x - seen.x * x.w) / depth, (x.y - seen.y * x.w) / depth)
    let down = Point((y.x - seen.x * y.w) / depth, (y.y - seen.y * y.w) / depth)
    let origin = seen - across * place.x - down * place.y
    let result = Transform(
      a: across.x, b: across.y, c: down.x, d: down.y, tx: origin.x, ty: origin.y)
    return result.inverse == nil ? nil : result
  }

  /// The transform as one of the plane, where it moves nothing out of it; what it does to the depth
  /// alone makes no difference.
  package var plane: Transform? {
    let (x, y, w) = (columns.x, columns.y, columns.w)
    guard x.w == 0, y.w == 0, w.w == 1 else { return nil }
    return Transform(a: x.x, b: x.y, c: y.x, d: y.y, tx: w.x, ty: w.y)
  }
}
