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
  /// How many seconds later than the one before each of its parts begins to come, or to go; nil where all
  /// do together.
  private(set) var stagger: Double?

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

  /// Lets parts that come or go in the same frame begin one after another.
  ///
  /// ```swift
  /// Stack { ForEach(mail.new) { Label($0.subject).entering(.fade().slide(from: .top, by: 12)) } }
  ///   .staggered(by: 0.05)
  /// ```
  ///
  /// - Parameter step: Seconds between the beginnings of two neighbours; 0 or less lets all begin
  ///   together.
  @discardableResult
  public func staggered(by step: Double) -> Self {
    stagger = step > 0 && step.isFinite ? step : nil
    return self
  }

  /// Gives all parts that are seen the same room along the axis.
  ///
  /// ```swift
  /// Stack(.horizontal) { old; new }.sharingEvenly()
  /// ```
  @discardableResult
  public func sharingEvenly() -> Self {
    if let native { gtk_box_set_homogeneous(native.cast(to: GtkBox.self), 1) }
    return self
  }

  /// Removes a part, which can then be placed elsewhere.
  public func remove(_ part: Part) {
    guard let native, standing(part) != nil else { return }
    part.orphan { gtk_box_remove(native.cast(to: GtkBox.self), $0) }
  }
}

extension Stack: SpanHost {
  func insert(_ part: Part, after previous: Part?) {
    guard let native else { return }
    part.adopt { gtk_box_insert_child_after(native.cast(to: GtkBox.self), $0, standing(previous)) }
  }

  func dismiss(_ part: Part) { part.leave { [weak self] in self?.remove(part) } }

  func stands(_ part: Part) -> Bool { standing(part) != nil }

  func move(_ part: Part, after previous: Part?) {
    guard let native, let child = standing(part) else { return }
    gtk_box_reorder_child_after(native.cast(to: GtkBox.self), child, standing(previous))
  }

  /// The widget of a part, unless somebody has taken the part out.
  private func standing(_ part: Part?) -> NativeWidget? {
    guard let child = part?.nativeInParent, gtk_widget_get_parent(child) == native else {
      return nil
    }
    return child
  }
}
