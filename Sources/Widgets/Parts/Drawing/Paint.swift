/// The colour or gradient of a filling or a line.
public enum Paint: Sendable, Hashable {
  case color(Color)
  case gradient(Gradient)
  /// The colour of text at the place of the shape: dark on a light background, light on a dark one.
  case foreground
  /// The accent colour of the desktop.
  case accent
}

/// A smooth change between colours, along a line or outwards from the centre of a circle.
public struct Gradient: Sendable, Hashable {
  /// A colour and its position, from 0 at the start of the gradient to 1 at its end.
  public struct Stop: Sendable, Hashable {
    /// The position, from 0 to 1.
    public var offset: Double
    /// The colour at the position.
    public var color: Color

    /// Creates a colour stop at a position.
    public init(_ offset: Double, _ color: Color) {
      self.offset = offset
      self.color = color
    }
  }

  /// The line or circle along which the colours change.
  public enum Course: Sendable, Hashable {
    case line(from: Point, to: Point)
    case circle(center: Point, radius: Double)
  }

  /// The line or circle along which the colours change.
  public var course: Course
  /// The stops in the order of their offsets; beyond the first and the last the colour does not
  /// change.
  public var stops: [Stop]

  /// Creates a gradient from colour stops.
  public init(_ course: Course, _ stops: [Stop]) {
    self.course = course
    self.stops = stops
  }

  /// Creates a gradient with the colours at even distances.
  public init(_ course: Course, _ colors: Color...) {
    let last = Double(max(colors.count - 1, 1))
    self.init(course, colors.enumerated().map { Stop(Double($0.offset) / last, $0.element) })
  }
}
