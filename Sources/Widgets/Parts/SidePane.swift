internal import CHikidashiGTK
internal import HikidashiBase

/// A pane at the side of other parts, which is shown and hidden; where there is no room beside them, it lies over them.
///
/// ```swift
/// let pane = SidePane(width: 260, isShown: false) { contents } over: { reader }
/// Window("Reader") {
///   HeaderBar { pane.makeButton("_Contents", icon: "view-list-symbolic") }
///   pane
/// }
/// ```
///
/// Over the others, Escape, a click beside it and a swipe hide it again.
public final class SidePane: Part {
  private let side: Part
  private let room: WidthWish
  private let observed = ObservedState()
  /// Whether it was seen when there was room for it last, and is to be seen when there is again.
  private var isWanted: Bool
  private var isFolding = false

  /// Creates a pane beside parts.
  ///
  /// - Parameters:
  ///   - width: The width of the pane in pixels.
  ///   - isShown: Whether it is seen at first, where there is room for it beside the others.
  ///   - contentWidth: The width in pixels that the others are to have at least where it stands beside them; 0
  ///     asks for no more than they cannot do without.
  ///   - side: The parts of the pane, which stands where lines begin.
  ///   - content: The parts that it stands beside.
  public init(
    width: Int = 260, isShown: Bool = true, contentWidth: Int = 0,
    @PartBuilder side: () -> [Part], @PartBuilder over content: () -> [Part]
  ) {
    self.side = Stack(.vertical, spacing: 0, side()).styleClass("background").minimumSize(
      width: width)
    let content = Stack(.vertical, spacing: 0, content()).expand()
    isWanted = isShown
    room = WidthWish(content, width: contentWidth)
    super.init(native: adw_flap_new())
    guard let native else { return }
    adw_flap_set_reveal_flap(native.opaque, isShown ? 1 : 0)
    // By itself it would also show a pane that a person has hidden.
    adw_flap_set_locked(native.opaque, 1)
    self.side.adopt { adw_flap_set_flap(native.opaque, $0) }
    if let side = self.side.native { gtk_widget_set_hexpand(side, 0) }
    gtk_widget_set_hexpand(room.native, 1)
    adw_flap_set_content(native.opaque, room.native)
    adw_flap_set_fold_threshold_policy(native.opaque, ADW_FOLD_THRESHOLD_POLICY_NATURAL)
    adw_flap_set_separator(native.opaque, gtk_separator_new(GTK_ORIENTATION_VERTICAL))
    on("notify::folded") { [weak self] _ in self?.folded() }
    on("notify::reveal-flap") { [weak self] _ in self?.revealed() }
    expand()
  }

  /// There is no room for it any more, or there is again.
  private func folded() {
    guard let native else { return }
    isFolding = true
    let isOpen = adw_flap_get_reveal_flap(native.opaque) != 0
    adw_flap_set_reveal_flap(native.opaque, !isFolded && (isWanted || isOpen) ? 1 : 0)
    isFolding = false
    revealed()
  }

  private func revealed() {
    guard let native, !isFolding else { return }
    if !isFolded { isWanted = adw_flap_get_reveal_flap(native.opaque) != 0 }
    observed.didChange()
  }

  /// Whether the pane is seen.
  public var isShown: Bool {
    get {
      observed.willRead()
      return native.map { adw_flap_get_reveal_flap($0.opaque) != 0 } ?? false
    }
    set {
      guard let native, isShown != newValue else { return }
      adw_flap_set_reveal_flap(native.opaque, newValue ? 1 : 0)
      if newValue, isFolded { side.focus() }
    }
  }

  /// Whether it lies over the others, as there is no room beside them.
  public var isFolded: Bool {
    observed.willRead()
    return native.map { adw_flap_get_folded($0.opaque) != 0 } ?? false
  }

  /// Makes a button that shows and hides it.
  ///
  /// - Parameters:
  ///   - label: What a screen reader calls it, and its tooltip.
  ///   - icon: The name of its icon.
  public func makeButton(_ label: String, icon: String = "sidebar-show-symbolic") -> Button {
    Button(icon: icon, label: label) { [weak self] in self?.isShown.toggle() }
  }
}
