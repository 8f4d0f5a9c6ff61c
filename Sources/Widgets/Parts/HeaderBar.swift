internal import CHikidashiGTK

/// The bar at the top of a window, with the title and with buttons at both ends.
///
/// ```swift
/// HeaderBar { Button("Open") { open() } } end: { MenuButton(icon: "open-menu-symbolic", …) }
/// ```
public final class HeaderBar: Part {

  /// Creates a header bar.
  public init(
    @PartBuilder start: () -> [Part] = { [] }, @PartBuilder end: () -> [Part] = { [] }
  ) {
    super.init(native: adw_header_bar_new())
    guard let native else { return }
    tellCutText(in: native)
    for part in start() { part.adopt { adw_header_bar_pack_start(native.opaque, $0) } }
    for part in end().reversed() { part.adopt { adw_header_bar_pack_end(native.opaque, $0) } }
  }

  /// Whether it has the buttons by which a person closes the window.
  var showsClose = true {
    didSet {
      guard let native else { return }
      adw_header_bar_set_show_start_title_buttons(native.opaque, showsClose ? 1 : 0)
      adw_header_bar_set_show_end_title_buttons(native.opaque, showsClose ? 1 : 0)
    }
  }

  /// Puts a part at the end, before those that are there.
  func append(_ part: Part) {
    guard let native else { return }
    part.adopt { adw_header_bar_pack_end(native.opaque, $0) }
  }

  /// Shows `part` in place of the window's title.
  @discardableResult
  public func title(_ part: Part) -> Self {
    guard let native else { return self }
    part.adopt { adw_header_bar_set_title_widget(native.opaque, $0) }
    return self
  }
}
