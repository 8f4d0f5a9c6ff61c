import CHikidashiGTK
import HikidashiBase

@testable import HikidashiWidgets

/// A surface of cairo, whose geometry and pixels are what ours is held against.
@MainActor
final class OracleSurface {
  static let side = 100
  private let surface: OpaquePointer
  let cairo: OpaquePointer

  init?() {
    guard
      let surface = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, gint(Self.side), gint(Self.side)),
      let cairo = cairo_create(surface)
    else { return nil }
    self.surface = surface
    self.cairo = cairo
    cairo_set_tolerance(cairo, 0.02)
  }

  isolated deinit {
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  private var painter: CairoPainter {
    CairoPainter(cairo: cairo, palette: Palette(), cache: PaintCache())
  }

  func trace(_ path: Path, rule: Path.FillRule = .nonzero, stroke: Stroke? = nil) {
    painter.trace(path)
    cairo_set_fill_rule(
      cairo, rule == .nonzero ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
    if let stroke { painter.prepare(stroke) }
  }

  /// Nil near an edge, where a little rounding decides.
  func fill(holds point: Point) -> Bool? {
    agreed(around: point) { cairo_in_fill(cairo, $0.x, $0.y) != 0 }
  }

  func stroke(holds point: Point) -> Bool? {
    let answer = agreed(around: point) { cairo_in_stroke(cairo, $0.x, $0.y) != 0 }
    // Rounding decides, too, where a corner is as long as the limit of pointed ones.
    let limit = cairo_get_miter_limit(cairo)
    defer { cairo_set_miter_limit(cairo, limit) }
    let agrees = [limit * 0.99, limit * 1.01].allSatisfy {
      cairo_set_miter_limit(cairo, $0)
      return (cairo_in_stroke(cairo, point.x, point.y) != 0) == answer
    }
    return agrees ? answer : nil
  }

  /// Draws over what was there, with hard edges.
  func paint(_ shapes: [Shape], isSoft: Bool = false) {
    cairo_save(cairo)
    cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR)
    cairo_paint(cairo)
    cairo_restore(cairo)
    cairo_set_antialias(cairo, isSoft ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE)
    painter.paint(shapes)
  }

  /// The pixel's four bytes as one number: alpha, red, green, blue; nil outside.
  func pixel(_ x: Int, _ y: Int) -> UInt32? {
    guard (0..<Self.side).contains(x), (0..<Self.side).contains(y) else { return nil }
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return nil }
    let row = UnsafeMutableRawPointer(data) + y * Int(cairo_image_surface_get_stride(surface))
    return row.assumingMemoryBound(to: UInt32.self)[x]
  }
}

/// What a test says of a point and of those beside it; nil near an edge, where a little rounding
/// decides.
@MainActor
func agreed<Answer: Equatable>(
  around point: Point, _ test: (Point) -> Answer
) -> Answer? {
  let answer = test(point)
  let around = [Point(0.15, 0), Point(-0.15, 0), Point(0, 0.15), Point(0, -0.15)]
  return around.allSatisfy { test(point + $0) == answer } ? answer : nil
}

extension Point {
  static func random(using random: inout SeededGenerator) -> Point {
    Point(.random(in: 0...100, using: &random), .random(in: 0...100, using: &random))
  }
}

extension Transform {
  static func random(using random: inout SeededGenerator) -> Transform {
    let turn = Transform.rotation(degrees: .random(in: -180...180, using: &random))
    let scale = Transform.scale(
      .random(in: -2...2, using: &random), .random(in: 0.3...2, using: &random))
    let slant = Transform(c: .random(in: -0.5...0.5, using: &random))
    return scale.then(slant).then(turn).around(.random(using: &random))
  }
}

extension Path {
  /// Some lines and curves, open, closed, round and with corners.
  ///
  /// No circle is narrower than the lines that are tried: cairo leaves a hole in its middle.
  static func random(using random: inout SeededGenerator) -> Path {
    var path = Path()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        let corner = Point.random(using: &random)
        path.append(
          .rectangle(
            Rect(corner.x, corner.y, .random(in: 20...60, using: &random), 30),
            corner: .random(in: 7...20, using: &random)))
      case 1:
        path.append(
          .circle(
            center: .random(using: &random), radius: .random(in: 8...40, using: &random)))
      default:
        path.move(to: .random(using: &random))
        for _ in 0..<Int.random(in: 1...5, using: &random) {
          if Bool.random(using: &random) {
            path.line(to: .random(using: &random))
          } else {
            path.curve(
              to: .random(using: &random), .random(using: &random), .random(using: &random))
          }
        }
        if Bool.random(using: &random) { path.close() }
      }
    }
    return path
  }
}
