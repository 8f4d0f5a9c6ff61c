import CHikidashiGTK
import HikidashiBase
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Whole drawings: the shape that is found is the one whose colour the pixel has.
final class DrawingHitTests: XCTestCase {
  func testWhatIsFoundIsWhatIsSeen() throws {
    let seed = testSeed()
    try MainActor.assumeIsolated {
      var random = SeededGenerator(seed: seed)
      let surface = try XCTUnwrap(OracleSurface())
      var found = 0
      // Some drawings have hardly a place where something is: as many as it takes for 200, and an end to that.
      for round in 0..<testSteps(25) * 20 where round < testSteps(25) || found <= 200 {
        var count = 0
        let shapes = Self.randomShapes(&count, depth: 2, using: &random)
        surface.paint(shapes, isSoft: true)
        let drawing = Drawing(shapes)
        for _ in 0..<150 {
          let x = Int.random(in: 1..<99, using: &random)
          let y = Int.random(in: 1..<99, using: &random)
          guard let color = Self.evenColor(surface, x, y) else { continue }
          let point = Point(Double(x) + 0.5, Double(y) + 0.5)
          // Nil where a little rounding decides, and a hit of nothing where nothing is.
          guard let hit = agreed(around: point, { drawing.hit(at: $0)?.name }) else { continue }
          XCTAssertEqual(
            hit.flatMap { Int($0) } ?? 0, Int(color & 0xFF_FFFF) / 16,
            "seed \(seed), round \(round), \(x) \(y)")
          found += hit == nil ? 0 : 1
        }
      }
      XCTAssertGreaterThan(found, 200, "seed \(seed)")
    }
  }

  /// The colour of a pixel whose neighbours have it too.
  @MainActor private static func evenColor(
    _ surface: OracleSurface, _ x: Int, _ y: Int
  ) -> UInt32? {
    let color = surface.pixel(x, y)
    for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1), (1, 1), (-1, -1), (1, -1), (-1, 1)]
    where surface.pixel(x + dx, y + dy) != color {
      return nil
    }
    return color
  }

  /// Shapes named by their number, in a colour that is the number.
  private static func randomShapes(
    _ count: inout Int, depth: Int, using random: inout SeededGenerator
  ) -> [Shape] {
    var shapes: [Shape] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      var shape: Shape
      if depth > 0, Int.random(in: 0..<3, using: &random) == 0 {
        shape = Shape(.group(randomShapes(&count, depth: depth - 1, using: &random)))
      } else {
        count += 1
        let number = UInt32(count * 16)
        let color = Color(
          Double(number >> 16 & 0xFF) / 255, Double(number >> 8 & 0xFF) / 255,
          Double(number & 0xFF) / 255)
        shape = .path(.random(using: &random)).named(String(count))
        let rule: Path.FillRule = Bool.random(using: &random) ? .nonzero : .evenOdd
        switch Int.random(in: 0..<3, using: &random) {
        case 0: shape = shape.fill(.color(color), rule: rule)
        case 1:
          shape = shape.stroke(
            .color(color), width: .random(in: 1...4, using: &random), join: .round)
        default:
          shape = shape.fill(.color(color), rule: rule).stroke(
            .color(color), width: 3, join: .round)
        }
      }
      if Bool.random(using: &random) { shape = shape.transform(.random(using: &random)) }
      if Int.random(in: 0..<4, using: &random) == 0 { shape = shape.clip(.random(using: &random)) }
      if Int.random(in: 0..<8, using: &random) == 0 { shape = shape.opacity(0) }
      shapes.append(shape)
    }
    return shapes
  }

  func testTheNearestNameIsFoundAndThePartOfTheShape() {
    let drawing = Drawing {
      Shape.group {
        Shape.rectangle(Rect(0, 0, 40, 40))
        Shape.rectangle(Rect(40, 0, 40, 40)).fill(.accent).stroke(.foreground, width: 4)
          .named("inner")
      }.named("outer").moved(10, 10)
      Shape.text("word", at: Point(0, 60), font: Font(size: 20))
    }
    XCTAssertEqual(drawing.hit(at: Point(20, 20))?.name, "outer")
    XCTAssertEqual(drawing.hit(at: Point(60, 30))?.name, "inner")
    XCTAssertEqual(drawing.hit(at: Point(60, 30))?.part, .fill)
    XCTAssertEqual(drawing.hit(at: Point(90, 30))?.part, .stroke)
    XCTAssertNotNil(drawing.hit(at: Point(5, 65)))
    XCTAssertNil(drawing.hit(at: Point(5, 5)))
    XCTAssertNil(drawing.hit(at: Point(5, 65)) { _ in .zero })
    XCTAssertEqual(
      drawing.places { _ in .zero }.map(\.name), ["outer", "inner"])
  }

  func testColoursAreReadAsTheWebWritesThem() throws {
    XCTAssertEqual(Color("#f00"), Color(1, 0, 0))
    XCTAssertEqual(Color("#3584e4")?.hexadecimal, "#3584e4")
    XCTAssertEqual(Color("#3584e480")?.hexadecimal, "#3584e480")
    for wrong in ["", "#", "f00", "#ff", "#12345", "#1234567", "#xyz", "#é00", "#1234567890"] {
      XCTAssertNil(Color(wrong), wrong)
    }
    XCTAssertEqual(Color(.nan, 2, -1).hexadecimal, "#00ff00")
    XCTAssertNil(Picture(width: 2, height: 2, pixels: [0, 0, 0]))
    XCTAssertNil(Picture(width: .max, height: 2, pixels: []))
  }
}
