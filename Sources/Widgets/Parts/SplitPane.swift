internal import CHikidashiGTK

/// Two parts with a divider between them that the user can move.
///
/// ```swift
/// SplitPane(position: 320) { list } end: { reader }
/// ```
///
/// Where the pane is too narrow for it, the divider gives way, and comes back when there is room again. Without a
/// position both parts get the same room, and keep their shares in a pane of another size:
///
/// ```swift
/// SplitPane { original } end: { translation }
/// ```
public final class SplitPane: Part {
  /// Where the divider was asked to stand, by the app or by a person.
  private var wanted = 0
  /// How far it could go when it was placed last, which tells what moved it.
  private var reach = 0
  private let axis: Axis
  /// How much of the pane the start has, in thousandths, where both sides grow with it.
  private var share: Int?
  private var endSide: Part?
  /// The pane got another size in the layout that is under way.
  private var isResizing = false

  /// Creates a split pane.
  ///
  /// - Parameters:
  ///   - axis: Whether the parts stand beside or above one another.
  ///   - position: Where the divider stands at first, in pixels from the start; nil for the middle.
  ///   - start: The parts on the left or above.
  ///   - end: The parts on the right or below.
  public init(
    _ axis: Axis = .horizontal, position: Int? = nil, @PartBuilder start: () -> [Part],
    @PartBuilder end: () -> [Part]
  ) {
    self.axis = axis
    share = position == nil ? 500 : nil
    super.init(native: gtk_paned_new(axis.native))
    guard let native else { return }
    let pane = native.opaque
    side(start()).adopt { gtk_paned_set_start_child(pane, $0) }
    let endSide = side(end())
    endSide.adopt { gtk_paned_set_end_child(pane, $0) }
    self.endSide = endSide
    gtk_paned_set_resize_start_child(pane, share == nil ? 0 : 1)
    gtk_paned_set_shrink_start_child(pane, 0)
    gtk_paned_set_shrink_end_child(pane, 0)
    if let position {
      gtk_paned_set_position(pane, Int32(clamping: position))
      wanted = position
    }
    reach = currentReach
    on("notify::position") { [weak self] _ in self?.moved() }
    on("notify::max-position") { [weak self] _ in self?.resized() }
    expand()
  }

  private var currentReach: Int {
    guard let native else { return 0 }
    var value = GValue()
    g_value_init(&value, .int)
    defer { g_value_unset(&value) }
    g_object_get_property(native.object, "max-position", &value)
    return Int(g_value_get_int(&value))
  }

  /// The divider stands elsewhere: somebody wants it there, unless the pane has another size.
  private func moved() {
    guard currentReach == reach, !isResizing, position != wanted else { return }
    wanted = position
    if share != nil, extent > 0 { share = position * 1_000 / extent }
    stateKeeper?.note("divider")
  }

  /// The length of the pane in pixels.
  private var extent: Int {
    guard let native else { return 0 }
    return Int(axis == .horizontal ? gtk_widget_get_width(native) : gtk_widget_get_height(native))
  }

  /// Puts the divider where both sides have their shares.
  private func divide() {
    guard let share, extent > 0 else { return }
    wanted = extent * share / 1_000
    if let native { gtk_paned_set_position(native.opaque, Int32(clamping: wanted)) }
  }

  /// Whether the part at the end is shown; without it the other one has all the room.
  public var isEndShown: Bool {
    get { endSide?.isVisible ?? false }
    set {
      endSide?.isVisible = newValue
      if newValue { divide() }
    }
  }

  private func resized() {
    reach = currentReach
    guard !isResizing else { return }
    isResizing = true
    // After the layout that tells of it, which would not come to its end.
    Task { [weak self] in
      guard let self else { return }
      divide()
      if position < min(wanted, reach), let native {
        gtk_paned_set_position(native.opaque, Int32(clamping: min(wanted, reach)))
      }
      isResizing = false
    }
  }

  /// A side scrolls where it is too low for its parts. It also keeps heights that depend on widths,
  /// as those of wrapped text, from the pane, which cannot measure them and complains in the log.
  private func side(_ parts: [Part]) -> Part {
    let scroller = Scroller(Stack(.vertical, spacing: 0, parts))
    if let native = scroller.native {
      gtk_scrolled_window_set_policy(native.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    }
    return scroller
  }

  /// The position of the divider, in pixels from the start.
  public var position: Int {
    get { native.map { Int(gtk_paned_get_position($0.opaque)) } ?? 0 }
    set {
      wanted = newValue
      if share != nil, extent > 0 { share = min(max(newValue * 1_000 / extent, 0), 1_000) }
      native.map { gtk_paned_set_position($0.opaque, Int32(clamping: newValue)) }
      stateKeeper?.note("divider")
    }
  }

  /// Brings the divider back at the next start to where a person has put it.
  ///
  /// ```swift
  /// SplitPane(position: 320) { list } end: { reader }.keeping("library")
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name under which it is kept, unique among the panes of the app.
  ///   - document: What the pane shows, where it is one of several; that of the 200 that were used last is
  ///     kept.
  ///   - store: Where it is kept; nil takes the app's ``App/state``.
  @discardableResult
  public func keeping(
    _ key: String, for document: String? = nil, in store: StateStore? = nil
  ) -> Self {
    keepState(
      key, for: document, in: store, as: "divider",
      { [weak self] in self.map { $0.share ?? $0.wanted } },
      putBack: { [weak self] in self?.putBack($0) })
  }

  private func putBack(_ kept: Int) {
    guard share != nil else {
      position = kept
      return
    }
    share = min(max(kept, 50), 950)
    divide()
  }
}
