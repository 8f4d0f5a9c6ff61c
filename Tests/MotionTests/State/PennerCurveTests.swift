import Foundation
import TestSupport
import Testing

@testable import HikidashiMotion

/// Curves by the names of Penner's, beside his equations as he has published them: of the time `t`, the
/// beginning `b`, the change `c` and the duration `d`.
@Suite struct PennerCurveTests {
  private typealias Equation =
    @Sendable (_ t: Double, _ b: Double, _ c: Double, _ d: Double) -> Double

  private static let equations: [String: Equation] = [
    "back-in": { t, b, c, d in
      let s = 1.70158
      let t = t / d
      return c * t * t * ((s + 1) * t - s) + b
    },
    "back-out": { t, b, c, d in
      let s = 1.70158
      let t = t / d - 1
      return c * (t * t * ((s + 1) * t + s) + 1) + b
    },
    "back-in-out": { t, b, c, d in
      let s = 1.70158 * 1.525
      var t = t / (d / 2)
      if t < 1 { return c / 2 * (t * t * ((s + 1) * t - s)) + b }
      t -= 2
      return c / 2 * (t * t * ((s + 1) * t + s) + 2) + b
    },
    "bounce-in": bounceIn, "bounce-out": bounceOut,
    "bounce-in-out": { t, b, c, d in
      if t < d / 2 { return bounceIn(t * 2, 0, c, d) * 0.5 + b }
      return bounceOut(t * 2 - d, 0, c, d) * 0.5 + c * 0.5 + b
    },
    "elastic-in": { t, b, c, d in
      if t == 0 { return b }
      if t / d == 1 { return b + c }
      let p = d * 0.3
      let s = p / 4
      let t = t / d - 1
      return -(c * pow(2, 10 * t) * sin((t * d - s) * (2 * .pi) / p)) + b
    },
    "elastic-out": { t, b, c, d in
      if t == 0 { return b }
      if t / d == 1 { return b + c }
      let p = d * 0.3
      let s = p / 4
      let t = t / d
      return c * pow(2, -10 * t) * sin((t * d - s) * (2 * .pi) / p) + c + b
    },
    "elastic-in-out": { t, b, c, d in
      if t == 0 { return b }
      if t / (d / 2) == 2 { return b + c }
      let p = d * (0.3 * 1.5)
      let s = p / 4
      let t = t / (d / 2) - 1
      let swing = sin((t * d - s) * (2 * .pi) / p)
      if t < 0 { return -0.5 * (c * pow(2, 10 * t) * swing) + b }
      return c * pow(2, -10 * t) * swing * 0.5 + c + b
    },
    "expo-in": { t, b, c, d in t == 0 ? b : c * pow(2, 10 * (t / d - 1)) + b },
    "expo-out": { t, b, c, d in t == d ? b + c : c * (-pow(2, -10 * t / d) + 1) + b },
    "expo-in-out": { t, b, c, d in
      if t == 0 { return b }
      if t == d { return b + c }
      var t = t / (d / 2)
      if t < 1 { return c / 2 * pow(2, 10 * (t - 1)) + b }
      t -= 1
      return c / 2 * (-pow(2, -10 * t) + 2) + b
    },
  ]

  private static let bounceIn: Equation = { t, b, c, d in c - bounceOut(d - t, 0, c, d) + b }

  private static let bounceOut: Equation = { t, b, c, d in
    var t = t / d
    if t < 1 / 2.75 { return c * (7.5625 * t * t) + b }
    if t < 2 / 2.75 {
      t -= 1.5 / 2.75
      return c * (7.5625 * t * t + 0.75) + b
    }
    if t < 2.5 / 2.75 {
      t -= 2.25 / 2.75
      return c * (7.5625 * t * t + 0.9375) + b
    }
    t -= 2.625 / 2.75
    return c * (7.5625 * t * t + 0.984375) + b
  }

  @Test func eachIsItsPublishedEquation() throws {
    #expect(Set(Curve.pennerCurves.map(\.key)) == Set(Self.equations.keys))
    for (name, curve) in Curve.pennerCurves {
      let equation = try #require(Self.equations[name])
      for step in 0...1_000 {
        let time = Double(step) / 1_000
        let expected = equation(time, 0, 1, 1)
        #expect(abs(curve.value(at: time) - expected) < 1e-12, "\(name) at \(time)")
      }
    }
  }

  /// What is printed in tables of these curves.
  @Test func someValuesAreThoseOfTables() {
    #expect(abs(Curve.backOut.value(at: 0.5) - 1.087_697_5) < 1e-9)
    #expect(abs(Curve.bounceOut.value(at: 0.5) - 0.765_625) < 1e-12)
    #expect(abs(Curve.expoOut.value(at: 0.5) - 0.968_75) < 1e-12)
    #expect(abs(Curve.elasticOut.value(at: 0.5) - 1.015_625) < 1e-9)
  }

  @Test func theyBeginAndEndExactly() {
    for (name, curve) in Curve.pennerCurves {
      #expect(curve.value(at: 0) == 0, "\(name)")
      #expect(curve.value(at: 1) == 1, "\(name)")
    }
  }

  @Test func theyAreReadFromJSONByName() throws {
    for (name, curve) in Curve.pennerCurves {
      let scene = try Scene(
        json: """
          { "items": [ { "text": "a", "tracks": [
            { "property": "opacity", "from": 0, "to": 1, "duration": 1, "curve": "\(name)" } ] } ] }
          """)
      let part = try #require(scene.state(at: 0.7).first)
      let wanted = min(max(curve.value(at: 0.7), 0), 1)
      #expect(abs(part.opacity - wanted) < 1e-12, "\(name)")
    }
  }

  @Test func theSchemaKnowsTheNamesOfTheReader() throws {
    let schema = try JSONSchema("Documentation.docc/Resources/scene-schema.json")
    func scene(_ curve: String) -> String {
      """
      { "items": [ { "text": "a", "tracks": [
        { "property": "opacity", "from": 0, "to": 1, "duration": 1, "curve": "\(curve)" } ] } ] }
      """
    }
    for (name, _) in Curve.pennerCurves { #expect(try schema.accepts(scene(name)), "\(name)") }
    #expect(try !schema.accepts(scene("back")))
    #expect(throws: SceneError.self) { try Scene(json: scene("back")) }
  }
}
