internal import Glibc
internal import HikidashiBase

/// A path that is gone along evenly by its length.
struct PathTable: Sendable {
  private struct Segment: Sendable {
    var points: (Point, Point, Point, Point)
    /// How many straight pieces are as long as it.
    var pieces = 64
  }

  private struct Mark: Sendable {
    var length: Double
    var segment: Int
    var parameter: Double
  }

  /// A longer path is refused: each step takes memory.
  static let mostSteps = 100_000

  private var segments: [Segment] = []
  private var marks: [Mark] = []

  /// The first piece of a path; nil where it has no length.
  init?(_ path: Path) {
    gather(path)
    var length = 0.0
    for (number, segment) in segments.enumerated() {
      marks.append(Mark(length: length, segment: number, parameter: 0))
      var last = segment.points.0
      for piece in 1...segment.pieces {
        let parameter = Double(piece) / Double(segment.pieces)
        let point = Self.point(segment, parameter)
        length += (point - last).length
        last = point
        marks.append(Mark(length: length, segment: number, parameter: parameter))
      }
    }
    guard length > 0, length.isFinite else { return nil }
  }

  private mutating func gather(_ path: Path) {
    var start: Point?
    var pen = Point.zero
    func line(to end: Point) -> Segment {
      let third = (end - pen) * (1.0 / 3)
      return Segment(points: (pen, pen + third, end - third, end), pieces: 1)
    }
    for step in path.steps {
      switch step {
      case .move(let point):
        guard segments.isEmpty else { return }
        start = point
        pen = point
      case .line(let end):
        segments.append(line(to: end))
        pen = end
      case .curve(let first, let second, let end):
        segments.append(Segment(points: (pen, first, second, end)))
        pen = end
      case .close:
        if let start, start != pen { segments.append(line(to: start)) }
        return
      }
    }
  }

  private static func point(_ segment: Segment, _ t: Double) -> Point {
    let u = 1 - t
    let (a, b, c, d) = segment.points
    return a * (u * u * u) + b * (3 * u * u * t) + c * (3 * u * t * t) + d * (t * t * t)
  }

  private static func direction(_ segment: Segment, _ t: Double) -> Point {
    let u = 1 - t
    let (a, b, c, d) = segment.points
    let slope = (b - a) * (u * u) + (c - b) * (2 * u * t) + (d - c) * (t * t)
    // A handle of no length leaves the direction to what comes next.
    return slope.length > 1e-9 ? slope : d - a
  }

  /// The place at a part of the length, and the degrees in which it goes on there. Below 0 it is the
  /// beginning, above 1 the end.
  func place(at progress: Double) -> (point: Point, degrees: Double) {
    let whole = marks[marks.count - 1].length
    let target = min(max(progress.isFinite ? progress : 0, 0), 1) * whole
    let next = marks[1..<marks.count - 1].partitioningIndex { $0.length >= target }
    let (before, after) = (marks[next - 1], marks[next])
    let step = after.length - before.length
    let part = step > 0 ? (target - before.length) / step : 0
    let first = before.segment == after.segment ? before.parameter : 0
    let parameter = first + (after.parameter - first) * part
    let segment = segments[after.segment]
    return (Self.point(segment, parameter), Self.direction(segment, parameter).degrees)
  }
}
