/// What is done to a part's picture, besides moving it.
public struct PartEffects: Sendable, Hashable {
  /// The size that it is laid out in, in pixels; nil for its own.
  public var size: Size?
  /// The colour of a text; nil for its own.
  public var color: Color?
  /// The standard deviation of the blur, in pixels.
  public var blur = 0.0
  public var brightness = 1.0
  public var contrast = 1.0
  public var saturation = 1.0
  /// In degrees.
  public var hue = 0.0
  public var tint = Color.clear
  public var shadow = Shadow.none
  /// How much of it is shown, from 0 to 1.
  public var wipe = 1.0
  public var clip = Clip.none

  public static let none = PartEffects()

  public init() {}
}
