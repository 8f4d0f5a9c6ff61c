/// Shapes over one another: what a ``Canvas`` shows, as a value that knows nothing of a screen.
///
/// ```swift
/// let sign = Drawing {
///   Shape.rectangle(Rect(0, 0, 120, 40), corner: 8).fill(.accent)
///   Shape.text("Exit", at: Point(40, 10)).fill(.white)
/// }
/// ```
public struct Drawing: Sendable, Hashable {
  /// From the hindmost to the foremost.
  public var shapes: [Shape]

  public init(_ shapes: [Shape]) { self.shapes = shapes }

  public init(@DrawingBuilder _ shapes: () -> [Shape]) { self.init(shapes()) }
}

/// Gathers the shapes that a closure names, the hindmost first.
@resultBuilder
public enum DrawingBuilder {
  public static func buildExpression(_ shape: Shape) -> [Shape] { [shape] }
  public static func buildExpression(_ shapes: [Shape]) -> [Shape] { shapes }
  public static func buildExpression(_ drawing: Drawing) -> [Shape] { drawing.shapes }
  /// A statement between shapes, such as one that counts.
  public static func buildExpression(_ nothing: Void) -> [Shape] { [] }
  public static func buildBlock(_ shapes: [Shape]...) -> [Shape] { shapes.flatMap { $0 } }
  public static func buildOptional(_ shapes: [Shape]?) -> [Shape] { shapes ?? [] }
  public static func buildEither(first shapes: [Shape]) -> [Shape] { shapes }
  public static func buildEither(second shapes: [Shape]) -> [Shape] { shapes }
  public static func buildArray(_ shapes: [[Shape]]) -> [Shape] { shapes.flatMap { $0 } }
}
