package import CHikidashiGTK
package import HikidashiWidgets

/// A rectangle in the pixels of a window.
struct LayoutBox: Hashable, CustomStringConvertible {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  /// Everywhere.
  static let infinite = LayoutBox(
    left: -.infinity, top: -.infinity, right: .infinity, bottom: .infinity)

  init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  init(_ rect: graphene_rect_t) {
    left = Double(rect.origin.x)
    top = Double(rect.origin.y)
    right = left + Double(rect.size.width)
    bottom = top + Double(rect.size.height)
  }

  /// The box of a widget with its border; nil if it has none.
  @MainActor
  init?(of widget: NativeWidget, in root: NativeWidget) {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, root, &bounds) != 0 else { return nil }
    self.init(bounds)
  }

  var width: Double { right - left }
  var height: Double { bottom - top }
  var isEmpty: Bool { width <= 0 || height <= 0 }

  func intersection(_ other: LayoutBox) -> LayoutBox {
    LayoutBox(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  /// Whether it lies in another one but for some pixels, which roundings may make.
  func lies(in other: LayoutBox, within tolerance: Double) -> Bool {
    left >= other.left - tolerance && right <= other.right + tolerance
      && top >= other.top - tolerance && bottom <= other.bottom + tolerance
  }

  var description: String {
    let numbers = [left, top, width, height].map { $0.isFinite ? "\(Int($0.rounded()))" : "∞" }
    return "\(numbers[2]) × \(numbers[3]) at (\(numbers[0]), \(numbers[1]))"
  }
}

// MARK: - Seen through

extension LayoutBox {
  /// What of this box the children of a widget can be seen in, now or after scrolling.
  ///
  /// - Parameter scrolls: Whether what can be scrolled into view counts as seen.
  @MainActor
  func narrowed(by widget: NativeWidget, in root: NativeWidget, scrolls: Bool) -> LayoutBox {
    let isScroller = isWidget(widget, gtk_scrolled_window_get_type())
    guard isScroller || gtk_widget_get_overflow(widget) == GTK_OVERFLOW_HIDDEN,
      let box = LayoutBox(of: widget, in: root)
    else { return self }
    var result = intersection(box)
    guard scrolls else { return result }
    let axes = LayoutBox.scrolledAxes(of: widget)
    if axes.horizontal { (result.left, result.right) = (-.infinity, .infinity) }
    if axes.vertical { (result.top, result.bottom) = (-.infinity, .infinity) }
    return result
  }

  /// The axes along which a person can scroll in a view, or in what it is the view of.
  @MainActor
  private static func scrolledAxes(
    of widget: NativeWidget
  ) -> (horizontal: Bool, vertical: Bool) {
    var around: NativeWidget? = widget
    // Views that scroll are clipped themselves, and stand in what scrolls them.
    if !isWidget(widget, gtk_scrolled_window_get_type()) {
      guard isWidget(widget, gtk_scrollable_get_type()) else { return (false, false) }
      around = gtk_widget_get_parent(widget)
    }
    guard let scroller = around, isWidget(scroller, gtk_scrolled_window_get_type()) else {
      return (false, false)
    }
    var (horizontal, vertical) = (GTK_POLICY_NEVER, GTK_POLICY_NEVER)
    gtk_scrolled_window_get_policy(scroller.opaque, &horizontal, &vertical)
    return (horizontal != GTK_POLICY_NEVER, vertical != GTK_POLICY_NEVER)
  }

  /// What can be seen of a widget's place now.
  @MainActor
  static func seen(_ widget: NativeWidget, in root: NativeWidget) -> LayoutBox {
    var result = LayoutBox(of: root, in: root) ?? .infinite
    var around = gtk_widget_get_parent(widget)
    while let outer = around, outer != root {
      result = result.narrowed(by: outer, in: root, scrolls: false)
      around = gtk_widget_get_parent(outer)
    }
    return result
  }
}

/// Whether a widget is of a type or of one made from it.
@MainActor
package func isWidget(_ widget: NativeWidget, _ type: GType) -> Bool {
  g_type_check_instance_is_a(widget.cast(to: GTypeInstance.self), type) != 0
}

/// The name of a widget's type in C, for those that GTK keeps to itself.
@MainActor
func typeName(of widget: NativeWidget) -> String {
  String(cString: g_type_name_from_instance(widget.cast(to: GTypeInstance.self)))
}
