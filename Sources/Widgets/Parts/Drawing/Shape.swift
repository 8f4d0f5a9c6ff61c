/// Something to draw, as a value: a path, text, a picture, or several shapes together.
///
/// ```swift
/// Shape.circle(center: Point(60, 60), radius: 40)
///   .fill(.accent).stroke(.foreground, width: 2).named("sun", label: "The sun")
/// ```
public struct Shape: Sendable, Hashable {
  /// What is drawn.
  public enum Content: Sendable, Hashable {
    case path(Path)
    case text(TextBlock)
    /// Scaled to fill the rectangle.
    case picture(Picture, in: Rect)
    /// From the hindmost to the foremost.
    case group([Shape])
  }

  public var content: Content
  /// By what the shape is found under the pointer; a shape without a name belongs to the nearest
  /// group around it that has one.
  public var name: String?
  /// What a screen reader says when the keyboard comes to the shape.
  public var label: String?
  /// Nil fills nothing where there is a ``stroke``, and otherwise means ``Paint/foreground``.
  public var fill: Paint?
  public var fillRule: Path.FillRule = .nonzero
  public var stroke: Stroke?
  /// Where the shape stands, and its line and paint with it.
  public var transform: Transform = .identity
  /// From 0, which is not seen nor found, to 1.
  public var opacity: Double = 1
  /// Outside of this path, which moves with the shape, nothing of it is seen or found.
  public var clip: Path?

  public init(_ content: Content) { self.content = content }

  /// What the shape is filled with in the end.
  var effectiveFill: Paint? { fill ?? (stroke == nil ? .foreground : nil) }
}

extension Shape {
  public static func path(_ path: Path) -> Shape { Shape(.path(path)) }

  public static func rectangle(_ bounds: Rect, corner: Double = 0) -> Shape {
    .path(.rectangle(bounds, corner: corner))
  }

  public static func circle(center: Point, radius: Double) -> Shape {
    .path(.circle(center: center, radius: radius))
  }

  public static func ellipse(in bounds: Rect) -> Shape { .path(.ellipse(in: bounds)) }

  /// A straight line, one pixel wide until ``stroke(_:width:cap:join:dashes:)`` says otherwise.
  public static func line(from start: Point, to end: Point) -> Shape {
    Shape.path(.line(from: start, to: end)).stroke(.foreground)
  }

  public static func text(
    _ text: String, at origin: Point, font: Font = .body, width: Double? = nil,
    alignment: Placement = .start
  ) -> Shape {
    Shape(.text(TextBlock(text, at: origin, font: font, width: width, alignment: alignment)))
  }

  public static func picture(_ picture: Picture, in bounds: Rect) -> Shape {
    Shape(.picture(picture, in: bounds))
  }

  /// Shapes that are moved, faded and found as one.
  public static func group(@DrawingBuilder _ shapes: () -> [Shape]) -> Shape {
    Shape(.group(shapes()))
  }
}

// Modifiers return a changed copy, so that they can be chained where the shape is made.
extension Shape {
  public func fill(_ paint: Paint, rule: Path.FillRule = .nonzero) -> Shape {
    with {
      $0.fill = paint
      $0.fillRule = rule
    }
  }

  public func fill(_ color: Color) -> Shape { fill(.color(color)) }

  public func fill(_ gradient: Gradient) -> Shape { fill(.gradient(gradient)) }

  public func stroke(
    _ paint: Paint, width: Double = 1, cap: Stroke.Cap = .butt, join: Stroke.Join = .miter,
    dashes: [Double] = []
  ) -> Shape {
    with { $0.stroke = Stroke(paint, width: width, cap: cap, join: join, dashes: dashes) }
  }

  public func stroke(_ color: Color, width: Double = 1) -> Shape {
    stroke(.color(color), width: width)
  }

  public func opacity(_ opacity: Double) -> Shape { with { $0.opacity = opacity } }

  public func clip(_ path: Path) -> Shape { with { $0.clip = path } }

  /// Moves, turns or scales the shape after what was done to it before.
  public func transform(_ transform: Transform) -> Shape {
    with { $0.transform = $0.transform.then(transform) }
  }

  public func moved(_ x: Double, _ y: Double) -> Shape { transform(.translation(x, y)) }

  /// Turns the shape clockwise around a point.
  public func rotated(degrees: Double, around point: Point = .zero) -> Shape {
    transform(.rotation(degrees: degrees).around(point))
  }

  public func scaled(_ x: Double, _ y: Double, around point: Point = .zero) -> Shape {
    transform(.scale(x, y).around(point))
  }

  /// Gives the shape a ``name`` by which it is found, and what a screen reader says of it.
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
