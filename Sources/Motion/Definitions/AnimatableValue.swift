/// A value that can be animated, because it is made of numbers.
public protocol AnimatableValue: Sendable {
  /// The numbers that make up the value, in the property's count and order.
  var sceneComponents: [Double] { get }
}

extension Double: AnimatableValue {
  public var sceneComponents: [Double] { [self] }
}

extension Point: AnimatableValue {
  public var sceneComponents: [Double] { [x, y] }
}

extension Size: AnimatableValue {
  public var sceneComponents: [Double] { [width, height] }
}

extension Color: AnimatableValue {
  public var sceneComponents: [Double] { [red, green, blue, alpha] }
}

/// A place or direction in space: `x` to the right, `y` downwards, `z` towards the viewer, in pixels.
public struct Vector: Sendable, Hashable, AnimatableValue {
  public var x: Double
  public var y: Double
  public var z: Double

  public init(_ x: Double, _ y: Double, _ z: Double = 0) {
    self.x = x
    self.y = y
    self.z = z
  }

  public var sceneComponents: [Double] { [x, y, z] }
}

/// A rotation about an axis through the anchor.
///
/// Between two of the same axis the angle changes; between others the rotation takes the shortest way
/// (CSS Transforms Level 2, interpolation of `rotate3d`).
public struct Turn: Sendable, Hashable, AnimatableValue {
  /// The axis, of any length but 0.
  public var axis: Vector
  /// The angle in degrees, clockwise as seen from the tip of the axis towards the anchor.
  public var degrees: Double

  public init(_ degrees: Double, about axis: Vector) {
    self.axis = axis
    self.degrees = degrees
  }

  public var sceneComponents: [Double] {
    let length = (axis.x * axis.x + axis.y * axis.y + axis.z * axis.z).squareRoot()
    guard length > 0, length.isFinite else { return [.nan, 0, 0, degrees] }
    return [axis.x / length, axis.y / length, axis.z / length, degrees]
  }
}

/// A drop shadow behind a part.
public struct Shadow: Sendable, Hashable, AnimatableValue {
  /// The shadow's offset from the part, in pixels.
  public var offset: Point
  /// How far it spreads, in pixels; 0 or more.
  public var radius: Double
  public var color: Color

  public init(_ color: Color, radius: Double, offset: Point = .zero) {
    self.color = color
    self.radius = radius
    self.offset = offset
  }

  public static let none = Shadow(.clear, radius: 0)

  public var sceneComponents: [Double] {
    [offset.x, offset.y, radius] + color.sceneComponents
  }
}

/// How much of a part is cut off at each edge, as fractions of its size.
public struct Clip: Sendable, Hashable, AnimatableValue {
  public var top: Double
  public var left: Double
  public var bottom: Double
  public var right: Double

  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  public static let none = Clip()

  public var sceneComponents: [Double] { [top, left, bottom, right] }
}
