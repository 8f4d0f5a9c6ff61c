internal import CHikidashiGTK

/// A row or column of parts.
///
/// ```swift
/// Stack(.horizontal, spacing: 6) { Label("Name"); Button("Change") { rename() } }
/// ```
///
/// ``If`` and ``ForEach`` in it stand for parts that come and go.
///
/// To make a part out of other parts, subclass this and pass them to the initializer.
open class Stack: Part {
  private var span: Span<Part>?

  /// Creates a stack of the parts in a closure.
  ///
  /// - Parameters:
  ///   - axis: Whether the parts stand beside or above one another.
  ///   - spacing: Pixels between two parts.
  ///   - content: The parts.
  public convenience init(
    _ axis: Axis = .vertical, spacing: Int = 6,
    @ContentBuilder<Part> _ content: () -> Content<Part> = { Content() }
  ) {
    self.init(axis, spacing: spacing, [])
    fill(content())
  }

  func fill(_ content: Content<Part>) { span = Span(content, in: self) }

  open override func nativeDied() {
    super.nativeDied()
    span = nil
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

extension Stack: SpanHost {
  func insert(_ part: Part, after previous: Part?) {
    guard let native else { return }
    part.adopt { gtk_box_insert_child_after(native.cast(to: GtkBox.self), $0, standing(previous)) }
  }

  func stands(_ part: Part) -> Bool { standing(part) != nil }

  func move(_ part: Part, after previous: Part?) {
    guard let native, let child = standing(part) else { return }
    gtk_box_reorder_child_after(native.cast(to: GtkBox.self), child, standing(previous))
  }

  /// The widget of a part, unless somebody has taken the part out.
  private func standing(_ part: Part?) -> NativeWidget? {
    guard let child = part?.native, gtk_widget_get_parent(child) == native else { return nil }
    return child
  }
}
