internal import CHikidashiGTK
internal import CHikidashiWidgetBridge
internal import HikidashiBase
public import HikidashiPresentation

/// A message above the content of a window that stays until the matter is settled.
///
/// ```swift
/// window.show(Banner("Working offline", button: "Try Again") { connection.open() })
/// ```
///
/// A banner of the same key takes the place of the one before, where its options say so.
public struct Banner: Presentable {
  /// The answer is given when the user presses the button.
  public typealias Answer = Void

  /// The message.
  public var text: String
  /// The reason, in one line below the message, and as a tooltip where it does not fit; nil for
  /// none.
  public var details: String?
  /// The title of the button; nil for none.
  public var button: String?
  /// Whether the user can close the banner without pressing its button.
  public var isClosable: Bool
  /// The progress of the work that the banner is about; nil for none.
  public var progress: ProgressReport?
  private let press: (@MainActor @Sendable () -> Void)?
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions(channel: .banners)

  /// The name of the item in the log, in errors and in queries.
  public var name: String { text }

  /// Makes a banner.
  ///
  /// - Parameters:
  ///   - text: What is so for as long as the banner is there.
  ///   - details: Why it is so, in one line below.
  ///   - button: What the button says; nil for none.
  ///   - isClosable: Whether a person can close it without pressing the button.
  ///   - progress: How far that has come which it tells of; its text, where it has one, stands in
  ///     the place of `text`.
  ///   - press: Called when a person presses the button.
  public init(
    _ text: String, details: String? = nil, button: String? = nil, isClosable: Bool = true,
    progress: ProgressReport? = nil, press: (@MainActor @Sendable () -> Void)? = nil
  ) {
    self.text = text
    self.details = details
    self.button = button
    self.isClosable = isClosable
    self.progress = progress
    self.press = press
  }

  @MainActor fileprivate func pressed() { press?() }
}

extension Banner: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<Banner> {
    BannerView(self, over: window)
  }
}

private final class BannerView: ItemView<Banner> {
  private let text = Label().wrapping().expand(.horizontal)
  private let details = Label().ellipsized().styleClass("caption").expand(.horizontal)
  private lazy var button = Button("") { [weak self] in
    self?.item.pressed()
    self?.answer(())
  }
  private lazy var close = Button(icon: "window-close-symbolic", label: tr("Close")) {
    [weak self] in self?.vanish()
  }.styleClass("flat")
  private let progress = ProgressBar().align(vertical: .center)
  private lazy var revealer = makeRevealer()
  private var watch: ProgressWatch?
  private var focus: FocusMemory?

  private func makeRevealer() -> Revealer {
    PresentationStyle.install()
    let words = Stack(.vertical, spacing: 0, [text, details]).align(vertical: .center)
    for part in [button, close] { part.align(vertical: .center) }
    let line = Stack(.horizontal, spacing: 12, [words, progress, button, close])
      .styleClass("hk-banner")
    if let native = line.native {
      hk_box_stack_below(native, 0, 12)
      setProperty(
        native.object, "accessible-role", enumeration: GTK_ACCESSIBLE_ROLE_ALERT.rawValue)
    }
    return Revealer(line, GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN)
  }

  override func appear() {
    guard let room = window?.room, revealer.native != nil else {
      return fail(tr("its window cannot show it"))
    }
    room.banners.append(revealer)
    focus = FocusMemory(window)
    changed()
    revealer.reveal(true) { [weak self] in self?.didAppear() }
  }

  override func changed() {
    text.text = item.text
    details.isVisible = item.details != nil
    details.text = item.details ?? ""
    details.tooltip(item.details)
    button.isVisible = item.button != nil
    button.title = item.button ?? ""
    close.isVisible = item.isClosable
    progress.isVisible = item.progress != nil
    watch = item.progress.map { report in
      ProgressWatch(report, bar: progress) { [weak self] in
        guard let self else { return }
        text.text = report.text.isEmpty ? item.text : report.text
      }
    }
  }

  override func vanish() {
    revealer.reveal(false) { [weak self] in
      self?.drop()
      self?.didVanish()
    }
  }

  override func drop() {
    watch = nil
    // The keyboard, where it is on the banner, would be lost with it.
    let hadFocus = revealer.hasFocus
    window?.room?.banners.remove(revealer)
    if hadFocus { focus?.restore(activating: false) }
    focus = nil
  }
}
