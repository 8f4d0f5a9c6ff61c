import CHikidashiGTK
import HikidashiBase
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Paths and points by the thousand, with cairo's own answers beside ours.
final class PathHitTests: XCTestCase {
  private static let seed = testSeed()

  func testEveryPointIsInThePathOrNotAsCairoSays() throws {
    try MainActor.assumeIsolated {
      var random = SeededGenerator(seed: Self.seed)
      let cairo = try XCTUnwrap(OracleSurface())
      var inside = 0
      for round in 0..<testSteps(100) {
        let path = Path.random(using: &random)
        let rule: Path.FillRule = Bool.random(using: &random) ? .nonzero : .evenOdd
        cairo.trace(path, rule: rule)
        for _ in 0..<40 {
          let point = Point.random(using: &random)
          guard let expected = cairo.fill(holds: point),
            let answer = agreed(around: point, { path.contains($0, rule: rule) })
          else { continue }
          XCTAssertEqual(
            answer, expected,
            "seed \(Self.seed), round \(round), \(point)")
          inside += expected ? 1 : 0
        }
      }
      XCTAssertGreaterThan(inside, 200)
    }
  }

  func testEveryPointIsOnTheLineOrNotAsCairoSays() throws {
    try MainActor.assumeIsolated {
      var random = SeededGenerator(seed: Self.seed)
      let cairo = try XCTUnwrap(OracleSurface())
      var onLine = 0
      for round in 0..<testSteps(100) {
        let path = Path.random(using: &random)
        let caps: [Stroke.Cap] = [.butt, .round, .square]
        let joins: [Stroke.Join] = [.miter, .round, .bevel]
        let stroke = Stroke(
          .foreground, width: .random(in: 0.5...12, using: &random),
          cap: caps.randomElement(using: &random) ?? .butt,
          join: joins.randomElement(using: &random) ?? .miter)
        cairo.trace(path, stroke: stroke)
        for _ in 0..<40 {
          let point = Point.random(using: &random)
          guard let expected = cairo.stroke(holds: point),
            let answer = agreed(around: point, { path.contains($0, stroke: stroke) })
          else { continue }
          XCTAssertEqual(
            answer, expected,
            "seed \(Self.seed), round \(round), \(point)")
          onLine += expected ? 1 : 0
        }
      }
      XCTAssertGreaterThan(onLine, 100)
    }
  }

  func testNumbersThatAreNoneFindNothing() {
    let bad = [Double.nan, .infinity, -.infinity, 1e308, -1e308]
    for number in bad {
      let path = Path.polygon([Point(number, 0), Point(10, number), Point(0, 10)])
      _ = path.contains(Point(1, 1))
      _ = path.contains(Point(1, 1), stroke: Stroke(.foreground, width: number))
      XCTAssertFalse(Path.rectangle(Rect(0, 0, 10, 10)).contains(Point(number, 5)))
      XCTAssertNil(Drawing([.circle(center: .zero, radius: 5)]).hit(at: Point(number, 0)))
    }
    var arc = Path()
    arc.arc(center: .zero, radius: 5, from: .nan, to: 1e300)
    XCTAssertTrue(arc.steps.isEmpty)
  }

  func testAnArcIsACircleToAHundredthOfAPixel() {
    let path = Path.slice(center: Point(50, 50), radius: 40, from: 30, to: 300)
    for degrees in stride(from: 31.0, to: 299, by: 1) {
      let turned = Transform.rotation(degrees: degrees - 90)
      let rim = turned.apply(to: Point(40, 0)) + Point(50, 50)
      let direction = (rim - Point(50, 50)) * (1.0 / 40)
      XCTAssertTrue(path.contains(rim - direction * 0.03, tolerance: 0.001), "\(degrees)")
      XCTAssertFalse(path.contains(rim + direction * 0.03, tolerance: 0.001), "\(degrees)")
    }
    XCTAssertFalse(path.contains(Point(50, 20)))
  }

  func testOneTransformUndoesItsInverse() throws {
    var random = SeededGenerator(seed: Self.seed)
    for _ in 0..<500 {
      let transform = Transform.random(using: &random)
      guard let inverse = transform.inverse, abs(transform.determinant) > 1e-3 else { continue }
      let point = Point.random(using: &random)
      let back = inverse.apply(to: transform.apply(to: point))
      XCTAssertEqual(back.x, point.x, accuracy: 1e-6, "seed \(Self.seed)")
      XCTAssertEqual(back.y, point.y, accuracy: 1e-6, "seed \(Self.seed)")
    }
    XCTAssertNil(Transform.scale(0, 1).inverse)
  }
}
