package import CHikidashiGTK

/// Gives a widget the keyboard, unless it stands in something that is hidden, as a page behind another:
/// there nobody would see where keys go.
@MainActor
func giveFocus(to widget: NativeWidget) -> Bool {
  var around: NativeWidget? = widget
  // A window that is not shown yet hands the keyboard on when it is.
  while let inner = around, let outer = gtk_widget_get_parent(inner) {
    guard gtk_widget_get_visible(inner) != 0, gtk_widget_get_child_visible(inner) != 0 else {
      return false
    }
    around = outer
  }
  return gtk_widget_grab_focus(widget) != 0
}

/// What has a GTK widget: every ``Part``.
///
/// A protocol, so that a table can say that its own ``native`` is the list within it, while to whatever
/// handles it as any other part it is the whole.
@MainActor
public protocol NativePart: AnyObject {
  /// The GTK widget that is the whole part; nil after it was destroyed.
  var root: NativeWidget? { get }
}

extension NativePart {
  /// The GTK widget of this part, or nil after the widget was destroyed; of an ``OutlineView`` and a
  /// ``TableView`` their `GtkListView`.
  public var native: NativeWidget? { root }
}

/// A piece of a window: a Swift object that wraps one GTK widget.
///
/// A part that stands alone owns its widget. Once it is placed into another part the widget owns the
/// part, and lives and dies with its window: a handler may then capture its own part without a leak,
/// and ``native`` turns nil when the widget is gone, after which everything done to the part is
/// without effect.
///
/// ```swift
/// let title = Label("Drawers").styleClass("title-1").tooltip("A place for everything")
/// gtk_widget_set_opacity(title.native, 0.5)       // what no part offers, GTK does
/// ```
@MainActor
open class Part: NativePart {
  /// The GTK widget that is the whole part; nil after it was destroyed.
  public private(set) var root: NativeWidget?
  private var ownsNative = true
  private var kept: [AnyObject] = []
  private var followers: PartFollowers?
  /// What keeps the part's state from one run to the next.
  var stateKeeper: StateKeeper?
  /// How the part moves; nil where nothing was said of it.
  var motion: PartMotion?

  /// Creates a part for a widget that has no parent yet. GTK is started before the widget is made.
  public init(native: @autoclosure () -> NativeWidget) {
    Toolkit.start()
    let widget = native()
    root = widget
    g_object_ref_sink(widget)
  }

  isolated deinit {
    followers?.end()
    if ownsNative { releaseWidgets() }
  }

  /// The widget of the part that a screen reader reads; ``native`` unless a subclass overrides it.
  open var accessibleNative: NativeWidget? { native }

  /// Keeps an object alive as long as the part, such as the controller of a window.
  public func keep(_ object: AnyObject) { kept.append(object) }

  /// Moves the keyboard focus to the part.
  ///
  /// - Returns: False when neither the part nor anything in it takes the focus.
  @discardableResult
  open func focus() -> Bool {
    native.map(giveFocus) ?? false
  }

  /// Called when the widget has been destroyed: releases what the part keeps for it.
  ///
  /// A subclass lets go of handlers that its user gave it, as they may capture the part.
  open func nativeDied() {
    kept = []
    stateKeeper = nil
    followers?.end()
    followers = nil
    motion = nil
  }

  /// What keeps the part up to date, made when it is first asked for.
  var madeFollowers: PartFollowers {
    if let followers { return followers }
    let made = PartFollowers(self)
    followers = made
    return made
  }

  /// Called before the part is placed into another one: makes what it has put off until then.
  func prepare() {}

  /// Whether the part has a widget that is in no other part yet.
  package var isFree: Bool { ownsNative && native != nil }

  /// Hands the ownership of the part to its widget; `place` puts the widget into its parent.
  ///
  /// A part that stands somewhere already stays there: GTK cannot show one widget twice.
  package func adopt(_ place: (NativeWidget) -> Void) {
    guard let native, ownsNative else {
      if native != nil {
        reportMisuse("a \(Self.self) stands in a window already and is not added")
      }
      return
    }
    prepare()
    place(nativeInParent ?? native)
    ownsNative = false
    g_object_set_data_full(
      native.object, Part.key, Unmanaged.passRetained(self).toOpaque(),
      { data in
        guard let data else { return }
        let part = Unmanaged<Part>.fromOpaque(data)
        MainActor.assumeIsolated {
          part.takeUnretainedValue().root = nil
          part.takeUnretainedValue().nativeDied()
          part.release()
        }
      })
    releaseWidgets()
  }

  /// Takes the part out of its parent by calling `remove`; the part then owns its widget again.
  package func orphan(_ remove: (NativeWidget) -> Void) {
    guard let native, !ownsNative else { return }
    retainWidgets()
    if let data = g_object_steal_data(native.object, Part.key) {
      Unmanaged<Part>.fromOpaque(data).release()
    }
    ownsNative = true
    remove(nativeInParent ?? native)
    motion?.comeAnew()
  }

  /// The part that owns `widget`, if one does, or the input whose control it is.
  package static func of(_ widget: NativeWidget) -> Part? {
    if let owner = owner(of: widget) { return owner }
    var around = gtk_widget_get_parent(widget)
    while let parent = around, owner(of: parent) == nil { around = gtk_widget_get_parent(parent) }
    guard let input = around.flatMap(owner) as? AnyInput, input.madeControl == widget else {
      return nil
    }
    return input
  }

  private static func owner(of widget: NativeWidget) -> Part? {
    guard let data = g_object_get_data(widget.object, key) else { return nil }
    return Unmanaged<Part>.fromOpaque(data).takeUnretainedValue()
  }

  private static let key = "hikidashi-part"
}

// MARK: - Modifiers

/// The alignment of a part in the space that its parent gives it.
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
  /// Sets the margin around the part, in pixels.
  @discardableResult
  public func margin(_ pixels: Int) -> Self {
    guard let native else { return self }
    gtk_widget_set_margin_start(native, Int32(clamping: pixels))
    gtk_widget_set_margin_end(native, Int32(clamping: pixels))
    gtk_widget_set_margin_top(native, Int32(clamping: pixels))
    gtk_widget_set_margin_bottom(native, Int32(clamping: pixels))
    return self
  }

  /// Lets the part take spare space along the given axes.
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

  /// Sets the alignment in the space that the parent gives the part.
  @discardableResult
  public func align(horizontal: Placement = .fill, vertical: Placement = .fill) -> Self {
    guard let native else { return self }
    gtk_widget_set_halign(native, horizontal.native)
    gtk_widget_set_valign(native, vertical.native)
    return self
  }

  /// Sets the minimum size, in pixels; nil leaves a side to the content.
  @discardableResult
  public func minimumSize(width: Int? = nil, height: Int? = nil) -> Self {
    guard let native else { return self }
    gtk_widget_set_size_request(
      native, Int32(clamping: width ?? -1), Int32(clamping: height ?? -1))
    return self
  }

  /// Adds style classes: Adwaita's (`title-1`, `dim-label`, `suggested-action` …) or the app's own.
  @discardableResult
  public func styleClass(_ names: String...) -> Self {
    guard let native else { return self }
    for name in names { gtk_widget_add_css_class(native, name) }
    return self
  }

  /// Gives the part a style class, or takes it away.
  public func setStyleClass(_ name: String, _ isOn: Bool) {
    guard let native else { return }
    if isOn {
      gtk_widget_add_css_class(native, name)
    } else {
      gtk_widget_remove_css_class(native, name)
    }
  }

  /// Sets the tooltip; nil removes it.
  @discardableResult
  public func tooltip(_ text: String?) -> Self {
    guard let native else { return self }
    gtk_widget_set_tooltip_text(native, text)
    return self
  }

  /// Sets the name of the part for a screen reader, for a content that does not tell it.
  @discardableResult
  public func accessibleLabel(_ text: String) -> Self {
    guard let accessibleNative else { return self }
    setAccessible(accessibleNative, GTK_ACCESSIBLE_PROPERTY_LABEL, text)
    return self
  }

  /// Enables or disables the part.
  @discardableResult
  public func enabled(_ isEnabled: Bool) -> Self {
    self.isEnabled = isEnabled
    return self
  }

  /// Shows or hides the part.
  @discardableResult
  public func visible(_ isVisible: Bool) -> Self {
    self.isVisible = isVisible
    return self
  }

  /// Gives the part the keyboard focus whenever it comes on the screen.
  @discardableResult
  public func focusedAtStart() -> Self {
    on("map") { [weak self] _ in self?.focus() }
    return self
  }
}

extension Part {
  /// The window that contains the part, if any.
  public var window: Window? {
    native.flatMap { gtk_widget_get_root($0) }.flatMap { Part.of($0.widget) as? Window }
  }

  /// Whether the part, or one inside it, has the keyboard focus.
  public var hasFocus: Bool {
    guard let native, let root = gtk_widget_get_root(native), let focus = gtk_root_get_focus(root)
    else { return false }
    return focus == native || gtk_widget_is_ancestor(focus, native) != 0
  }

  /// Whether it may move by itself: a person who wants less motion has said so to the desktop.
  var isAnimated: Bool { native.map { adw_get_enable_animations($0) != 0 } ?? false }

  /// Whether the user can use the part; otherwise it is dim.
  public var isEnabled: Bool {
    get { native.map { gtk_widget_get_sensitive($0) != 0 } ?? false }
    set { native.map { gtk_widget_set_sensitive($0, newValue ? 1 : 0) } }
  }

  /// Whether the part is shown.
  public var isVisible: Bool {
    get { native.map { gtk_widget_get_visible($0) != 0 && motion?.isHiding != true } ?? false }
    set {
      guard let native, newValue != isVisible else { return }
      let change = { @MainActor in gtk_widget_set_visible(native, newValue ? 1 : 0) }
      if let motion { motion.setVisible(newValue, change) } else { change() }
    }
  }
}

// MARK: - Size

extension Part {
  /// Sets the size of the part in pixels; nil leaves a side to the content. A part that would fill
  /// its space is aligned to its start.
  ///
  /// A part that is asked for less than its content needs keeps what it needs, and says so once in
  /// the log. Text that is to be cut needs less when it is ``Label/ellipsized()``.
  ///
  /// ```swift
  /// TextEntry("Postcode").size(width: 200)
  /// ```
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - file: Where the size is asked for, for the log.
  ///   - line: Where the size is asked for, for the log.
  @discardableResult
  public func size(
    width: Int? = nil, height: Int? = nil, file: String = #fileID, line: Int = #line
  ) -> Self {
    guard let native else { return self }
    minimumSize(width: width, height: height)
    if width != nil, gtk_widget_get_halign(native) == GTK_ALIGN_FILL {
      gtk_widget_set_halign(native, GTK_ALIGN_START)
    }
    if height != nil, gtk_widget_get_valign(native) == GTK_ALIGN_FILL {
      gtk_widget_set_valign(native, GTK_ALIGN_START)
    }
    // What the content needs is known once the style is, when the part is shown.
    var connection: SignalConnection?
    connection = on("map") { [weak self] _ in
      connection?.disconnect()
      connection = nil
      self?.compare(width, height, "\(file):\(line)")
    }
    return self
  }

  private func compare(_ width: Int?, _ height: Int?, _ place: String) {
    guard let native else { return }
    let needed = neededSize(native, width: width)
    let isTooNarrow = width.map { $0 < needed.width } ?? false
    let isTooLow = height.map { $0 < needed.height } ?? false
    guard isTooNarrow || isTooLow else { return }
    let asked = [width.map { "\($0) wide" }, height.map { "\($0) high" }].compactMap { $0 }
    let name = nameInLog.map { " “\($0)”" } ?? ""
    reportMisuse(
      "\(Self.self)\(name) at \(place) is asked to be \(asked.joined(separator: " and ")) but needs "
        + "at least \(needed.width) × \(needed.height) pixels, and keeps those")
  }

  /// The least size of the content, whatever was asked for.
  private func neededSize(_ native: NativeWidget, width: Int?) -> (width: Int, height: Int) {
    var (askedWidth, askedHeight): (gint, gint) = (0, 0)
    gtk_widget_get_size_request(native, &askedWidth, &askedHeight)
    gtk_widget_set_size_request(native, -1, -1)
    var (leastWidth, leastHeight): (gint, gint) = (0, 0)
    gtk_widget_measure(native, GTK_ORIENTATION_HORIZONTAL, -1, &leastWidth, nil, nil, nil)
    let given = max(width.map { gint(clamping: $0) } ?? -1, width == nil ? -1 : leastWidth)
    gtk_widget_measure(native, GTK_ORIENTATION_VERTICAL, given, &leastHeight, nil, nil, nil)
    gtk_widget_set_size_request(native, askedWidth, askedHeight)
    return (Int(leastWidth), Int(leastHeight))
  }

  var nameInLog: String? {
    switch self {
    case let input as AnyInput: input.label
    case let label as Label: label.text
    case let button as Button: button.title.isEmpty ? nil : Button.withoutMnemonic(button.title)
    case let window as Window: window.title
    default: nil
    }
  }
}
