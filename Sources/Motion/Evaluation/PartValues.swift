/// The values of a part at a time, and what is made of them. They stand in the order of the
/// properties, each at its ``SceneProperty/slot``.
struct PartValues {
  enum Slot {
    static var position: Int { 0 }
    static var zoom: Int { 2 }
    static var rotation: Int { 4 }
    static var anchor: Int { 5 }
    static var opacity: Int { 7 }
    static var translation: Int { 8 }
    static var rotationX: Int { 11 }
    static var rotationY: Int { 12 }
    static var turn: Int { 13 }
    static var scale: Int { 17 }
    static var perspective: Int { 20 }
    static var size: Int { 21 }
    static var color: Int { 23 }
    static var blur: Int { 27 }
    static var brightness: Int { 28 }
    static var contrast: Int { 29 }
    static var saturation: Int { 30 }
    static var hue: Int { 31 }
    static var tint: Int { 32 }
    static var shadow: Int { 36 }
    static var wipe: Int { 43 }
    static var clip: Int { 44 }
    static var end: Int { 48 }
  }

  private let values: UnsafeMutablePointer<Double>

  @inline(__always)
  init(_ values: UnsafeMutablePointer<Double>) { self.values = values }

  /// Sets what a part of the plane has.
  @inline(__always)
  func placeFlat(_ entry: UnsafeMutablePointer<SceneState.Entry>, heading: Double) {
    let (zoomX, zoomY) = (values[Slot.zoom], values[Slot.zoom + 1])
    let degrees = values[Slot.rotation] + heading
    entry.pointee.solid = -1
    entry.pointee.effects = -1
    if degrees == 0 {
      entry.pointee.a = zoomX
      entry.pointee.b = 0
      entry.pointee.c = 0
      entry.pointee.d = zoomY
    } else {
      let (sine, cosine) = sineAndCosine(degrees: degrees)
      entry.pointee.a = cosine * zoomX
      entry.pointee.b = sine * zoomX
      entry.pointee.c = -sine * zoomY
      entry.pointee.d = cosine * zoomY
    }
    entry.pointee.x = values[Slot.position]
    entry.pointee.y = values[Slot.position + 1]
    entry.pointee.anchorX = values[Slot.anchor]
    entry.pointee.anchorY = values[Slot.anchor + 1]
    entry.pointee.opacity = min(1, max(0, values[Slot.opacity]))
  }

  /// Replaces a part's transform by one of space, where that is more.
  ///
  /// The order is that of the documentation: position, perspective, translation, turn, rotation about
  /// x, y and z, scale, zoom.
  func placeSolid(
    _ entry: UnsafeMutablePointer<SceneState.Entry>, heading: Double,
    _ solids: inout ContiguousArray<Transform3D>
  ) {
    var result = Transform3D.translation(values[Slot.position], values[Slot.position + 1])
    // As 1 / distance, so that none is 0.
    let depth = max(0, values[Slot.perspective])
    if depth > 0 {
      var perspective = Transform3D.identity
      perspective.columns.z.w = -depth
      result = result * perspective
    }
    let shift = values + Slot.translation
    result = result * .translation(shift[0], shift[1], shift[2])
    let turn = values + Slot.turn
    result.rotate(degrees: turn[3], about: SIMD3(turn[0], turn[1], turn[2]))
    result.rotate(degrees: values[Slot.rotationX], about: SIMD3(1, 0, 0))
    result.rotate(degrees: values[Slot.rotationY], about: SIMD3(0, 1, 0))
    result.rotate(degrees: values[Slot.rotation] + heading, about: SIMD3(0, 0, 1))
    let scale = values + Slot.scale
    result.columns.x *= scale[0] * values[Slot.zoom]
    result.columns.y *= scale[1] * values[Slot.zoom + 1]
    result.columns.z *= scale[2]
    entry.pointee.solid = Int32(solids.count)
    solids.append(result)
  }

  var effects: PartEffects {
    var effects = PartEffects()
    if !values[Slot.size].isNaN {
      effects.size = Size(max(0, values[Slot.size]), max(0, values[Slot.size + 1]))
    }
    if !values[Slot.color].isNaN { effects.color = color(Slot.color) }
    effects.blur = max(0, values[Slot.blur])
    effects.brightness = max(0, values[Slot.brightness])
    effects.contrast = max(0, values[Slot.contrast])
    effects.saturation = max(0, values[Slot.saturation])
    effects.hue = values[Slot.hue]
    effects.tint = color(Slot.tint)
    let shadow = values + Slot.shadow
    effects.shadow = Shadow(
      color(Slot.shadow + 3), radius: max(0, shadow[2]), offset: Point(shadow[0], shadow[1]))
    effects.wipe = min(1, max(0, values[Slot.wipe]))
    let clip = values + Slot.clip
    effects.clip = Clip(top: clip[0], left: clip[1], bottom: clip[2], right: clip[3])
    return effects
  }

  /// A colour, which is kept with its parts multiplied by its alpha.
  private func color(_ slot: Int) -> Color {
    let alpha = min(1, max(0, values[slot + 3]))
    guard alpha > 0 else { return .clear }
    func part(_ index: Int) -> Double { min(1, max(0, values[slot + index] / alpha)) }
    return Color(part(0), part(1), part(2), alpha)
  }
}

extension Transform3D {
  /// Turns first about an axis of length 1.
  mutating func rotate(degrees: Double, about axis: SIMD3<Double>) {
    guard degrees != 0 else { return }
    let (sine, cosine) = sineAndCosine(degrees: degrees)
    let rest = 1 - cosine
    let (x, y, z) = (axis.x, axis.y, axis.z)
    self =
      self
      * Transform3D(
        SIMD4(rest * x * x + cosine, rest * x * y + sine * z, rest * x * z - sine * y, 0),
        SIMD4(rest * x * y - sine * z, rest * y * y + cosine, rest * y * z + sine * x, 0),
        SIMD4(rest * x * z + sine * y, rest * y * z - sine * x, rest * z * z + cosine, 0),
        SIMD4(0, 0, 0, 1))
  }
}

/// Values in one piece of memory that never change, read without looking at bounds and references.
// @unchecked: nobody writes to the memory after it was made, and its values are Sendable.
final class FlatArray<Value: Sendable>: @unchecked Sendable {
  let start: UnsafeMutablePointer<Value>
  let count: Int

  init(_ values: [Value]) {
    count = values.count
    start = .allocate(capacity: max(1, values.count))
    for (index, value) in values.enumerated() { (start + index).initialize(to: value) }
  }

  deinit {
    start.deinitialize(count: count)
    start.deallocate()
  }
}
