internal import CGTK

/// Text that is read, not edited.
public final class Label: Part {
  public init(_ text: String = "") {
    super.init(native: gtk_label_new(text))
    guard let native else { return }
    gtk_label_set_xalign(native.opaque, 0)
  }

  public var text: String {
    get { native.map { String(cString: gtk_label_get_text($0.opaque)) } ?? "" }
    set { native.map { gtk_label_set_text($0.opaque, newValue) } }
  }

  /// Shortens text that does not fit with an ellipsis, instead of asking for more room.
  @discardableResult
  public func ellipsized() -> Self {
    native.map { gtk_label_set_ellipsize($0.opaque, PANGO_ELLIPSIZE_END) }
    return self
  }

  /// Breaks text into lines where it does not fit into one.
  @discardableResult
  public func wrapping() -> Self {
    guard let native else { return self }
    gtk_label_set_wrap(native.opaque, 1)
    gtk_label_set_natural_wrap_mode(native.opaque, GTK_NATURAL_WRAP_WORD)
    return self
  }

  /// Lets the user select and copy the text.
  @discardableResult
  public func selectable() -> Self {
    native.map { gtk_label_set_selectable($0.opaque, 1) }
    return self
  }

  /// Where the text stands in a label that is wider than it.
  @discardableResult
  public func textAlignment(_ placement: Placement) -> Self {
    guard let native else { return self }
    let fraction: Float = switch placement {
    case .start, .fill: 0
    case .center: 0.5
    case .end: 1
    }
    gtk_label_set_xalign(native.opaque, fraction)
    return self
  }
}
