internal import CGTK

/// Text that is read, not edited, with links where it has some.
///
/// ```swift
/// let label = Label().wrapping()
/// label.onLink = { target in open(target) }
/// label.show([.text("See also: "), .link("RFC 2119", target: "2119")])
/// ```
public final class Label: Part {
  /// A stretch of a label's text.
  public enum Piece: Sendable, Hashable {
    case text(String)
    /// Leads to a target that means something to the app.
    case link(String, target: String)
  }

  /// Called with a link's target when the user follows it, by a click or Tab and Enter.
  public var onLink: (@MainActor (String) -> Void)?

  public override func nativeDied() {
    super.nativeDied()
    onLink = nil
  }

  public init(_ text: String = "") {
    super.init(native: gtk_label_new(text))
    guard let native else { return }
    gtk_label_set_xalign(native.opaque, 0)
    connect(native, "activate-link") { [weak self] arguments in
      guard let target = arguments.string(1) else { return false }
      self?.onLink?(target)
      return true
    }
  }

  public var text: String {
    get { native.map { String(cString: gtk_label_get_text($0.opaque)) } ?? "" }
    set { native.map { gtk_label_set_text($0.opaque, newValue) } }
  }

  /// Shows text with links in it.
  public func show(_ pieces: [Piece]) {
    guard let native else { return }
    LinkColor.install()
    styleClass(LinkColor.styleClass)
    let markup = pieces.map { piece in
      switch piece {
      case .text(let text): escapedMarkup(text)
      case .link(let text, let target):
        "<a href=\"\(escapedMarkup(target))\">\(escapedMarkup(text))</a>"
      }
    }.joined()
    gtk_label_set_markup(native.opaque, markup)
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
    let fraction: Float =
      switch placement {
      case .start, .fill: 0
      case .center: 0.5
      case .end: 1
      }
    gtk_label_set_xalign(native.opaque, fraction)
    return self
  }
}
