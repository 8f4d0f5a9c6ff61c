import HikidashiMotion

/// A motion that is written for a scene and for a browser alike.
struct WebMotion {
  /// The function of CSS transforms, or opacity.
  enum Kind: String, CaseIterable {
    case position, perspective, translation, turn, rotationX, rotationY, rotation, scale, zoom
    case opacity
  }

  struct Key {
    var numbers: [Double]
    var offset: Double
    var curve: WebCurve
  }

  var kind: Kind
  var keys: [Key]
  var timing: Timing
  var curve: WebCurve

  /// Adds it to an element.
  func add(to element: Element) -> Element {
    switch kind {
    case .position: animate(element, .position) { Point($0[0], $0[1]) }
    case .zoom: animate(element, .zoom) { Point($0[0], $0[1]) }
    case .perspective: animate(element, .perspective) { $0[0] }
    case .rotationX: animate(element, .rotationX) { $0[0] }
    case .rotationY: animate(element, .rotationY) { $0[0] }
    case .rotation: animate(element, .rotation) { $0[0] }
    case .opacity: animate(element, .opacity) { $0[0] }
    case .translation: animate(element, .translation) { Vector($0[0], $0[1], $0[2]) }
    case .scale: animate(element, .scale) { Vector($0[0], $0[1], $0[2]) }
    case .turn: animate(element, .turn) { Turn($0[3], about: Vector($0[0], $0[1], $0[2])) }
    }
  }

  private func animate<Value>(
    _ element: Element, _ property: AnimatedProperty<Value>, _ make: ([Double]) -> Value
  ) -> Element {
    element.animate(
      property,
      through: keys.map { Keyframe(make($0.numbers), at: $0.offset, curve: $0.curve.curve) },
      timing, curve: curve.curve)
  }

  /// The arguments of `Element.animate()`, as JavaScript.
  var script: String {
    let frames = keys.map {
      "{\(property($0.numbers)),offset:\($0.offset),easing:'\($0.curve.css)'}"
    }
    let fill = ["none": "none", "before": "backwards", "after": "forwards", "both": "both"]
    let direction = [
      "forward": "normal", "backward": "reverse", "alternating": "alternate",
      "alternating-backward": "alternate-reverse",
    ]
    let duration = (timing.duration ?? 0) / timing.speed * 1_000
    let repeats = timing.repeats.isFinite ? "\(timing.repeats)" : "Infinity"
    return """
      [[\(frames.joined(separator: ","))],{duration:\(duration),delay:\(timing.delay * 1_000),\
      iterations:\(repeats),direction:'\(direction[timing.direction.rawValue] ?? "")',\
      fill:'\(fill[timing.fill.rawValue] ?? "")',easing:'\(curve.css)',\
      composite:'\(kind == .opacity ? "replace" : "add")'}]
      """
  }

  private func property(_ numbers: [Double]) -> String {
    let list = numbers.map { "\($0)" }
    let pixels = numbers.map { "\($0)px" }
    return switch kind {
    case .opacity: "opacity:\(list[0])"
    case .position: "transform:'translate(\(pixels.joined(separator: ",")))'"
    case .perspective: "transform:'perspective(\(pixels[0]))'"
    case .translation: "transform:'translate3d(\(pixels.joined(separator: ",")))'"
    case .turn: "transform:'rotate3d(\(list[..<3].joined(separator: ",")),\(list[3])deg)'"
    case .rotationX: "transform:'rotateX(\(list[0])deg)'"
    case .rotationY: "transform:'rotateY(\(list[0])deg)'"
    case .rotation: "transform:'rotate(\(list[0])deg)'"
    case .scale: "transform:'scale3d(\(list.joined(separator: ",")))'"
    case .zoom: "transform:'scale(\(list.joined(separator: ",")))'"
    }
  }
}

/// A curve, and how CSS writes it.
struct WebCurve {
  var curve: Curve
  var css: String

  static let linear = WebCurve(curve: .linear, css: "linear")
}
