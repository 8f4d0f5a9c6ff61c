internal import CGTK

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

/// A piece of a window: a Swift object that stands for one GTK widget.
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
open class Part {
  /// The GTK widget under this part, or nil after that widget has died.
  public private(set) var native: NativeWidget?
  private var ownsNative = true
  private var kept: [AnyObject] = []

  /// Makes a part of a widget that has no parent yet. GTK is started before the widget is made.
  public init(native: @autoclosure () -> NativeWidget) {
    Toolkit.start()
    let widget = native()
    self.native = widget
    g_object_ref_sink(widget)
  }

  isolated deinit {
    if ownsNative, let native { g_object_unref(native) }
  }

  /// The widget under the part that a screen reader stops at; ``native`` unless a subclass differs.
  open var accessibleNative: NativeWidget? { native }

  /// Keeps an object alive as long as the part, such as what controls a window.
  public func keep(_ object: AnyObject) { kept.append(object) }

  /// Moves the keyboard focus to the part.
  ///
  /// - Returns: False when it, or nothing in it, takes the focus.
  @discardableResult
  open func focus() -> Bool {
    native.map(giveFocus) ?? false
  }

  /// Called when the widget has died: lets go of what the part keeps for it.
  ///
  /// A subclass lets go of handlers that its user gave it, as they may capture the part.
  open func nativeDied() { kept = [] }

  /// Called before the part is placed into another one: makes what it has put off until then.
  func prepare() {}

  /// True while the part stands in no other part.
  package var isFree: Bool { ownsNative && native != nil }

  /// Lets the widget own the part from now on; `place` puts it into its parent.
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
    place(native)
    ownsNative = false
    g_object_set_data_full(
      native.object, Part.key, Unmanaged.passRetained(self).toOpaque(),
      { data in
        guard let data else { return }
        let part = Unmanaged<Part>.fromOpaque(data)
        MainActor.assumeIsolated {
          part.takeUnretainedValue().native = nil
          part.takeUnretainedValue().nativeDied()
          part.release()
        }
      })
    g_object_unref(native)
  }

  /// Takes the part out of its parent, as `remove` does it; the caller owns it again.
  package func orphan(_ remove: (NativeWidget) -> Void) {
    guard let native, !ownsNative else { return }
    g_object_ref(native)
    if let data = g_object_steal_data(native.object, Part.key) {
      Unmanaged<Part>.fromOpaque(data).release()
    }
    ownsNative = true
    remove(native)
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
