/// The size of a printed page, in points of 1/72 inch.
public struct Paper: Sendable, Hashable {
  public var width: Double
  public var height: Double
  /// Empty room at each side.
  public var margin: Double

  public init(width: Double, height: Double, margin: Double = 54) {
    self.width = width
    self.height = height
    self.margin = margin
  }

  public static let a4 = Paper(width: 595, height: 842)
  public static let letter = Paper(width: 612, height: 792)

  /// The room inside the margins; at least a point.
  var room: Size { Size(max(width - 2 * margin, 1), max(height - 2 * margin, 1)) }
}
