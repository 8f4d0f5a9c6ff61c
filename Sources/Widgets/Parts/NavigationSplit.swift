internal import CHikidashiGTK
internal import HikidashiBase

/// A list and what is chosen in it: side by side where there is room, else one page at a time.
///
/// ```swift
/// let split = NavigationSplit(width: 280) { list } detail: { reader }
/// list.onSelect = { row in
///   reader.show(row.item)
///   split.showDetail()
/// }
/// Window("Mail") {
///   HeaderBar { split.makeBackButton() }
///   split
/// }
/// ```
///
/// It folds where both would not have the width that they need. Folded, the keys for Back go to the list: Alt+Left,
/// the key and the mouse button of that name; a touch pad swipes.
public final class NavigationSplit: Part {
  private let list: Part
  private let detail: Part
  private let observed = ObservedState()

  /// Creates a split.
  ///
  /// - Parameters:
  ///   - width: The width of the list in pixels, where both are seen.
  ///   - list: The parts of the list.
  ///   - detail: The parts of what is chosen.
  public init(
    width: Int = 280, @PartBuilder list: () -> [Part], @PartBuilder detail: () -> [Part]
  ) {
    self.list = Stack(.vertical, spacing: 0, list())
    self.detail = Stack(.vertical, spacing: 0, detail()).expand()
    super.init(native: adw_leaflet_new())
    guard let native else { return }
    adw_leaflet_set_can_navigate_back(native.opaque, 1)
    adw_leaflet_set_homogeneous(native.opaque, 0)
    adw_leaflet_set_transition_type(native.opaque, ADW_LEAFLET_TRANSITION_TYPE_SLIDE)
    self.list.minimumSize(width: width)
    self.list.adopt { _ = adw_leaflet_append(native.opaque, $0) }
    if let line = gtk_separator_new(GTK_ORIENTATION_VERTICAL) {
      let page = adw_leaflet_append(native.opaque, line)
      adw_leaflet_page_set_navigatable(page, 0)
    }
    self.detail.adopt { _ = adw_leaflet_append(native.opaque, $0) }
    for name in ["notify::folded", "notify::visible-child"] {
      on(name) { [weak self] _ in self?.observed.didChange() }
    }
    expand()
  }

  /// Whether there is room for one of the two only.
  public var isFolded: Bool {
    observed.willRead()
    return native.map { adw_leaflet_get_folded($0.opaque) != 0 } ?? false
  }

  /// Whether what is chosen is seen and the list is not.
  public var isDetailAlone: Bool {
    guard isFolded, let native else { return false }
    return adw_leaflet_get_visible_child(native.opaque) == detail.native
  }

  /// Shows what is chosen, where there is room for one of the two.
  public func showDetail() { show(detail) }

  /// Shows the list, where there is room for one of the two.
  public func showList() { show(list) }

  /// Makes a button that goes back to the list; it is seen where the list is not.
  public func makeBackButton() -> Button {
    Button(icon: "go-previous-symbolic", label: tr("Back")) { [weak self] in self?.showList() }
      .visible { [weak self] in self?.isDetailAlone ?? false }
  }

  private func show(_ part: Part) {
    guard let native, let page = part.native else { return }
    let isMoved = adw_leaflet_get_visible_child(native.opaque) != page
    // Where both are seen the keyboard stays, as with somebody who goes through the list.
    let focus = isFolded ? nil : FocusMemory(window)
    adw_leaflet_set_visible_child(native.opaque, page)
    focus?.restore(activating: false)
    // The keyboard does not stay in what is hidden.
    if isMoved, isFolded { part.focus() }
  }
}
