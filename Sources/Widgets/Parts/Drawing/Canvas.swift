internal import CGTK
internal import CWidgetBridge

/// A place to draw in, with shapes that can be found, pressed and reached by the keyboard.
///
/// The shapes are made anew whenever the canvas has to be drawn, for the size that it then has;
/// ``redraw()`` asks for that after a change.
///
/// ```swift
/// let canvas = Canvas("Traffic light", width: 60, height: 60) { room in
///   Shape.circle(center: room.bounds.center, radius: 25)
///     .fill(isGreen ? .green : .red).named("light", label: isGreen ? "Go" : "Stop")
/// }
/// canvas.onPress = { press in
///   isGreen.toggle()
///   canvas.redraw()
/// }
/// ```
///
/// With ``onPress``, the arrow keys go from one named shape to the next, in the order in which they
/// are drawn, and Enter or the space bar presses it.
public final class Canvas: Part {
  /// What a screen reader takes the canvas for.
  public enum Role: Sendable {
    case picture, group, button, meter
  }

  /// Where is drawn.
  public struct Room: Sendable {
    public var size: Size
    /// Whether the window is dark.
    public var isDark: Bool

    public var bounds: Rect { Rect(origin: .zero, size: size) }
  }

  /// Called when a shape, or the canvas beside them, is pressed with the pointer or the keyboard.
  public var onPress: (@MainActor (Press) -> Void)? {
    didSet { updateFocusable() }
  }
  /// Called when the pointer moves; nil when it leaves.
  public var onHover: (@MainActor (Point?, Drawing.Hit?) -> Void)?
  /// Called while the first button is held and the pointer moves.
  public var onDrag: (@MainActor (Drag) -> Void)?
  /// Called with a key in the notation of ``Action/shortcuts``, such as `<Control>Left`, before the
  /// canvas looks at it; true keeps it from the canvas and the window.
  public var onKey: (@MainActor (String) -> Bool)? {
    didSet { updateFocusable() }
  }
  /// Called when the keyboard comes to another shape.
  public var onFocus: (@MainActor (String?) -> Void)?

  /// The name of the shape that the keyboard is at.
  public private(set) var focusedShape: String?
  /// Whether the arrow keys were used last; GTK's own mark of that knows only its own keys.
  var isFollowingKeys = false
  /// What was drawn last.
  public private(set) var drawing = Drawing([])
  private let make: @MainActor (Room) -> Drawing
  private var cache: PaintCache?

  /// - Parameters:
  ///   - label: What a screen reader calls it.
  ///   - width: The least width, in pixels.
  ///   - height: The least height, in pixels.
  ///   - role: What a screen reader takes it for.
  ///   - draw: The shapes for the size that the canvas has, the hindmost first.
  public init(
    _ label: String, width: Int, height: Int, role: Role = .picture,
    @DrawingBuilder draw: @escaping @MainActor (Room) -> [Shape]
  ) {
    make = { Drawing(draw($0)) }
    super.init(
      native: hk_canvas_new { owner, snapshot, width, height in
        guard let owner, let snapshot else { return }
        MainActor.assumeIsolated {
          Unmanaged<Canvas>.fromOpaque(owner).takeUnretainedValue()
            .paint(on: snapshot, Size(width, height))
        }
      })
    guard let native else { return }
    hk_canvas_set_owner(native, Unmanaged.passUnretained(self).toOpaque())
    hk_canvas_set_size(native, gint(clamping: width), gint(clamping: height))
    setProperty(native.object, "accessible-role", enumeration: role.native.rawValue)
    accessibleLabel(label)
    listen()
    followColors()
  }

  /// A canvas that always shows the same.
  public convenience init(
    _ label: String, width: Int, height: Int, role: Role = .picture, _ drawing: Drawing
  ) {
    self.init(label, width: width, height: height, role: role) { _ in drawing }
  }

  isolated deinit {
    if let native { hk_canvas_set_owner(native, nil) }
  }

  public override func nativeDied() {
    super.nativeDied()
    onPress = nil
    onHover = nil
    onDrag = nil
    onKey = nil
    onFocus = nil
    cache = nil
  }

  /// Asks for the shapes again in the next frame.
  public func redraw() {
    if let native { gtk_widget_queue_draw(native) }
  }

  /// What lies under a point of the canvas, as it was drawn last.
  public func hit(at point: Point) -> Drawing.Hit? {
    let cache = cache ?? PaintCache(widget: native)
    return drawing.hit(at: point, textSize: cache.size)
  }

  /// The named shapes that were drawn last, in the order of the keyboard.
  var places: [Drawing.Place] {
    let cache = cache ?? PaintCache(widget: native)
    return drawing.places(textSize: cache.size)
  }

  /// Brings the keyboard to a shape; nil, or a name that is not there, to none.
  public func focus(shape name: String?) {
    let place = places.first { $0.name == name }
    focusedShape = place?.name
    if let native {
      setAccessible(native, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, place?.label ?? place?.name ?? "")
    }
    redraw()
    onFocus?(focusedShape)
  }

  private func paint(on snapshot: OpaquePointer, _ size: Size) {
    guard let native else { return }
    let isDark = adw_style_manager_get_dark(adw_style_manager_get_default()) != 0
    drawing = make(Room(size: size, isDark: isDark))
    let cache = cache ?? PaintCache(widget: native)
    self.cache = cache
    cache.beginFrame()
    let painter = SnapshotPainter(
      snapshot: snapshot, palette: Palette(of: native), cache: cache)
    painter.paint(drawing.shapes)
    let isMarked = isFollowingKeys || gtk_widget_has_visible_focus(native) != 0
    guard isMarked, gtk_widget_has_focus(native) != 0 else { return }
    painter.paint([focusRing(in: Rect(origin: .zero, size: size))])
  }

  /// Around the shape that the keyboard is at, or else the whole canvas.
  private func focusRing(in bounds: Rect) -> Shape {
    let place = places.first { $0.name == focusedShape }
    let ring = place.map { $0.bounds.inset(by: -3).intersection(bounds) } ?? bounds
    return Shape.rectangle(ring.inset(by: 1), corner: 6).stroke(.accent, width: 2).opacity(0.8)
  }

  /// A canvas takes the keyboard when it does something with it.
  private func updateFocusable() {
    guard let native else { return }
    gtk_widget_set_focusable(native, onPress != nil || onKey != nil ? 1 : 0)
  }

  private func followColors() {
    guard let manager = adw_style_manager_get_default() else { return }
    let connection = connect(UnsafeMutableRawPointer(manager), "notify::dark") { [weak self] _ in
      self?.redraw()
      return false
    }
    on("destroy") { _ in connection.disconnect() }
  }
}

extension Canvas.Role {
  fileprivate var native: GtkAccessibleRole {
    switch self {
    case .picture: GTK_ACCESSIBLE_ROLE_IMG
    case .group: GTK_ACCESSIBLE_ROLE_GROUP
    case .button: GTK_ACCESSIBLE_ROLE_BUTTON
    case .meter: GTK_ACCESSIBLE_ROLE_METER
    }
  }
}
