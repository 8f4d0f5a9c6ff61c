internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiMotion
public import HikidashiPresentation

/// A panel with any content that slides over a window, or over a ``SheetArea`` of it, and blocks
/// what it covers.
///
/// ```swift
/// let sheet = Sheet<String>("New shelf") { answer in
///   let name = SearchField("Name")
///   name
///   Button("Add") { answer(name.text) }.asDefault()
/// }
/// let name = try await window.present(sheet)
/// ```
///
/// Escape closes it, without an answer, and so does a click beside it. How it comes and goes may be said:
///
/// ```swift
/// sheet.entering = .scale(from: 0.5, over: 0.4, curve: .backOut).fade()
/// ```
public struct Sheet<Answer: Sendable>: Presentable {
  /// The edge from which the sheet slides in.
  public enum Edge: Hashable, Sendable {
    case top, bottom
  }

  /// Makes the parts of the sheet; they call `answer` to close it with an answer.
  public typealias Content =
    @MainActor @Sendable (_ answer: @escaping @MainActor (Answer) -> Void) -> [Part]

  /// The heading of the sheet.
  public var title: String
  /// The area that the sheet covers; nil for the whole window below its header.
  public var area: SheetArea?
  /// The edge from which the sheet slides in.
  public var edge: Edge
  /// Whether the user can close the sheet without an answer.
  public var isClosable: Bool
  /// How the sheet comes; nil for a slide from its edge.
  public var entering: Movement?
  /// How the sheet goes; nil for a slide to its edge.
  public var leaving: Movement?
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions(channel: .sheets)
  fileprivate let content: Content

  /// The name of the item in the log, in errors and in queries.
  public var name: String { title }

  /// Makes a sheet.
  ///
  /// - Parameters:
  ///   - title: Its heading.
  ///   - area: What it covers; nil for the whole window below its header.
  ///   - edge: From where it comes.
  ///   - isClosable: Whether a person can close it without an answer.
  ///   - content: Makes the parts, when it is shown first; they call `answer` with what was chosen.
  public init(
    _ title: String, in area: SheetArea? = nil, from edge: Edge = .bottom, isClosable: Bool = true,
    @PartBuilder content: @escaping Content
  ) {
    self.title = title
    self.area = area
    self.edge = edge
    self.isClosable = isClosable
    self.content = content
  }
}

extension PresentationChannel {
  /// The channel of sheets; each window has its own.
  public static let sheets = PresentationChannel("sheets")
}

extension Sheet: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<Sheet> { SheetView(self, over: window) }
}

private final class SheetView<Answer: Sendable>: ItemView<Sheet<Answer>> {
  private var area: SheetArea?
  private var focus: FocusMemory?
  private var content: Part?
  private lazy var scrim = makeScrim()
  private lazy var sheet = makeSheet()

  private func makeScrim() -> Part {
    let shade = Stack(.vertical, []).styleClass("hk-scrim").expand()
    if let click = gtk_gesture_click_new() {
      shade.addController(click)
      connect(UnsafeMutableRawPointer(click), "released") { [weak self] _ in
        self?.close()
        return false
      }
    }
    return shade.entering(.fade(over: 0.2)).leaving(.fade(over: 0.2))
  }

  private func makeSheet() -> Part {
    PresentationStyle.install()
    let isTop = item.edge == .top
    let heading = Stack(.horizontal, spacing: 6) {
      Label(item.title).wrapping().styleClass("title-4").expand(.horizontal)
      Button(icon: "window-close-symbolic", label: tr("Close")) { [weak self] in self?.close() }
        .styleClass("flat", "circular").visible(item.isClosable)
    }
    let content = Stack(.vertical, spacing: 12, item.content { [weak self] in self?.answer($0) })
    self.content = content
    let sheet = SheetStack(.vertical, spacing: 12, [heading, content])
    sheet.onEscape = { [weak self] in self?.close() }
    sheet
      .styleClass("hk-sheet", isTop ? "top" : "bottom").accessibleLabel(item.title)
    if let native = sheet.native {
      setProperty(
        native.object, "accessible-role", enumeration: GTK_ACCESSIBLE_ROLE_DIALOG.rawValue)
    }
    listenToEscape(in: sheet)
    let slide = Movement.slide(from: isTop ? .top : .bottom, over: 0.2)
    return sheet.align(horizontal: .center, vertical: isTop ? .start : .end)
      .entering(item.entering ?? slide).leaving(item.leaving ?? slide)
  }

  private func listenToEscape(in sheet: Part) {
    guard let keys = gtk_event_controller_key_new() else { return }
    sheet.addController(keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      guard let self, arguments.uint(1) == Int(GDK_KEY_Escape), item.isClosable else {
        return false
      }
      close()
      return true
    }
  }

  /// A person closes it.
  private func close() {
    if item.isClosable { end() }
  }

  override func appear() {
    let area = item.area ?? window?.room?.area
    guard let area, area.native != nil, area.window === window || item.area != nil else {
      return fail(tr("there is no window to show it over"))
    }
    self.area = area
    focus = FocusMemory(area.window)
    area.cover(scrim)
    sheet.come { [weak self] in
      self?.takeFocus()
      self?.didAppear()
    }
    area.cover(sheet)
    area.isContentReachable = false
    takeFocus()
  }

  /// To the content, or else to the button that closes the sheet.
  private func takeFocus() {
    for part in [content, sheet] where !sheet.hasFocus {
      if let native = part?.native { _ = gtk_widget_child_focus(native, GTK_DIR_TAB_FORWARD) }
    }
  }

  override func vanish() {
    scrim.leave {}
    sheet.leave { [weak self] in
      self?.drop()
      self?.didVanish()
    }
  }

  override func drop() {
    guard let area else { return }
    self.area = nil
    area.uncover(scrim)
    area.uncover(sheet)
    area.isContentReachable = true
    focus?.restore(activating: false)
    focus = nil
  }
}

private final class SheetStack: Stack, Escapable {
  var onEscape: (@MainActor () -> Void)?

  override func nativeDied() {
    super.nativeDied()
    onEscape = nil
  }

  func escape() { onEscape?() }
}
