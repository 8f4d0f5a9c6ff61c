package import CGTK

/// Where a part stands in the room that its parent gives it.
public enum Placement: Sendable {
  case fill, start, center, end

  var native: GtkAlign {
    switch self {
    case .fill: GTK_ALIGN_FILL
    case .start: GTK_ALIGN_START
    case .center: GTK_ALIGN_CENTER
    case .end: GTK_ALIGN_END
    }
  }
}

/// A direction in which parts follow one another.
public enum Axis: Sendable {
  case horizontal, vertical

  package var native: GtkOrientation {
    self == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
  }
}

// Modifiers change the part and hand it back, so that they can be chained where it is made.
extension Part {
  /// Empty room around the part, in pixels.
  @discardableResult
  public func margin(_ pixels: Int) -> Self {
    guard let native else { return self }
    gtk_widget_set_margin_start(native, Int32(clamping: pixels))
    gtk_widget_set_margin_end(native, Int32(clamping: pixels))
    gtk_widget_set_margin_top(native, Int32(clamping: pixels))
    gtk_widget_set_margin_bottom(native, Int32(clamping: pixels))
    return self
  }

  /// Takes spare room in one direction or both.
  @discardableResult
  public func expand(_ axes: Axis...) -> Self {
    guard let native else { return self }
    let axes = axes.isEmpty ? [.horizontal, .vertical] : axes
    for axis in axes {
      switch axis {
      case .horizontal: gtk_widget_set_hexpand(native, 1)
      case .vertical: gtk_widget_set_vexpand(native, 1)
      }
    }
    return self
  }

  @discardableResult
  public func align(horizontal: Placement = .fill, vertical: Placement = .fill) -> Self {
    guard let native else { return self }
    gtk_widget_set_halign(native, horizontal.native)
    gtk_widget_set_valign(native, vertical.native)
    return self
  }

  /// The least size, in pixels; nil leaves a side to the content.
  @discardableResult
  public func minimumSize(width: Int? = nil, height: Int? = nil) -> Self {
    guard let native else { return self }
    gtk_widget_set_size_request(
      native, Int32(clamping: width ?? -1), Int32(clamping: height ?? -1))
    return self
  }

  /// Adds a class of the style sheet, Adwaita's (`title-1`, `dim-label`, `suggested-action` …) or
  /// one's own.
  @discardableResult
  public func styleClass(_ names: String...) -> Self {
    guard let native else { return self }
    for name in names { gtk_widget_add_css_class(native, name) }
    return self
  }

  @discardableResult
  public func tooltip(_ text: String?) -> Self {
    guard let native else { return self }
    gtk_widget_set_tooltip_text(native, text)
    return self
  }

  /// What a screen reader calls the part, where its content does not say it.
  @discardableResult
  public func accessibleLabel(_ text: String) -> Self {
    guard let accessibleNative else { return self }
    setAccessible(accessibleNative, GTK_ACCESSIBLE_PROPERTY_LABEL, text)
    return self
  }

  @discardableResult
  public func enabled(_ isEnabled: Bool) -> Self {
    self.isEnabled = isEnabled
    return self
  }

  @discardableResult
  public func visible(_ isVisible: Bool) -> Self {
    self.isVisible = isVisible
    return self
  }

  /// Takes the keyboard focus as soon as the part is shown.
  @discardableResult
  public func focusedAtStart() -> Self {
    on("map") { [weak self] _ in self?.focus() }
    return self
  }
}

extension Part {
  public var isEnabled: Bool {
    get { native.map { gtk_widget_get_sensitive($0) != 0 } ?? false }
    set { native.map { gtk_widget_set_sensitive($0, newValue ? 1 : 0) } }
  }

  public var isVisible: Bool {
    get { native.map { gtk_widget_get_visible($0) != 0 } ?? false }
    set { native.map { gtk_widget_set_visible($0, newValue ? 1 : 0) } }
  }
}
