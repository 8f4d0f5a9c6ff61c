/// A font family and size.
public struct Font: Sendable, Hashable, Codable {
  /// The name of an installed family, such as `Noto Serif`; nil for the desktop's default.
  public var family: String?
  /// In pixels.
  public var size: Double
  public var isBold: Bool
  public var isItalic: Bool

  public init(
    _ family: String? = nil, size: Double = 14, isBold: Bool = false, isItalic: Bool = false
  ) {
    self.family = family
    self.size = size
    self.isBold = isBold
    self.isItalic = isItalic
  }

  public static let body = Font()
  public static let monospaced = Font("Monospace")
}
