internal import Glibc

/// Curves that swing back, bounce or rush.
///
/// - Source: Robert Penner's easing equations (2001), with his constants: an overshoot of 1.70158, a
///   bounce of 7.5625, a period of 0.3, and 0.45 where a curve swings on both sides.
extension Curve {
  /// Goes a tenth beyond the beginning before it leaves.
  public static let backIn = penner("back-in", Penner.backIn)
  /// Goes a tenth beyond the end before it arrives.
  public static let backOut = penner("back-out", mirrored(Penner.backIn))
  /// Goes a tenth beyond both ends.
  public static let backInOut = penner("back-in-out", doubled(Penner.widerBackIn))

  /// Bounces three times at the beginning, each time higher.
  public static let bounceIn = penner("bounce-in", mirrored(Penner.bounceOut))
  /// Falls to the end and bounces three times, as a ball does.
  public static let bounceOut = penner("bounce-out", Penner.bounceOut)
  /// Bounces at both ends.
  public static let bounceInOut = penner(
    "bounce-in-out", doubled(mirrored(Penner.bounceOut)))

  /// Swings about the beginning, wider and wider.
  public static let elasticIn = penner("elastic-in") {
    Penner.elasticIn($0, period: 0.3)
  }
  /// Swings about the end, less and less.
  public static let elasticOut = penner(
    "elastic-out", mirrored { Penner.elasticIn($0, period: 0.3) })
  /// Swings about both ends.
  public static let elasticInOut = penner(
    "elastic-in-out", doubled { Penner.elasticIn($0, period: 0.45) })

  /// Begins hardly visibly and doubles its speed each tenth of the time.
  public static let expoIn = penner("expo-in", Penner.expoIn)
  /// Begins fast and halves its speed each tenth of the time.
  public static let expoOut = penner("expo-out", mirrored(Penner.expoIn))
  /// Is slow at both ends and fast in the middle.
  public static let expoInOut = penner("expo-in-out", doubled(Penner.expoIn))

  /// Those of Penner, by their names in JSON.
  static let pennerCurves: KeyValuePairs<String, Curve> = [
    "back-in": .backIn, "back-out": .backOut, "back-in-out": .backInOut,
    "bounce-in": .bounceIn, "bounce-out": .bounceOut, "bounce-in-out": .bounceInOut,
    "elastic-in": .elasticIn, "elastic-out": .elasticOut, "elastic-in-out": .elasticInOut,
    "expo-in": .expoIn, "expo-out": .expoOut, "expo-in-out": .expoInOut,
  ]

  /// A curve of that name, which begins and ends exactly.
  private static func penner(
    _ name: String, _ body: @escaping @Sendable (Double) -> Double
  ) -> Curve {
    .function(name) { $0 <= 0 ? 0 : $0 >= 1 ? 1 : body($0) }
  }

  /// What does at the end what `body` does at the beginning.
  private static func mirrored(
    _ body: @escaping @Sendable (Double) -> Double
  ) -> @Sendable (Double) -> Double {
    { 1 - body(1 - $0) }
  }

  /// What does it at both ends, in half of the time each.
  private static func doubled(
    _ body: @escaping @Sendable (Double) -> Double
  ) -> @Sendable (Double) -> Double {
    { $0 < 0.5 ? body(2 * $0) / 2 : 1 - body(2 - 2 * $0) / 2 }
  }
}

/// One side of each; the others follow from it.
private enum Penner {
  static func backIn(_ time: Double) -> Double { back(time, 1.70158) }
  static func widerBackIn(_ time: Double) -> Double { back(time, 1.70158 * 1.525) }

  private static func back(_ time: Double, _ overshoot: Double) -> Double {
    time * time * ((overshoot + 1) * time - overshoot)
  }

  static func bounceOut(_ time: Double) -> Double {
    // The middle of each parabola, and its height.
    let (middle, height): (Double, Double) =
      switch time {
      case ..<(1 / 2.75): (0, 0)
      case ..<(2 / 2.75): (1.5 / 2.75, 0.75)
      case ..<(2.5 / 2.75): (2.25 / 2.75, 0.9375)
      default: (2.625 / 2.75, 0.984375)
      }
    return 7.5625 * (time - middle) * (time - middle) + height
  }

  static func elasticIn(_ time: Double, period: Double) -> Double {
    let left = time - 1
    return -exp2(10 * left) * sin((left - period / 4) * 2 * .pi / period)
  }

  static func expoIn(_ time: Double) -> Double { exp2(10 * (time - 1)) }
}
