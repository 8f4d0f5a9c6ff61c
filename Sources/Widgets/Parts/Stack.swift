internal import CHikidashiGTK

/// A row or column of parts.
///
/// ```swift
/// Stack(.horizontal, spacing: 6) { Label("Name"); Button("Change") { rename() } }
/// ```
///
/// To make a part out of other parts, subclass this and pass them to the initializer.
open class Stack: Part {
  /// Creates a stack of the parts in a closure.
  ///
  /// - Parameters:
  ///   - axis: Whether the parts stand beside or above one another.
  ///   - spacing: Pixels between two parts.
  ///   - content: The parts.
  public convenience init(
    _ axis: Axis = .vertical, spacing: Int = 6, @PartBuilder _ content: () -> [Part] = { [] }
  ) {
    self.init(axis, spacing: spacing, content())
  }

  /// Creates a stack of parts.
  public init(_ axis: Axis = .vertical, spacing: Int = 6, _ parts: [Part]) {
    super.init(native: gtk_box_new(axis.native, Int32(clamping: spacing)))
    for part in parts { append(part) }
  }

  /// Adds a part after the others.
  public func append(_ part: Part) {
    guard let native else { return }
    part.adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) }
  }

  /// Renamed to ``append(_:)``.
  @available(*, unavailable, renamed: "append(_:)")
  public func add(_ part: Part) { append(part) }

  /// Removes a part, which can then be placed elsewhere.
  public func remove(_ part: Part) {
    guard let native, let child = part.native, gtk_widget_get_parent(child) == native else {
      return
    }
    part.orphan { gtk_box_remove(native.cast(to: GtkBox.self), $0) }
  }
}
