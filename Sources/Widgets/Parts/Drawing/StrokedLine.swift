/// The area of a stroked polyline: a rectangle for each piece, and shapes for the corners and ends.
struct StrokedLine {
  private let line: Path.Polyline
  private let stroke: Stroke
  private let radius: Double
  /// The stretch has no length but a beginning and an end, as dots have.
  private let isDot: Bool

  init(_ line: Path.Polyline, _ stroke: Stroke) {
    // Pieces without length have no direction to offer a corner.
    var kept = Path.Polyline(from: line.points.first ?? .zero)
    for (point, isSmooth) in zip(line.points, line.isSmooth).dropFirst()
    where point != kept.points.last {
      kept.append(point, isSmooth: isSmooth)
    }
    kept.isClosed = line.isClosed
    if kept.isClosed, kept.points.count > 1, kept.points.first == kept.points.last {
      kept.points.removeLast()
      kept.isSmooth.removeLast()
    }
    self.line = kept
    isDot = kept.points.count == 1 && (line.points.count > 1 || line.isClosed)
    self.stroke = stroke
    radius = stroke.width / 2
  }

  func contains(_ point: Point) -> Bool {
    let points = line.points
    guard points.count > 1 else { return isOnDot(point) }
    let pieces = line.isClosed ? points.count : points.count - 1
    for index in 0..<pieces {
      let start = points[index]
      let end = points[(index + 1) % points.count]
      if isOnPiece(point, start, end, index: index, of: pieces) { return true }
    }
    return corners.contains { isOnCorner(point, $0) }
  }

  /// A stretch without length shows its ends, which a butt line does not have.
  private func isOnDot(_ point: Point) -> Bool {
    guard let dot = line.points.first, isDot else { return false }
    let offset = point - dot
    return switch stroke.cap {
    case .butt: false
    case .round: offset.length <= radius
    case .square: abs(offset.x) <= radius && abs(offset.y) <= radius
    }
  }

  private func isOnPiece(
    _ point: Point, _ start: Point, _ end: Point, index: Int, of pieces: Int
  ) -> Bool {
    let along = end - start
    let length = along.length
    let offset = point - start
    let place = (offset.x * along.x + offset.y * along.y) / length
    let distance = abs(offset.x * along.y - offset.y * along.x) / length
    guard distance <= radius else { return false }
    if place >= 0 && place <= length { return true }
    let isFirst = !line.isClosed && index == 0
    let isLast = !line.isClosed && index == pieces - 1
    guard (place < 0 && isFirst) || (place > length && isLast) else { return false }
    return switch stroke.cap {
    case .butt: false
    case .round: (point - (place < 0 ? start : end)).length <= radius
    case .square: place >= -radius && place <= length + radius
    }
  }

  private typealias Corner = (before: Point, at: Point, after: Point, isSmooth: Bool)

  private var corners: [Corner] {
    let points = line.points
    let range = line.isClosed ? 0..<points.count : 1..<max(points.count - 1, 1)
    return range.map { index in
      (
        points[(index + points.count - 1) % points.count], points[index],
        points[(index + 1) % points.count], line.isSmooth[index]
      )
    }
  }

  private func isOnCorner(_ point: Point, _ corner: Corner) -> Bool {
    guard (point - corner.at).length <= stroke.reach + radius else { return false }
    let first = corner.at - corner.before
    let second = corner.after - corner.at
    let a = first * (1 / first.length)
    let b = second * (1 / second.length)
    let turn = a.x * b.y - a.y * b.x
    let straight = a.x * b.x + a.y * b.y
    // The outer side of the corner, on which the two pieces leave a gap.
    let side = turn > 0 ? -1.0 : 1.0
    let outerA = Point(-a.y, a.x) * side
    let outerB = Point(-b.y, b.x) * side
    let offset = point - corner.at
    if corner.isSmooth || stroke.join == .round {
      guard offset.length <= radius else { return false }
      if abs(turn) < 1e-9 { return straight < 0 && offset.x * a.x + offset.y * a.y >= 0 }
      let fromA = outerA.x * offset.y - outerA.y * offset.x
      let toB = offset.x * outerB.y - offset.y * outerB.x
      return turn > 0 ? fromA >= 0 && toB >= 0 : fromA <= 0 && toB <= 0
    }
    var wedge = [.zero, outerA * radius, outerB * radius]
    // The pointed corner is as long as 1 over the sine of half the angle between the pieces.
    let halfSine = ((1 + straight) / 2).squareRoot()
    if stroke.join == .miter, halfSine > 0, 1 / halfSine <= Stroke.miterLimit {
      let middle = outerA + outerB
      wedge.insert(middle * (radius / halfSine / middle.length), at: 2)
    }
    return Path.polygon(wedge).contains(offset, tolerance: 1e-6)
  }
}
