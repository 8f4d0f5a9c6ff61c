internal import CHikidashiGTK
internal import HikidashiBase

/// A view of a picture that can be zoomed and moved.
///
/// `+` and `-` or Ctrl and the wheel zoom, 0 fits the picture into its room, 1 shows its own pixels,
/// a double click goes from the one to the other; arrow keys, the wheel and a pull move it.
///
/// ```swift
/// let view = PictureView(Picture(file: path), description: "The harbour in the morning")
/// ```
public final class PictureView: Part {
  /// The size at which the picture is shown.
  public enum Zoom: Sendable, Hashable {
    /// As large as the view allows, but never larger than the picture itself.
    case fit
    /// A number of screen pixels for each pixel of the picture, from 0.05 to 20.
    case scale(Double)
  }

  /// Called after the user has zoomed.
  public var onZoom: (@MainActor (Zoom) -> Void)?
  /// Called after another zoom or place is shown, by whom ever.
  var didMove: (@MainActor () -> Void)?
  private let image: NativeWidget
  private var natural = Size.zero
  private var pulled = Point.zero

  /// Creates a view of a picture.
  public init(_ picture: Picture? = nil, description: String = "") {
    Toolkit.start()
    image = gtk_picture_new()
    super.init(native: gtk_scrolled_window_new())
    guard let native else { return }
    gtk_scrolled_window_set_child(native.opaque, image)
    gtk_picture_set_can_shrink(image.opaque, 1)
    gtk_widget_set_halign(image, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(image, GTK_ALIGN_CENTER)
    // The keyboard is with what a screen reader can name.
    gtk_widget_set_focusable(native, 0)
    gtk_widget_set_focusable(image, 1)
    show(picture, description: description)
    listen()
    expand()
  }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    onZoom = nil
    didMove = nil
  }

  /// The widget of the part that a screen reader reads.
  public override var accessibleNative: NativeWidget? { native == nil ? nil : image }

  /// Moves the keyboard focus to the part.
  @discardableResult
  public override func focus() -> Bool {
    native != nil && giveFocus(to: image)
  }

  /// Shows another picture, fitted into the view; nil shows none.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - description: What it shows, for a screen reader.
  public func show(_ picture: Picture?, description: String) {
    let paintable = picture?.makePaintable()
    show(paintable, description: description)
    if let paintable { g_object_unref(UnsafeMutableRawPointer(paintable)) }
  }

  /// Shows a `GdkPaintable`.
  func show(_ paintable: OpaquePointer?, description: String) {
    guard native != nil else { return }
    natural =
      paintable.map {
        Size(
          Double(gdk_paintable_get_intrinsic_width($0)),
          Double(gdk_paintable_get_intrinsic_height($0)))
      } ?? .zero
    gtk_picture_set_paintable(image.opaque, paintable)
    gtk_picture_set_alternative_text(image.opaque, description)
    accessibleLabel(description)
    zoom = .fit
  }

  /// The size at which the picture is shown.
  public var zoom: Zoom = .fit {
    didSet {
      layOut()
      didMove?()
    }
  }

  /// What of the picture is in the middle of the view: a share of its width and of its height, 0 to 1, from its
  /// left upper corner. A picture that is seen as a whole has its own middle there.
  public var place: Point {
    get { Point(share(of: horizontal), share(of: vertical)) }
    set {
      set(horizontal, newValue.x)
      set(vertical, newValue.y)
    }
  }

  private typealias Adjustment = UnsafeMutablePointer<GtkAdjustment>

  private var horizontal: Adjustment? {
    native.flatMap { gtk_scrolled_window_get_hadjustment($0.opaque) }
  }

  private var vertical: Adjustment? {
    native.flatMap { gtk_scrolled_window_get_vadjustment($0.opaque) }
  }

  private func share(of adjustment: Adjustment?) -> Double {
    guard let adjustment else { return 0.5 }
    let (page, all) = (
      gtk_adjustment_get_page_size(adjustment), gtk_adjustment_get_upper(adjustment)
    )
    guard all > page, all > 0 else { return 0.5 }
    return (gtk_adjustment_get_value(adjustment) + page / 2) / all
  }

  private func set(_ adjustment: Adjustment?, _ share: Double) {
    guard let adjustment, share.isFinite else { return }
    let page = gtk_adjustment_get_page_size(adjustment)
    gtk_adjustment_set_value(adjustment, share * gtk_adjustment_get_upper(adjustment) - page / 2)
  }

  /// Multiplies the current zoom by a factor.
  public func zoom(by factor: Double) {
    guard natural.width > 0, factor.isFinite else { return }
    let now: Double =
      switch zoom {
      case .fit: Double(gtk_widget_get_width(image)) / natural.width
      case .scale(let scale): scale
      }
    change(to: .scale(min(max(now * factor, 0.05), 20)))
  }

  private func change(to zoom: Zoom) {
    self.zoom = zoom
    onZoom?(zoom)
  }

  private func layOut() {
    guard let native else { return }
    let policy = zoom == .fit ? GTK_POLICY_NEVER : GTK_POLICY_AUTOMATIC
    gtk_scrolled_window_set_policy(native.opaque, policy, policy)
    switch zoom {
    case .fit: gtk_widget_set_size_request(image, -1, -1)
    case .scale(let scale):
      let scale = scale.isFinite ? min(max(scale, 0.05), 20) : 1
      gtk_widget_set_size_request(
        image, gint(clamping: Int(natural.width * scale)),
        gint(clamping: Int(natural.height * scale)))
    }
  }

  private func listen() {
    listenToKeys()
    for adjustment in [horizontal, vertical] {
      guard let adjustment else { continue }
      connect(UnsafeMutableRawPointer(adjustment), "value-changed") { [weak self] _ in
        self?.didMove?()
        return false
      }
    }
    guard
      let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL),
      let drag = gtk_gesture_drag_new(), let click = gtk_gesture_click_new()
    else { return }
    gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE)
    addController(wheel)
    connect(UnsafeMutableRawPointer(wheel), "scroll") { [weak self] arguments in
      let held = gtk_event_controller_get_current_event_state(wheel).rawValue
      guard let self, held & GDK_CONTROL_MASK.rawValue != 0 else { return false }
      zoom(by: arguments.double(2) < 0 ? 1.25 : 0.8)
      return true
    }
    addController(click)
    connect(UnsafeMutableRawPointer(click), "pressed") { [weak self] arguments in
      guard let self else { return false }
      focus()
      if arguments.int(1) == 2 { change(to: zoom == .fit ? .scale(1) : .fit) }
      return false
    }
    addController(drag)
    connect(UnsafeMutableRawPointer(drag), "drag-begin") { [weak self] _ in
      self?.pulled = .zero
      return false
    }
    connect(UnsafeMutableRawPointer(drag), "drag-update") { [weak self] arguments in
      guard let self else { return false }
      let offset = Point(arguments.double(1), arguments.double(2))
      scroll(by: pulled - offset)
      pulled = offset
      return false
    }
  }

  private func scroll(by distance: Point) {
    for (adjustment, step) in [(horizontal, distance.x), (vertical, distance.y)] {
      guard let adjustment else { continue }
      gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + step)
    }
  }

  private func listenToKeys() {
    guard let keys = gtk_event_controller_key_new() else { return }
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    addController(keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      guard let self, arguments.flags(3) & GDK_ALT_MASK.rawValue == 0 else { return false }
      switch Int32(clamping: arguments.uint(1)) {
      case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add: zoom(by: 1.25)
      case GDK_KEY_minus, GDK_KEY_KP_Subtract: zoom(by: 0.8)
      case GDK_KEY_0, GDK_KEY_KP_0: change(to: .fit)
      case GDK_KEY_1, GDK_KEY_KP_1: change(to: .scale(1))
      case GDK_KEY_Left: scroll(by: Point(-48, 0))
      case GDK_KEY_Right: scroll(by: Point(48, 0))
      case GDK_KEY_Up: scroll(by: Point(0, -48))
      case GDK_KEY_Down: scroll(by: Point(0, 48))
      default: return false
      }
      return true
    }
  }
}
