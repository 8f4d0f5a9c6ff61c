/// A face and size of letters.
public struct Font: Sendable, Hashable, Codable {
  /// A family as the desktop knows it, such as `Noto Serif`; nil is the desktop's own.
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
