/// A stack of shapes that a ``Canvas`` shows, as a value that is independent of GTK.
///
/// ```swift
/// let sign = Drawing {
///   Shape.rectangle(Rect(0, 0, 120, 40), corner: 8).fill(.accent)
///   Shape.text("Exit", at: Point(40, 10)).fill(.white)
/// }
/// ```
public struct Drawing: Sendable, Hashable {
  /// The shapes from back to front.
  public var shapes: [Shape]

  /// Creates a drawing of shapes, from back to front.
  public init(_ shapes: [Shape]) { self.shapes = shapes }

  /// Creates a drawing of the shapes in a closure, from back to front.
  public init(@DrawingBuilder _ shapes: () -> [Shape]) { self.init(shapes()) }
}

/// A result builder that collects the shapes in a closure, from back to front.
@resultBuilder
public enum DrawingBuilder {
  /// Returns a single shape as a list.
  public static func buildExpression(_ shape: Shape) -> [Shape] { [shape] }
  /// Returns several shapes as they are.
  public static func buildExpression(_ shapes: [Shape]) -> [Shape] { shapes }
  /// Returns the shapes of a drawing.
  public static func buildExpression(_ drawing: Drawing) -> [Shape] { drawing.shapes }
  /// Accepts a statement without a shape, such as a call that counts.
  public static func buildExpression(_ nothing: Void) -> [Shape] { [] }
  /// Joins the shapes of a block.
  public static func buildBlock(_ shapes: [Shape]...) -> [Shape] { shapes.flatMap { $0 } }
  /// Returns the shapes of an `if` without `else`, or none.
  public static func buildOptional(_ shapes: [Shape]?) -> [Shape] { shapes ?? [] }
  /// Returns the shapes of the first branch.
  public static func buildEither(first shapes: [Shape]) -> [Shape] { shapes }
  /// Returns the shapes of the second branch.
  public static func buildEither(second shapes: [Shape]) -> [Shape] { shapes }
  /// Joins the shapes of a loop.
  public static func buildArray(_ shapes: [[Shape]]) -> [Shape] { shapes.flatMap { $0 } }
}

// MARK: - Hits

extension Drawing {
  /// The result of looking for a shape under a point.
  public struct Hit: Sendable, Hashable {
    /// The part of a shape that contains the point.
    public enum Part: Sendable, Hashable {
      /// The inside of a shape; for text and pictures the rectangle around them.
      case fill
      /// The line of a shape.
      case stroke
    }

    /// The foremost shape under the point.
    public var shape: Shape
    /// The ``Shape/name`` of the shape, or of the nearest named group around it.
    public var name: String?
    /// The part of the shape that contains the point.
    public var part: Part
  }

  /// Returns the foremost shape under a point, or nil where nothing is drawn.
  ///
  /// - Parameters:
  ///   - point: In the drawing's own pixels.
  ///   - textSize: How large a text is, which depends on the faces that are installed. A canvas
  ///     knows; by default text is as large as its font says, half as wide as high for each letter.
  /// - Complexity: O(shapes), and O(steps) of each path whose rectangle holds the point.
  public func hit(
    at point: Point, textSize: (TextBlock) -> Size = Drawing.estimatedSize
  ) -> Hit? {
    guard point.isFinite else { return nil }
    return Drawing.hit(shapes, at: point, name: nil, scale: 1, textSize)
  }

  /// Returns an estimate of the size of a text, for use without a screen.
  public static func estimatedSize(of block: TextBlock) -> Size {
    let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false)
    let longest = lines.lazy.map(\.count).max() ?? 0
    return Size(
      block.width ?? Double(longest) * block.font.size / 2,
      Double(lines.count) * block.font.size * 1.3)
  }

  private static func hit(
    _ shapes: [Shape], at point: Point, name: String?, scale: Double,
    _ textSize: (TextBlock) -> Size
  ) -> Hit? {
    for shape in shapes.reversed() {
      guard shape.opacity > 0, let inverse = shape.transform.inverse else { continue }
      let local = inverse.apply(to: point)
      let scale = scale * shape.transform.largestScale
      // A tenth of a pixel of the screen.
      let tolerance = scale > 0 ? 0.1 / scale : 0.1
      if let clip = shape.clip, !clip.contains(local, tolerance: tolerance) { continue }
      let name = shape.name ?? name
      if case .group(let children) = shape.content {
        if let hit = hit(children, at: local, name: name, scale: scale, textSize) { return hit }
      } else if let part = shape.part(at: local, tolerance: tolerance, textSize) {
        return Hit(shape: shape, name: name, part: part)
      }
    }
    return nil
  }
}

extension Shape {
  /// Which part of the shape, which is no group, holds a point of its own plane.
  fileprivate func part(
    at point: Point, tolerance: Double, _ textSize: (TextBlock) -> Size
  ) -> Drawing.Hit.Part? {
    switch content {
    case .path(let path):
      if let stroke, path.contains(point, stroke: stroke, tolerance: tolerance) { return .stroke }
      let isFilled = effectiveFill != nil
      return isFilled && path.contains(point, rule: fillRule, tolerance: tolerance) ? .fill : nil
    case .text(let block):
      return Rect(origin: block.origin, size: textSize(block)).contains(point) ? .fill : nil
    case .picture(_, let bounds):
      return bounds.contains(point) ? .fill : nil
    case .group:
      return nil
    }
  }
}

// MARK: - Places

extension Drawing {
  /// A named shape and where it is.
  struct Place {
    var name: String
    var label: String?
    var bounds: Rect
  }

  /// The named shapes that can be seen, in the order in which they are drawn. A name counts once.
  func places(textSize: (TextBlock) -> Size) -> [Place] {
    var places: [Place] = []
    var known: Set<String> = []
    Drawing.visit(shapes, .identity) { shape, transform in
      guard let name = shape.name, known.insert(name).inserted,
        let bounds = shape.bounds(under: transform, isTight: true, textSize)
      else { return }
      places.append(Place(name: name, label: shape.label, bounds: bounds))
    }
    return places
  }

  private static func visit(
    _ shapes: [Shape], _ transform: Transform, _ body: (Shape, Transform) -> Void
  ) {
    for shape in shapes where shape.opacity > 0 {
      let transform = shape.transform.then(transform)
      body(shape, transform)
      if case .group(let children) = shape.content { visit(children, transform, body) }
    }
  }
}

extension Shape {
  /// The upright rectangle that holds the shape with its line, in its own plane; nil where there is
  /// nothing of it.
  func bounds(_ textSize: (TextBlock) -> Size) -> Rect? {
    bounds(under: .identity, isTight: false, textSize)
  }

  /// The same after `transform`, which includes the shape's own; tight where it follows the curves
  /// and not only their handles.
  fileprivate func bounds(
    under transform: Transform, isTight: Bool, _ textSize: (TextBlock) -> Size
  ) -> Rect? {
    let own: Rect?
    switch content {
    case .path(let path):
      let points = isTight ? path.flattened(tolerance: 0.2).flatMap(\.points) : []
      let bounds = isTight && path.bounds != nil ? Rect(around: points) : path.bounds
      own = bounds.map { $0.inset(by: -(stroke?.reach ?? 0)) }
    case .text(let block):
      own = Rect(origin: block.origin, size: textSize(block))
    case .picture(_, let bounds):
      own = bounds
    case .group(let children):
      return children.filter { $0.opacity > 0 }
        .compactMap { $0.bounds(under: $0.transform.then(transform), isTight: isTight, textSize) }
        .reduce(nil as Rect?) { $0?.union($1) ?? $1 }
    }
    return own.flatMap { Rect(around: $0.corners.map(transform.apply)) }
  }
}
