/// How large pictures may be that others have made.
///
/// ```swift
/// var limits = PictureLimits()
/// limits.bytes = 2 << 20
/// let pictures = PictureStore(connector, limits: limits)
/// ```
public struct PictureLimits: Hashable, Sendable {
  /// The most bytes of a picture's file, as it comes over the network and as it is decoded: 16 MiB.
  public var bytes: Int
  /// The most pixels that are decoded where the decoder cannot make a smaller picture right away: 2²⁵. Of a JPEG
  /// and an SVG, of which it can, four times as many are taken.
  public var pixels: Int

  /// Makes limits; what is less than 1 counts as 1.
  public init(bytes: Int = 16 << 20, pixels: Int = 1 << 25) {
    self.bytes = max(1, bytes)
    self.pixels = max(1, pixels)
  }
}
