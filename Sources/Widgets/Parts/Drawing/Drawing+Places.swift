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
