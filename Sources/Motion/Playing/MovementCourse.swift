/// How a part in a layout looks at a moment of its movement.
package struct MovementPose: Sendable, Hashable {
  /// From where the part stands to where it is seen; its origin is the part's upper left corner.
  package var transform = Transform.identity
  /// From 0 to 1.
  package var opacity = 1.0
  /// The standard deviation in pixels.
  package var blur = 0.0

  /// As it is where nothing moves it.
  package static let rest = MovementPose()

  package init() {}

  /// Adds a part of the difference between two other poses, number by number.
  package mutating func add(_ pose: MovementPose, minus other: MovementPose, times factor: Double) {
    for value: WritableKeyPath<MovementPose, Double> in [
      \.transform.a, \.transform.b, \.transform.c, \.transform.d, \.transform.tx, \.transform.ty,
      \.opacity, \.blur,
    ] {
      self[keyPath: value] += (pose[keyPath: value] - other[keyPath: value]) * factor
    }
  }
}

/// A movement of one part of a known size, checked and ready to be asked for any time.
package struct MovementCourse: Sendable {
  package enum Way: Sendable { case coming, going }

  private let scene: Scene
  private var state = SceneState()
  private let size: Size
  /// In seconds; finite.
  package var duration: Double { scene.duration }

  /// - Parameters:
  ///   - movement: What is done.
  ///   - way: Whether the part comes to its place, or leaves it.
  ///   - size: Of the part, in pixels.
  ///   - isRightToLeft: Whether lines of text begin on the right.
  /// - Throws: ``SceneError`` for numbers that are not allowed, for what never ends, and for what a part
  ///   in a layout has not.
  package init(
    _ movement: Movement, _ way: Way, size: Size, isRightToLeft: Bool = false
  ) throws(SceneError) {
    var element = Element(.widget("part"), id: "part")
    for (number, change) in movement.changes.enumerated() {
      let track = change.track(way, size, isRightToLeft)
      guard Self.properties.contains(track.property) else {
        throw .badValue(
          place: "tracks[\(number)].property",
          reason: "a part in a layout has no \(track.property.rawValue), which is for scenes")
      }
      element.tracks.append(track)
    }
    scene = try Scene([.element(element)])
    guard scene.duration.isFinite else { throw .endless(place: "the movement") }
    self.size = size
  }

  private static let properties: Set<SceneProperty> = [
    .zoom, .rotation, .anchor, .opacity, .translation, .rotationX, .rotationY, .turn, .scale, .blur,
  ]

  /// How the part looks; nil where it is seen from its edge, or as a point.
  ///
  /// - Parameter time: In seconds from the beginning; at the ends it is as it is there.
  package mutating func pose(at time: Double) -> MovementPose? {
    scene.state(at: time, into: &state)
    guard let part = state.first else { return nil }
    let anchor = Point(part.anchor.x * size.width, part.anchor.y * size.height)
    let place = Transform3D.translation(anchor.x, anchor.y) * part.transform(size: size)
    guard let plane = place.flattened(near: nil, middle: Point(size.width / 2, size.height / 2))
    else { return nil }
    var pose = MovementPose()
    pose.transform = plane
    pose.opacity = part.opacity
    pose.blur = part.effects.blur
    return pose
  }
}

extension Movement.Change {
  fileprivate func track(
    _ way: MovementCourse.Way, _ size: Size, _ isRightToLeft: Bool
  ) -> Track {
    switch self {
    case .track(let track): return track
    case .away(let property, let values, let timing, let curve):
      // So that it turns about the same axis all the way.
      let rest = property == .turn ? values.dropLast() + [0] : property.neutral
      return Self.track(property, values, Array(rest), way, timing, curve)
    case .slide(let edge, let distance, let timing, let curve):
      let (across, down) = (distance ?? size.width, distance ?? size.height)
      let before = isRightToLeft ? across : -across
      let away =
        switch edge {
        case .top: [0, -down, 0]
        case .bottom: [0, down, 0]
        case .leading: [before, 0, 0]
        case .trailing: [-before, 0, 0]
        }
      return Self.track(.translation, away, [0, 0, 0], way, timing, curve)
    }
  }

  private static func track(
    _ property: SceneProperty, _ away: [Double], _ rest: [Double], _ way: MovementCourse.Way,
    _ timing: Timing, _ curve: Curve
  ) -> Track {
    let (first, last) = way == .coming ? (away, rest) : (rest, away)
    return Track(
      property,
      [
        Track.Key(components: first, offset: nil, curve: .linear),
        Track.Key(components: last, offset: nil, curve: .linear),
      ], timing, curve)
  }
}
