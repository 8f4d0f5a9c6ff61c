/// The line that is drawn along a path.
public struct Stroke: Sendable, Hashable {
  /// The shape of the ends of a line.
  public enum Cap: Sendable, Hashable { case butt, round, square }
  /// The shape of the corners of a line; a mitred corner below 29 degrees is cut off, as in SVG.
  public enum Join: Sendable, Hashable { case miter, round, bevel }

  /// The paint of the line.
  public var paint: Paint
  /// The width in pixels.
  public var width: Double
  /// The shape of the line's ends.
  public var cap: Cap
  /// The shape of the line's corners.
  public var join: Join
  /// The lengths of dashes and gaps by turns, in pixels; empty for a solid line.
  public var dashes: [Double]

  /// Creates a line.
  public init(
    _ paint: Paint, width: Double = 1, cap: Cap = .butt, join: Join = .miter,
    dashes: [Double] = []
  ) {
    self.paint = paint
    self.width = width
    self.cap = cap
    self.join = join
    self.dashes = dashes
  }

  static let miterLimit = 4.0

  /// How far the line can reach from its path.
  var reach: Double {
    guard width.isFinite, width > 0 else { return 0 }
    return switch (join, cap) {
    case (.miter, _): width / 2 * Stroke.miterLimit
    case (_, .square): width / 2 * 1.415
    default: width / 2
    }
  }

  /// Dashes that a painter can follow: a negative or endless length, or no length at all, makes none.
  var drawnDashes: [Double] {
    let areUsable =
      dashes.allSatisfy { $0.isFinite && $0 >= 0 } && dashes.contains { $0 > 0 }
    return areUsable ? dashes : []
  }
}
