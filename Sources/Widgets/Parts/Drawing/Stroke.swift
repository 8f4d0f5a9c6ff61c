/// The line that follows a path.
public struct Stroke: Sendable, Hashable {
  /// How a line ends.
  public enum Cap: Sendable, Hashable { case butt, round, square }
  /// How a line turns a corner; a pointed corner of less than 29 degrees is cut off, as in SVG.
  public enum Join: Sendable, Hashable { case miter, round, bevel }

  public var paint: Paint
  /// In pixels.
  public var width: Double
  public var cap: Cap
  public var join: Join
  /// Lengths of dashes and gaps in turn, in pixels; empty for a line without gaps.
  public var dashes: [Double]

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
