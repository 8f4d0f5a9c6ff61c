internal import CHikidashiGTK
public import HikidashiWidgets

/// A combination of window size, text size, direction and colours in which a layout must hold.
///
/// Narrow is 360 × 640 pixels, as a telephone has; wide is 1,600 × 1,000.
public struct LayoutSetting: Hashable, Sendable, CustomStringConvertible {
  /// The width of the window in pixels.
  public var width: Int
  /// The height of the window in pixels.
  public var height: Int
  /// The size of text in proportion to the desktop's: 2 is 200 %.
  public var textScale: Double
  /// The side at which lines begin.
  public var direction: TextDirection
  /// The colours.
  public var colorScheme: ColorScheme

  /// Creates a setting.
  ///
  /// - Parameters:
  ///   - width: The width of the window in pixels.
  ///   - height: The height of the window in pixels.
  ///   - textScale: The size of text in proportion to the desktop's.
  ///   - direction: The side at which lines begin.
  ///   - colorScheme: The colours.
  public init(
    width: Int, height: Int, textScale: Double = 1, direction: TextDirection = .leftToRight,
    colorScheme: ColorScheme = .light
  ) {
    (self.width, self.height, self.textScale) = (width, height, textScale)
    (self.direction, self.colorScheme) = (direction, colorScheme)
  }

  /// The setting as text, such as `360 × 640, 200 %, right to left, dark`.
  public var description: String {
    let side = direction == .rightToLeft ? "right to left" : "left to right"
    return "\(width) × \(height), \(Int((textScale * 100).rounded())) %, \(side), "
      + "\(colorScheme.rawValue)"
  }

  /// The 16 combinations of narrow and wide, 100 and 200 % text, both directions, light and dark.
  public static let all: [LayoutSetting] = (0..<16).map { LayoutSetting(bits: $0) }

  /// Six of them, in which every two values of two different aspects come together.
  ///
  /// Run the first three in one language and the others in another one, and each language also meets
  /// every value.
  public static let pairs: [LayoutSetting] = [0b0000, 0b0111, 0b1101, 0b1001, 0b0110, 0b1010]
    .map { LayoutSetting(bits: $0) }

  /// From the lowest bit on: wide, twice as large, right to left, dark.
  private init(bits: Int) {
    let isWide = bits & 1 != 0
    self.init(
      width: isWide ? 1_600 : 360, height: isWide ? 1_000 : 640,
      textScale: bits & 2 != 0 ? 2 : 1,
      direction: bits & 4 != 0 ? .rightToLeft : .leftToRight,
      colorScheme: bits & 8 != 0 ? .dark : .light)
  }

  /// Does something while all windows of the process are as this says, and goes back to what the
  /// desktop says.
  @MainActor
  public func during<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result
  {
    Toolkit.start()
    let look = AppLook()
    look.show()
    (look.textScale, look.textDirection, look.colorScheme) = (textScale, direction, colorScheme)
    defer { (look.textScale, look.textDirection, look.colorScheme) = (1, .system, .system) }
    return try await body()
  }
}
