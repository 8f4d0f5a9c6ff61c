/// A property of a part that can change over time.
public enum SceneProperty: String, Sendable, Hashable, CaseIterable {
  case position
  case zoom
  /// The rotation in the plane, in degrees clockwise.
  case rotation
  case anchor
  case opacity
  /// A shift in space, in pixels.
  case translation
  case rotationX = "rotation-x"
  case rotationY = "rotation-y"
  /// A rotation about any axis.
  case turn
  case scale
  case perspective
  case size
  case color
  case blur
  case brightness
  case contrast
  case saturation
  case hue
  case tint
  case shadow
  case wipe
  case clip

  /// The values it has where nothing sets it; as many as it has components.
  var neutral: [Double] {
    switch self {
    case .position: [0, 0]
    case .zoom: [1, 1]
    case .anchor: [0.5, 0.5]
    case .rotation, .rotationX, .rotationY, .blur, .hue, .perspective: [0]
    case .opacity, .brightness, .contrast, .saturation, .wipe: [1]
    case .translation: [0, 0, 0]
    case .turn: [0, 0, 1, 0]
    case .scale: [1, 1, 1]
    // Not a number: the part's own.
    case .size: [.nan, .nan]
    case .color: [.nan, .nan, .nan, .nan]
    case .tint, .clip: [0, 0, 0, 0]
    case .shadow: [0, 0, 0, 0, 0, 0, 0]
    }
  }

  /// How much of a part's values must be looked at when this property is set.
  var depth: PartDepth {
    switch self {
    case .position, .zoom, .rotation, .anchor, .opacity: .flat
    case .translation, .rotationX, .rotationY, .turn, .scale, .perspective: .solid
    default: .effects
    }
  }

  /// Where its values stand among those of a part.
  var slot: Int { Self.slots[self.index] }

  var index: Int { Self.indices[self] ?? 0 }

  private static let indices = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

  private static let slots: [Int] = {
    var next = 0
    return allCases.map { property in
      defer { next += property.neutral.count }
      return next
    }
  }()

  /// The neutral values of all properties, one after another.
  static let neutralValues = allCases.flatMap(\.neutral)
}

/// How many of a part's values count: each holds what the one before it does.
enum PartDepth: UInt8, Sendable, Comparable {
  case flat
  case solid
  case effects

  static func < (left: PartDepth, right: PartDepth) -> Bool { left.rawValue < right.rawValue }

  /// The number of values, which stand in the order of the properties.
  var valueCount: Int {
    switch self {
    case .flat: PartValues.Slot.translation
    case .solid: PartValues.Slot.size
    case .effects: PartValues.Slot.end
    }
  }
}
