import CHikidashiGTK
import HikidashiBase
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// What is drawn: render nodes against cairo, and pictures by their pixels.
final class PaintingTests: XCTestCase {
  func testRenderNodesShowWhatCairoShows() throws {
    let seed = testSeed()
    try onLoop {
      var random = SeededGenerator(seed: seed)
      let nodes = try XCTUnwrap(OracleSurface())
      let direct = try XCTUnwrap(OracleSurface())
      for round in 0..<testSteps(40) {
        let shapes = (0..<3).map { _ in Self.randomShape(using: &random) }
        direct.paint(shapes, isSoft: true)
        nodes.paintAsNodes(shapes)
        var different = 0
        for y in 0..<OracleSurface.side {
          for x in 0..<OracleSurface.side
          where Self.distance(nodes.pixel(x, y), direct.pixel(x, y)) > 40 {
            different += 1
          }
        }
        // Edges are softened a little differently.
        XCTAssertLessThan(different, 60, "seed \(seed), round \(round), \(shapes)")
      }
    }
  }

  /// A rectangle with round corners, filled and clipped in every way, or another path.
  private static func randomShape(using random: inout SeededGenerator) -> Shape {
    let corner = Point.random(using: &random)
    let bounds = Rect(
      corner.x - 20, corner.y - 20, .random(in: 5...60, using: &random),
      .random(in: 5...60, using: &random))
    var shape =
      Bool.random(using: &random)
      ? Shape.rectangle(bounds, corner: .random(in: -3...10, using: &random))
      : Shape.path(.random(using: &random))
    let colors = [Color(1, 0, 0), Color(0, 0, 1, 0.5), Color(0, 0.5, 0)]
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      shape = shape.fill(Gradient(.line(from: .zero, to: Point(90, 30)), .black, .white))
    case 1:
      shape = shape.fill(
        Gradient(.circle(center: bounds.center, radius: 30), .white, Color(1, 0.5, 0)))
    case 2: shape = shape.stroke(colors[0], width: 4)
    default: shape = shape.fill(colors.randomElement(using: &random) ?? .black)
    }
    if Bool.random(using: &random) { shape = shape.opacity(0.5) }
    if Bool.random(using: &random) { shape = shape.transform(.random(using: &random)) }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: shape = shape.clip(.rectangle(Rect(20, 20, 60, 60)))
    case 1: shape = shape.clip(.circle(center: Point(50, 50), radius: 30))
    default: break
    }
    return shape
  }

  private static func distance(_ one: UInt32?, _ other: UInt32?) -> Int {
    guard let one, let other else { return one == other ? 0 : 255 }
    return [0, 8, 16, 24].map { shift in
      abs(Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF))
    }.max() ?? 0
  }

  func testGradientsWithoutOrderOrCourseDoNoHarm() throws {
    try onLoop {
      let surface = try XCTUnwrap(OracleSurface())
      let stops = [Gradient.Stop(2, .white), .init(-1, .black), .init(.nan, .white)]
      let courses: [Gradient.Course] = [
        .line(from: .zero, to: .zero), .circle(center: .zero, radius: 0),
        .circle(center: Point(.nan, 0), radius: 3), .line(from: .zero, to: Point(9, 9)),
      ]
      for course in courses {
        for stops in [stops, [], [stops[0]]] {
          let shapes = [
            Shape.rectangle(Rect(0, 0, 50, 50)).fill(Gradient(course, stops)),
            Shape.circle(center: Point(50, 50), radius: 20).fill(Gradient(course, stops)),
            Shape.text("word", at: .zero).fill(Gradient(course, stops)),
          ]
          surface.paint(shapes)
          surface.paintAsNodes(shapes)
        }
      }
      surface.paintAsNodes([
        .rectangle(Rect(.nan, 0, 1, 1)), .rectangle(Rect(0, 0, -5, .infinity)),
        .rectangle(Rect(0, 0, 9, 9)).scaled(.infinity, 1), .text("", at: Point(.nan, 0)),
        .rectangle(Rect(0, 0, 9, 9)).stroke(.foreground, width: .nan),
        .rectangle(Rect(0, 0, 9, 9)).stroke(.foreground, dashes: [0, -1, .nan]),
        .picture(Picture(file: "/nowhere"), in: Rect(0, 0, 9, 9)),
        .picture(Picture(encoded: [1, 2, 3]), in: Rect(0, 0, 9, 9)),
      ])
    }
  }

  func testAPictureKeepsItsPixels() throws {
    try onLoop {
      let red: [UInt8] = [255, 0, 0, 255]
      let green: [UInt8] = [0, 255, 0, 255]
      let picture = try XCTUnwrap(
        Picture(width: 2, height: 2, pixels: red + green + green + red))
      let encoded = try XCTUnwrap(picture.encoded)
      XCTAssertEqual(Array(encoded.prefix(4)), [0x89, 0x50, 0x4E, 0x47])
      let surface = try XCTUnwrap(OracleSurface())
      for picture in [picture, Picture(encoded: encoded)] {
        surface.paint([.picture(picture, in: Rect(0, 0, 80, 80))])
        XCTAssertEqual(surface.pixel(10, 10), 0xFFFF_0000)
        XCTAssertEqual(surface.pixel(70, 10), 0xFF00_FF00)
        XCTAssertEqual(surface.pixel(70, 70), 0xFFFF_0000)
      }
    }
  }
}

extension OracleSurface {
  func paintAsNodes(_ shapes: [Shape]) {
    paint([])
    let snapshot = gtk_snapshot_new()
    SnapshotPainter(snapshot: snapshot, palette: Palette(), cache: PaintCache()).paint(shapes)
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return }
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT)
    gsk_render_node_draw(node, cairo)
    gsk_render_node_unref(node)
  }
}
