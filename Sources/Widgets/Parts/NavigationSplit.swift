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
/// It folds where there is no room for both side by side. Folded, the keys for Back go to the list:
/// Alt+Left, the key and the mouse button of that name; a touch pad swipes.
///
/// A person makes the list wider by dragging its edge, which is no stop for Tab; two clicks bring back the first
/// width. ``actions(group:)`` does it by keys. ``keeping(_:for:in:)`` brings the width back at the next start.
public final class NavigationSplit: Part {
  private let list: Part
  private let detail: Part
  private let listRoom: WidthWish
  private let detailRoom: WidthWish
  private let firstWidth: Int
  private let observed = ObservedState()

  /// Creates a split.
  ///
  /// - Parameters:
  ///   - width: The width of the list in pixels at first, where both are seen.
  ///   - detailWidth: The width in pixels that what is chosen is to have at least where both are seen; 0 asks for
  ///     no more than it cannot do without.
  ///   - list: The parts of the list.
  ///   - detail: The parts of what is chosen.
  public init(
    width: Int = 280, detailWidth: Int = 0, @PartBuilder list: () -> [Part],
    @PartBuilder detail: () -> [Part]
  ) {
    self.list = Stack(.vertical, spacing: 0, list())
    self.detail = Stack(.vertical, spacing: 0, detail()).expand()
    firstWidth = Self.allowed(width)
    listRoom = WidthWish(self.list, width: firstWidth)
    detailRoom = WidthWish(self.detail, width: detailWidth)
    super.init(native: adw_leaflet_new())
    guard let native else { return }
    adw_leaflet_set_can_navigate_back(native.opaque, 1)
    adw_leaflet_set_homogeneous(native.opaque, 0)
    adw_leaflet_set_fold_threshold_policy(native.opaque, ADW_FOLD_THRESHOLD_POLICY_NATURAL)
    adw_leaflet_set_transition_type(native.opaque, ADW_LEAFLET_TRANSITION_TYPE_SLIDE)
    _ = adw_leaflet_append(native.opaque, listRoom.native)
    gtk_widget_set_hexpand(listRoom.native, 0)
    let page = adw_leaflet_append(native.opaque, makeEdge())
    adw_leaflet_page_set_navigatable(page, 0)
    _ = adw_leaflet_append(native.opaque, detailRoom.native)
    gtk_widget_set_hexpand(detailRoom.native, 1)
    for name in ["notify::folded", "notify::visible-child"] {
      on(name) { [weak self] _ in self?.observed.didChange() }
    }
    expand()
  }

  private static func allowed(_ width: Int) -> Int { min(max(width, 160), 1_000) }

  /// The width of the list in pixels, 160 to 1,000, where both are seen.
  public var listWidth: Int {
    get { listRoom.width }
    set {
      listRoom.width = Self.allowed(newValue)
      stateKeeper?.note("width")
    }
  }

  /// Brings the width of the list back at the next start.
  ///
  /// - Parameters:
  ///   - key: The name under which it is kept, unique among the splits of the app.
  ///   - document: What the split shows, where it is one of several; that of the 200 that were used last is
  ///     kept.
  ///   - store: Where it is kept; nil takes the app's ``App/state``.
  @discardableResult
  public func keeping(
    _ key: String, for document: String? = nil, in store: StateStore? = nil
  ) -> Self {
    keepState(
      key, for: document, in: store, as: "width", { [weak self] in self?.listWidth },
      putBack: { [weak self] in self?.listWidth = $0 })
  }

  /// Whether there is room for one of the two only.
  public var isFolded: Bool {
    observed.willRead()
    return native.map { adw_leaflet_get_folded($0.opaque) != 0 } ?? false
  }

  /// Whether what is chosen is seen and the list is not.
  public var isDetailAlone: Bool {
    guard isFolded, let native else { return false }
    return adw_leaflet_get_visible_child(native.opaque) == detailRoom.native
  }

  /// Shows what is chosen, where there is room for one of the two.
  public func showDetail() { show(detail, in: detailRoom) }

  /// Shows the list, where there is room for one of the two.
  public func showList() { show(list, in: listRoom) }

  /// Makes a button that goes back to the list; it is seen where the list is not.
  public func makeBackButton() -> Button {
    Button(icon: "go-previous-symbolic", label: tr("Back")) { [weak self] in self?.showList() }
      .visible { [weak self] in self?.isDetailAlone ?? false }
  }

  /// Makes the actions by which the keyboard makes the list narrower and wider.
  ///
  /// ```swift
  /// Window("Mail") { split }.actions { split.actions(group: "Messages") }
  /// ```
  ///
  /// - Parameter group: The heading below which the window of shortcuts lists them.
  public func actions(group: String? = nil) -> [Action] {
    [
      Action(
        "narrower-list", title: tr("Narrower list"), shortcuts: "<Shift><Alt>Left", group: group
      ) { [weak self] in self?.widen(by: -Self.step) }.enabled { [weak self] in
        self?.isFolded == false
      },
      Action("wider-list", title: tr("Wider list"), shortcuts: "<Shift><Alt>Right", group: group) {
        [weak self] in self?.widen(by: Self.step)
      }.enabled { [weak self] in self?.isFolded == false },
    ]
  }

  private static let step = 40

  private func widen(by pixels: Int) { resize(to: listWidth + pixels) }

  private func show(_ part: Part, in room: WidthWish) {
    guard let native else { return }
    let page = room.native
    let isMoved = adw_leaflet_get_visible_child(native.opaque) != page
    // Where both are seen the keyboard stays, as with somebody who goes through the list.
    let focus = isFolded ? nil : FocusMemory(window)
    adw_leaflet_set_visible_child(native.opaque, page)
    focus?.restore(activating: false)
    // The keyboard does not stay in what is hidden.
    if isMoved, isFolded { part.focus() }
  }
}

// MARK: - The edge between the two

extension NavigationSplit {
  private func makeEdge() -> NativeWidget {
    edgeSheet.install()
    let edge: NativeWidget = gtk_separator_new(GTK_ORIENTATION_VERTICAL)
    gtk_widget_add_css_class(edge, "hk-edge")
    gtk_widget_set_cursor_from_name(edge, "col-resize")
    listenToDrags(edge)
    return edge
  }

  private var isMirrored: Bool {
    native.map { gtk_widget_get_direction($0) == GTK_TEXT_DIR_RTL } ?? false
  }

  private func listenToDrags(_ edge: NativeWidget) {
    guard let drag = gtk_gesture_drag_new(), let click = gtk_gesture_click_new() else { return }
    for gesture in [drag, click] { gtk_widget_add_controller(edge, gesture) }
    var start = (width: 0, x: 0.0)
    connect(UnsafeMutableRawPointer(drag), "drag-begin") { [weak self] arguments in
      guard let self else { return false }
      start = (listWidth, place(of: edge, arguments.double(1)))
      return false
    }
    connect(UnsafeMutableRawPointer(drag), "drag-update") { [weak self] arguments in
      guard let self else { return false }
      var (x, y) = (0.0, 0.0)
      gtk_gesture_drag_get_start_point(drag, &x, &y)
      // The edge moves with the width, and the distance is told from the edge.
      let way = Int(place(of: edge, x + arguments.double(1)) - start.x)
      resize(to: start.width + (isMirrored ? -way : way))
      return false
    }
    connect(UnsafeMutableRawPointer(click), "pressed") { [weak self] arguments in
      if let self, arguments.int(1) == 2 { resize(to: firstWidth) }
      return false
    }
  }

  /// A place in the edge as one in the split.
  private func place(of edge: NativeWidget, _ x: Double) -> Double {
    guard let native else { return x }
    var (ownX, ownY) = (0.0, 0.0)
    return gtk_widget_translate_coordinates(edge, native, x, 0, &ownX, &ownY) != 0 ? ownX : x
  }

  /// Makes the list so wide as far as the other has the width that it is to have.
  private func resize(to width: Int) {
    guard let native else { return }
    var (least, natural) = (gint(0), gint(0))
    gtk_widget_measure(
      detailRoom.native, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, nil, nil)
    let room = Int(gtk_widget_get_width(native) - max(least, natural)) - 1
    listWidth = min(width, max(room, firstWidth))
  }
}

private let edgeSheet = StyleSheet(
  "split-edges",
  css: """
    separator.hk-edge {
      min-width: 1px; border: 0 solid transparent; border-width: 0 4px; margin: 0 -4px;
      background-clip: padding-box;
    }
    """)
