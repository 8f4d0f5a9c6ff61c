extension Drawing {
  /// What lies under a point.
  public struct Hit: Sendable, Hashable {
    /// The part of a shape that was met.
    public enum Part: Sendable, Hashable {
      /// What it encloses; of text and pictures their rectangle.
      case fill
      /// Its line.
      case stroke
    }

    /// The foremost shape there.
    public var shape: Shape
    /// Its ``Shape/name``, or that of the nearest group around it that has one.
    public var name: String?
    public var part: Part
  }

  /// The foremost shape under a point; nil where nothing is drawn.
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

  /// A rough size of a text, where there is no screen to ask.
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
