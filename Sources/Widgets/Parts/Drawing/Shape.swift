/// Something to draw, as a value: a path, a text, a picture, or a group of shapes.
///
/// ```swift
/// Shape.circle(center: Point(60, 60), radius: 40)
///   .fill(.accent).stroke(.foreground, width: 2).named("sun", label: "The sun")
/// ```
public struct Shape: Sendable, Hashable {
  /// The kinds of content that a shape can draw.
  public enum Content: Sendable, Hashable {
    case path(Path)
    case text(TextBlock)
    /// A picture, scaled to fill the rectangle.
    case picture(Picture, in: Rect)
    /// A group of shapes, from back to front.
    case group([Shape])
  }

  /// The content that the shape draws.
  public var content: Content
  /// The name under which the shape is found at a point; without one, a hit has the name of the
  /// nearest named group around it.
  public var name: String?
  /// The text that a screen reader says when the keyboard focus comes to the shape.
  public var label: String?
  /// The paint of the inside. Nil means no filling if there is a ``stroke``, and otherwise
  /// ``Paint/foreground``.
  public var fill: Paint?
  /// The rule that decides which points are inside a path that crosses itself.
  public var fillRule: Path.FillRule = .nonzero
  /// The line along the path; nil for none.
  public var stroke: Stroke?
  /// The transformation of the shape, together with its line and paint.
  public var transform: Transform = .identity
  /// The opacity from 0 to 1; a shape of opacity 0 is neither drawn nor found.
  public var opacity: Double = 1
  /// The path that clips the shape and moves with it; nothing outside it is drawn or found.
  public var clip: Path?

  /// Creates a shape with this content.
  public init(_ content: Content) { self.content = content }

  /// What the shape is filled with in the end.
  var effectiveFill: Paint? { fill ?? (stroke == nil ? .foreground : nil) }
}

extension Shape {
  /// Returns a shape that draws a path.
  public static func path(_ path: Path) -> Shape { Shape(.path(path)) }

  /// Returns a rectangle, with rounded corners if `corner` is above 0.
  public static func rectangle(_ bounds: Rect, corner: Double = 0) -> Shape {
    .path(.rectangle(bounds, corner: corner))
  }

  /// Returns a circle.
  public static func circle(center: Point, radius: Double) -> Shape {
    .path(.circle(center: center, radius: radius))
  }

  /// Returns an ellipse that fills a rectangle.
  public static func ellipse(in bounds: Rect) -> Shape { .path(.ellipse(in: bounds)) }

  /// Returns a straight line, one pixel wide unless ``stroke(_:width:cap:join:dashes:)`` changes
  /// it.
  public static func line(from start: Point, to end: Point) -> Shape {
    Shape.path(.line(from: start, to: end)).stroke(.foreground)
  }

  /// Returns a text, whose lines break at `width` if that is given.
  public static func text(
    _ text: String, at origin: Point, font: Font = .body, width: Double? = nil,
    alignment: Placement = .start
  ) -> Shape {
    Shape(.text(TextBlock(text, at: origin, font: font, width: width, alignment: alignment)))
  }

  /// Returns a picture, scaled to fill a rectangle.
  public static func picture(_ picture: Picture, in bounds: Rect) -> Shape {
    Shape(.picture(picture, in: bounds))
  }

  /// Returns a group of shapes that are transformed, faded and found as one.
  public static func group(@DrawingBuilder _ shapes: () -> [Shape]) -> Shape {
    Shape(.group(shapes()))
  }
}

// Modifiers return a changed copy, so that they can be chained where the shape is made.
extension Shape {
  /// Fills the shape with a paint.
  public func fill(_ paint: Paint, rule: Path.FillRule = .nonzero) -> Shape {
    with {
      $0.fill = paint
      $0.fillRule = rule
    }
  }

  /// Fills the shape with a colour.
  public func fill(_ color: Color) -> Shape { fill(.color(color)) }

  /// Fills the shape with a gradient.
  public func fill(_ gradient: Gradient) -> Shape { fill(.gradient(gradient)) }

  /// Draws a line along the shape's path.
  public func stroke(
    _ paint: Paint, width: Double = 1, cap: Stroke.Cap = .butt, join: Stroke.Join = .miter,
    dashes: [Double] = []
  ) -> Shape {
    with { $0.stroke = Stroke(paint, width: width, cap: cap, join: join, dashes: dashes) }
  }

  /// Draws a line of one colour along the shape's path.
  public func stroke(_ color: Color, width: Double = 1) -> Shape {
    stroke(.color(color), width: width)
  }

  /// Sets the opacity, from 0 to 1.
  public func opacity(_ opacity: Double) -> Shape { with { $0.opacity = opacity } }

  /// Clips the shape to a path.
  public func clip(_ path: Path) -> Shape { with { $0.clip = path } }

  /// Applies a transformation after those that the shape already has.
  public func transform(_ transform: Transform) -> Shape {
    with { $0.transform = $0.transform.then(transform) }
  }

  /// Moves the shape, in pixels.
  public func moved(_ x: Double, _ y: Double) -> Shape { transform(.translation(x, y)) }

  /// Turns the shape clockwise around a point.
  public func rotated(degrees: Double, around point: Point = .zero) -> Shape {
    transform(.rotation(degrees: degrees).around(point))
  }

  /// Scales the shape around a point.
  public func scaled(_ x: Double, _ y: Double, around point: Point = .zero) -> Shape {
    transform(.scale(x, y).around(point))
  }

  /// Names the shape, so that it can be found, and sets the text for a screen reader.
  public func named(_ name: String, label: String? = nil) -> Shape {
    with {
      $0.name = name
      $0.label = label
    }
  }

  private func with(_ change: (inout Shape) -> Void) -> Shape {
    var copy = self
    change(&copy)
    return copy
  }
}
