/// What a shape is filled or drawn with.
public enum Paint: Sendable, Hashable {
  case color(Color)
  case gradient(Gradient)
  /// The colour of text where the shape is drawn: dark on light, light on dark.
  case foreground
  /// The colour with which the desktop marks what matters.
  case accent
}

/// A gradual change from one colour to others, along a line or from the middle of a circle.
public struct Gradient: Sendable, Hashable {
  /// A colour and where it is pure, from 0 at the start to 1 at the end.
  public struct Stop: Sendable, Hashable {
    public var offset: Double
    public var color: Color

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

  public var course: Course
  /// In the order of their offsets; before the first and after the last the colour stays.
  public var stops: [Stop]

  public init(_ course: Course, _ stops: [Stop]) {
    self.course = course
    self.stops = stops
  }

  /// Colours at even distances.
  public init(_ course: Course, _ colors: Color...) {
    let last = Double(max(colors.count - 1, 1))
    self.init(course, colors.enumerated().map { Stop(Double($0.offset) / last, $0.element) })
  }
}
