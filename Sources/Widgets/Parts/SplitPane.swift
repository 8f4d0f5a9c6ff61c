internal import CHikidashiGTK

/// Two parts with a divider between them that the user can move.
///
/// ```swift
/// SplitPane(position: 320) { list } end: { reader }
/// ```
///
/// Where the pane is too narrow for it, the divider gives way, and comes back when there is room again.
public final class SplitPane: Part {
  /// Where the divider was asked to stand, by the app or by a person.
  private var wanted = 0
  /// How far it could go when it was placed last, which tells what moved it.
  private var reach = 0
  /// The pane got another size in the layout that is under way.
  private var isResizing = false

  /// Creates a split pane.
  ///
  /// - Parameters:
  ///   - axis: Whether the parts stand beside or above one another.
  ///   - position: Where the divider stands at first, in pixels from the start.
  ///   - start: The parts on the left or above.
  ///   - end: The parts on the right or below.
  public init(
    _ axis: Axis = .horizontal, position: Int, @PartBuilder start: () -> [Part],
    @PartBuilder end: () -> [Part]
  ) {
    super.init(native: gtk_paned_new(axis.native))
    guard let native else { return }
    let pane = native.opaque
    side(start()).adopt { gtk_paned_set_start_child(pane, $0) }
    side(end()).adopt { gtk_paned_set_end_child(pane, $0) }
    gtk_paned_set_resize_start_child(pane, 0)
    gtk_paned_set_shrink_start_child(pane, 0)
    gtk_paned_set_shrink_end_child(pane, 0)
    gtk_paned_set_position(pane, Int32(clamping: position))
    wanted = position
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
    stateKeeper?.note("divider")
  }

  private func resized() {
    reach = currentReach
    guard !isResizing else { return }
    isResizing = true
    // After the layout that tells of it, which would not come to its end.
    Task { [weak self] in
      guard let self else { return }
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
      key, for: document, in: store, as: "divider", { [weak self] in self?.wanted },
      putBack: { [weak self] in self?.position = $0 })
  }
}
