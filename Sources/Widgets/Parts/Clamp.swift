internal import CHikidashiGTK

/// A column of parts that is no wider than is pleasant to read, in the middle of its place.
///
/// In a narrow window it takes the whole width; in a wide one the rest stays free at both sides.
///
/// ```swift
/// Clamp(width: 480) {
///   Label("Nothing here yet").styleClass("title-2")
///   Button("_Open …") { try await open() }
/// }
/// ```
///
/// ``If`` and ``ForEach`` in it stand for parts that come and go.
open class Clamp: Part {
  /// The parts.
  public let column: Stack

  /// Creates a column of the parts in a closure.
  ///
  /// - Parameters:
  ///   - width: The most pixels that it is wide.
  ///   - spacing: Pixels between two parts.
  ///   - content: The parts.
  public convenience init(
    width: Int = 480, spacing: Int = 12, @ContentBuilder<Part> _ content: () -> Content<Part>
  ) {
    self.init(width: width, Stack(.vertical, spacing: spacing, content))
  }

  /// Creates a column of a stack.
  public init(width: Int = 480, _ column: Stack) {
    self.column = column
    super.init(native: adw_clamp_new())
    guard let native else { return }
    adw_clamp_set_maximum_size(native.opaque, Int32(clamping: max(width, 0)))
    // It does not begin to shrink the margins before it is at its width.
    adw_clamp_set_tightening_threshold(native.opaque, Int32(clamping: max(width, 0)))
    column.adopt { adw_clamp_set_child(native.opaque, $0) }
  }
}
