internal import CHikidashiGTK

/// Parts on top of each other, the first at the back. Each part fills the whole, which is as large
/// as the largest.
///
/// ```swift
/// Layers {
///   reader
///   confetti  // a SceneView that is transparent to input
/// }
/// ```
public final class Layers: Part {
  /// Creates layers of the parts in a closure, from back to front.
  public convenience init(@PartBuilder _ parts: () -> [Part]) { self.init(parts()) }

  /// Creates layers of parts, from back to front.
  public init(_ parts: [Part]) {
    super.init(native: gtk_overlay_new())
    guard let native else { return }
    let overlay = native.opaque
    for (number, part) in parts.enumerated() {
      part.adopt {
        guard number > 0 else { return gtk_overlay_set_child(overlay, $0) }
        gtk_overlay_add_overlay(overlay, $0)
        gtk_overlay_set_measure_overlay(overlay, $0, 1)
      }
    }
  }
}
