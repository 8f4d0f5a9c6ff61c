internal import CHikidashiGTK
internal import CHikidashiWidgetBridge
public import HikidashiMotion
public import HikidashiWidgets

/// A view that shows and plays a scene.
///
/// ```swift
/// let view = try SceneView(scene, "A greeting")
/// view.play()
/// ```
///
/// A scene that is smaller than its view stands in the middle. Texts without a colour or a family have
/// those of labels, in light and in dark.
///
/// It asks for frames only while something moves: not while it is paused, hidden, over, or nothing is
/// to happen for a while. Where the desktop wants nothing to move, it shows the end of the scene at
/// once, or plays the calm scene if there is one.
public final class SceneView: Part {
  /// The player of the scene; all of its methods may be called.
  public let player: Player
  /// Called when the view is pressed, with the id of the foremost part there, or nil if there is
  /// none. Widgets that handle the press themselves, such as buttons, do not pass it on.
  public var onPress: (@MainActor (String?) -> Void)?
  /// Whether a press pauses the playing scene and shows a sign for it, and the next press
  /// continues; false at first. The space bar does the same.
  public var pausesOnPress = false {
    didSet { if let native { gtk_widget_set_focusable(native, pausesOnPress ? 1 : 0) } }
  }
  /// Whether presses go to what is behind the view; false at first.
  public var isTransparentToInput = false {
    didSet { if let native { gtk_widget_set_can_target(native, isTransparentToInput ? 0 : 1) } }
  }

  let contents: SceneContents
  var state = SceneState()
  var widgets: [Int: Part] = [:]
  /// Where the widgets were placed last.
  var places: [Int: Transform] = [:]
  /// The widgets that are closed to the pointer, as something stands before them at its place.
  var covered: Set<Int> = []
  /// Whether a press has paused it, so that a sign is shown.
  var isPausedByPress = false
  /// What the renderer of the graphics card drew last.
  var recentNodes: [OpaquePointer] = []
  /// How often it was drawn.
  var drawCount = 0
  /// Whether it asks for frames.
  private(set) var isTicking = false
  private var wakeUp: Task<Void, Never>?

  /// Creates a view; the scene does not play yet.
  ///
  /// - Parameters:
  ///   - scene: What is shown.
  ///   - label: What a screen reader calls it.
  ///   - calm: What is played where the desktop wants nothing to move.
  ///   - clock: Tells the time.
  ///   - pictures: Finds the pictures that the scene names; nil takes the names for files.
  ///   - widgets: Makes the widgets that the scene names, one for each part.
  /// - Throws: ``/HikidashiMotion/SceneError/unknownName(place:kind:name:)`` for a widget that there is not.
  public init(
    _ scene: Scene, _ label: String, calm: Scene? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    pictures: ((String) -> Picture?)? = nil, widgets: (String) -> Part? = { _ in nil }
  ) throws(SceneError) {
    Toolkit.start()
    let wantsMotion = Toolkit.wantsMotion
    let shown = wantsMotion ? scene : calm ?? scene
    player = Player(shown, clock: clock)
    let isWild = calm == nil
    player.isStill = { isWild && !Toolkit.wantsMotion }
    contents = SceneContents(shown, pictures: pictures ?? { Picture(file: $0) })
    for (number, part) in shown.parts.enumerated() {
      guard case .widget(let name) = part.content else { continue }
      guard let made = widgets(name) else {
        throw .unknownName(place: part.id, kind: "widget", name: name)
      }
      self.widgets[number] = made
    }
    super.init(native: hk_scene_new(SceneView.callbacks))
    guard let native else { return }
    hk_scene_set_owner(native, Unmanaged.passUnretained(self).toOpaque())
    hk_scene_set_size(
      native, gint(clamping: Int(shown.size.width.rounded(.up))),
      gint(clamping: Int(shown.size.height.rounded(.up))))
    accessibleLabel(label)
    // In the order in which they are drawn, as GTK asks the foremost first.
    let order = self.widgets.sorted {
      (shown.parts[$0.key].layer, $0.key) < (shown.parts[$1.key].layer, $1.key)
    }
    for (_, part) in order {
      part.adopt { hk_scene_add(native, $0) }
    }
    contents.widgetSize = { [weak self] number, size in
      self?.widgets[number]?.native.map { SceneView.size(of: $0, given: size) }
    }
    player.viewOfPart = { [weak self] id in self?.view(of: id) }
    player.onChange = { [weak self] in self?.update() }
    player.state(into: &state)
    on("map") { [weak self] _ in
      self?.contents.drawn(on: self?.native)
      self?.update()
    }
    listen()
  }

  isolated deinit {
    if let native { hk_scene_set_owner(native, nil) }
    for node in recentNodes { gsk_render_node_unref(node) }
    wakeUp?.cancel()
  }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    isTicking = false
    onPress = nil
    player.cancel()
    player.onChange = nil
    contents.drawn(on: nil)
    wakeUp?.cancel()
    widgets = [:]
  }

  /// Plays the scene from its beginning; see ``/HikidashiMotion/Player/play(repeat:)``.
  @discardableResult
  public func play(repeat rounds: Double? = nil) -> Playback {
    player.play(repeat: rounds)
  }

  /// Plays the scene for as long as it lasts, where nobody has to know when it ends.
  ///
  /// ```swift
  /// Window("Greeting") { view.playing(pausesOnPress: true) }
  /// ```
  ///
  /// - Parameter pausesOnPress: See ``pausesOnPress``.
  @discardableResult
  public func playing(pausesOnPress: Bool = false) -> Self {
    self.pausesOnPress = pausesOnPress
    play()
    return self
  }

  /// Where the scene's upper left corner stands in the view.
  var corner: Point {
    guard let native else { return .zero }
    let scene = player.scene.size
    return Point(
      max(0, ((Double(gtk_widget_get_width(native)) - scene.width) / 2).rounded(.down)),
      max(0, ((Double(gtk_widget_get_height(native)) - scene.height) / 2).rounded(.down)))
  }

  /// What hooks get: the part of a widget, or the view.
  private func view(of id: String) -> AnyObject? {
    guard let number = player.scene.parts.firstIndex(where: { $0.id == id }) else { return nil }
    return widgets[number] ?? self
  }

  /// The natural size of a widget, or a given one, which is no less than the widget needs.
  private static func size(of widget: NativeWidget, given size: Size?) -> Size {
    var (least, natural) = (gint(0), gint(0))
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, nil, nil)
    let width = max(Double(least), size?.width.rounded() ?? Double(natural))
    gtk_widget_measure(
      widget, GTK_ORIENTATION_VERTICAL, gint(width), &least, &natural, nil, nil)
    return Size(width, max(Double(least), size?.height.rounded() ?? Double(natural)))
  }

  /// Shows what is to be seen now, and asks for frames while that changes.
  func update() {
    guard let native else { return }
    if player.state != .paused { isPausedByPress = false }
    showState()
    wakeUp?.cancel()
    wakeUp = nil
    guard player.state == .playing, gtk_widget_get_mapped(native) != 0 else { return }
    switch player.nextMotion {
    case nil: break
    case let seconds? where seconds > 0.1:
      // Nothing is to be drawn until then. What is very far away is asked for again in between.
      wakeUp = Task { [weak self] in
        try? await Task.sleep(for: .seconds(min(seconds, 3_600)))
        guard !Task.isCancelled, let self else { return }
        player.advance()
        update()
      }
    default: startTicking()
    }
  }

  private func showState() {
    guard let native else { return }
    player.state(into: &state)
    gtk_widget_queue_draw(native)
    if !widgets.isEmpty { gtk_widget_queue_allocate(native) }
  }

  private func startTicking() {
    guard !isTicking, let native else { return }
    isTicking = true
    addTick(to: native) { [weak self] in self?.tick() ?? false }
  }

  private func tick() -> Bool {
    isTicking = false
    guard let widget = native, gtk_widget_get_mapped(widget) != 0 else { return false }
    isTicking = true
    player.advance()
    // A hook may have closed the window.
    guard self.native != nil else { return false }
    showState()
    isTicking = player.state == .playing && (player.nextMotion ?? 1) <= 0.1
    if !isTicking { update() }
    return isTicking
  }
}

// MARK: - Placing

/// GTK has widgets in the plane alone, for what is pressed and where popovers go. One that stands in
/// space is therefore placed as it looks near a point: near its middle, and near the pointer whenever
/// GTK looks for what is under it.
extension SceneView {
  /// Returns the id of the foremost part at a point of the view, as drawn last; nil if there is
  /// none.
  ///
  /// A part counts where it is seen: not beyond its clip and wipe, not from a back that is hidden, and
  /// not where it reaches behind the viewer.
  ///
  /// - Complexity: O(*n*) in the parts that are seen.
  public func part(at point: Point) -> String? { seenPart(at: point)?.id }

  private func seenPart(at point: Point) -> SceneState.Part? {
    let point = point - corner
    return state.last { part in
      guard let (look, transform) = painter.seen(part), let place = transform.unproject(point)
      else { return false }
      let area = painter.clip(part, look.size) ?? Rect(origin: .zero, size: look.size)
      return area.contains(place)
    }
  }

  /// Puts the widgets where they are seen.
  func placeWidgets() {
    guard !widgets.isEmpty else { return }
    let seen = Dictionary(state.map { ($0.index, $0) }, uniquingKeysWith: { $1 })
    for (number, widget) in widgets {
      guard let child = widget.native else { continue }
      let part = seen[number].flatMap { painter.seen($0) == nil ? nil : $0 }
      gtk_widget_set_child_visible(child, part == nil ? 0 : 1)
      if let part { place(part, child, near: nil) }
    }
  }

  /// Sees to it that GTK finds the widget that is seen at a point, and tells it the right place there.
  func prepareToPick(_ point: Point) {
    guard !widgets.isEmpty else { return }
    let hit = seenPart(at: point)
    for part in state {
      guard let child = widgets[part.index]?.native, gtk_widget_get_child_visible(child) != 0
      else { continue }
      place(part, child, near: point)
      // What the app has closed to the pointer stays so.
      if part.index == hit?.index {
        if covered.remove(part.index) != nil { gtk_widget_set_can_target(child, 1) }
      } else if gtk_widget_get_can_target(child) != 0 {
        covered.insert(part.index)
        gtk_widget_set_can_target(child, 0)
      }
    }
  }

  private func place(_ part: SceneState.Part, _ child: NativeWidget, near point: Point?) {
    let size = contents.look(of: part).size
    let transform = part.transform(size: size)
    guard
      let flat = transform.flattened(
        near: point.map { $0 - corner }, middle: Point(size.width / 2, size.height / 2))
    else { return }
    var place = flat
    place.tx += corner.x
    place.ty += corner.y
    places[part.index] = place
    gtk_widget_allocate(
      child, Self.pixels(size.width), Self.pixels(size.height), -1, place.native)
  }

  /// A length that GTK bears.
  private static func pixels(_ length: Double) -> gint {
    gint(min(max(0, length.rounded()), 16_384))
  }
}
