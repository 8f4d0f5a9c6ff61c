extension Path {
  /// Returns whether the point is inside the path; open subpaths count as closed.
  ///
  /// Curves are followed to `tolerance` pixels. O(steps).
  public func contains(
    _ point: Point, rule: FillRule = .nonzero, tolerance: Double = 0.05
  ) -> Bool {
    guard let bounds, bounds.inset(by: -tolerance).contains(point) else { return false }
    var winding = 0
    var crossings = 0
    for line in flattened(tolerance: tolerance) {
      guard var last = line.points.last else { continue }
      for next in line.points {
        defer { last = next }
        // An edge counts where it crosses the ray to the right of the point.
        guard (last.y <= point.y) != (next.y <= point.y) else { continue }
        let along = (point.y - last.y) / (next.y - last.y)
        guard last.x + along * (next.x - last.x) > point.x else { continue }
        crossings += 1
        winding += next.y > last.y ? 1 : -1
      }
    }
    return rule == .nonzero ? winding != 0 : crossings % 2 != 0
  }

  /// Returns whether the point is on the path's line. Gaps between dashes belong to the line.
  ///
  /// Curves are followed to `tolerance` pixels. O(steps).
  public func contains(_ point: Point, stroke: Stroke, tolerance: Double = 0.05) -> Bool {
    guard stroke.width > 0, let bounds,
      bounds.inset(by: -stroke.reach - tolerance).contains(point)
    else { return false }
    return flattened(tolerance: tolerance).contains {
      StrokedLine($0, stroke).contains(point)
    }
  }

  /// A stretch of the path as straight lines.
  struct Polyline {
    var points: [Point]
    var isClosed = false
    /// For each point whether the line only bends there, inside a curve, rather than turns a corner.
    var isSmooth: [Bool]

    init(from point: Point) {
      points = [point]
      isSmooth = [false]
    }

    mutating func append(_ point: Point, isSmooth: Bool = false) {
      points.append(point)
      self.isSmooth.append(isSmooth)
    }
  }

  /// The path's stretches as straight lines that keep within `tolerance` of its curves.
  func flattened(tolerance: Double) -> [Polyline] {
    var lines: [Polyline] = []
    var line: Polyline?
    for step in steps {
      switch step {
      case .move(let point):
        if let line { lines.append(line) }
        line = Polyline(from: point)
      case .line(let point):
        line?.append(point)
      case .curve(let first, let second, let end):
        guard let start = line?.points.last else { continue }
        let count = Path.pieces(start, first, second, end, tolerance)
        // A little step at both ends gives corners and ends the direction that the curve has there.
        let places = (1..<max(count, 1)).map { Double($0) / Double(count) }
        for place in [1e-4] + places + [1 - 1e-4] {
          line?.append(Path.place(place, start, first, second, end), isSmooth: true)
        }
        line?.append(end)
      case .close:
        guard var closed = line, let start = closed.points.first else { continue }
        closed.isClosed = true
        lines.append(closed)
        // What follows begins where the closed stretch began.
        line = Polyline(from: start)
      }
    }
    if let line { lines.append(line) }
    return lines
  }

  /// Into how many straight pieces a cubic is cut: the distance of a piece of length 1/n from the
  /// curve is at most an eighth of the largest second derivative, over n².
  private static func pieces(
    _ start: Point, _ first: Point, _ second: Point, _ end: Point, _ tolerance: Double
  ) -> Int {
    let bend = max(
      (start - first * 2 + second).length, (first - second * 2 + end).length)
    let count = (6 * bend / (8 * max(tolerance, 1e-6))).squareRoot().rounded(.up)
    return count.isFinite ? Int(min(max(count, 1), 1_000)) : 1
  }

  private static func place(
    _ t: Double, _ start: Point, _ first: Point, _ second: Point, _ end: Point
  ) -> Point {
    let s = 1 - t
    return start * (s * s * s) + first * (3 * s * s * t) + second * (3 * s * t * t)
      + end * (t * t * t)
  }
}
