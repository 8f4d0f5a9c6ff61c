/// How wide and how high something is, in pixels.
public struct Size: Sendable, Hashable, Codable {
  public var width: Double
  public var height: Double

  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = Size(0, 0)
}
