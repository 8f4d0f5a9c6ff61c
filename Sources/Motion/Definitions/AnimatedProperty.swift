/// A property with the type of its values.
///
/// ```swift
/// Element(.text("Hello")).animate(.blur, from: 8, to: 0, Timing(0.4))
/// ```
public struct AnimatedProperty<Value: AnimatableValue>: Sendable, Hashable {
  /// The property that changes.
  public let property: SceneProperty

  init(_ property: SceneProperty) { self.property = property }
}

extension AnimatedProperty where Value == Point {
  /// The position of the anchor, in pixels from the scene's upper left corner.
  public static var position: Self { Self(.position) }
  /// The factors of a part's width and height; 1 leaves the size unchanged.
  public static var zoom: Self { Self(.zoom) }
  /// The point of a part that is at its position, and about which it turns and grows, as fractions of
  /// its size; (0.5, 0.5), its middle, if not said otherwise.
  public static var anchor: Self { Self(.anchor) }
}

extension AnimatedProperty where Value == Double {
  /// The angle in the plane, in degrees clockwise.
  public static var rotation: Self { Self(.rotation) }
  /// The opacity, from 0 (invisible) to 1 (unchanged).
  public static var opacity: Self { Self(.opacity) }
  /// The angle about the axis to the right, in degrees: the upper edge goes back.
  public static var rotationX: Self { Self(.rotationX) }
  /// The angle about the axis downwards, in degrees: the right edge goes back.
  public static var rotationY: Self { Self(.rotationY) }
  /// The viewer's distance from the scene, in pixels, more than 0; nearer parts look larger.
  /// Infinite without perspective. Between two distances the inverse changes evenly.
  public static var perspective: Self { Self(.perspective) }
  /// The standard deviation of the blur, in pixels; 0 for none.
  public static var blur: Self { Self(.blur) }
  /// A factor of all colours; 0 is black, 1 is unchanged.
  public static var brightness: Self { Self(.brightness) }
  /// The contrast, a factor of the distance from middle gray; 0 is gray, 1 is unchanged.
  public static var contrast: Self { Self(.contrast) }
  /// The saturation; 0 is without colours, 1 is unchanged.
  public static var saturation: Self { Self(.saturation) }
  /// The rotation of the hue, in degrees.
  public static var hue: Self { Self(.hue) }
  /// How much of a part is shown, from 0 to 1, from the edge on which its element's wipe begins.
  public static var wipe: Self { Self(.wipe) }
}

extension AnimatedProperty where Value == Vector {
  /// A shift in space, in pixels.
  public static var translation: Self { Self(.translation) }
  /// The scale along the three axes; 1 is unchanged.
  public static var scale: Self { Self(.scale) }
}

extension AnimatedProperty where Value == Turn {
  /// A rotation about any axis.
  public static var turn: Self { Self(.turn) }
}

extension AnimatedProperty where Value == Size {
  /// The size that a part is laid out in, in pixels.
  public static var size: Self { Self(.size) }
}

extension AnimatedProperty where Value == Color {
  /// The colour of a text.
  public static var color: Self { Self(.color) }
  /// A colour laid over a part, with its `alpha` as the strength.
  public static var tint: Self { Self(.tint) }
}

extension AnimatedProperty where Value == Shadow {
  /// The shadow behind a part.
  public static var shadow: Self { Self(.shadow) }
}

extension AnimatedProperty where Value == Clip {
  /// How much of a part is cut off at each edge.
  public static var clip: Self { Self(.clip) }
}
