internal import CGTK
public import Presentation
internal import Support

/// A short message that passes by at the bottom of a window, with a button if something can be done.
///
/// ```swift
/// window.show(Toast("3 cards deleted", button: "Undo") { cards.undo() })
/// ```
///
/// It takes no keyboard from anybody; Tab gets to its button. It goes after five seconds, and the next
/// one comes then.
public struct Toast: Presentable {
  /// That a person has pressed the button.
  public typealias Answer = Void

  public var text: String
  /// What the button says; nil for none.
  public var button: String?
  private let press: (@MainActor @Sendable () -> Void)?
  public var options = PresentationOptions(channel: .toasts)

  public var name: String { text }

  /// Makes a toast.
  ///
  /// - Parameters:
  ///   - text: One line, without markup.
  ///   - button: What the button says; nil for none.
  ///   - press: Called when a person presses the button.
  public init(
    _ text: String, button: String? = nil, press: (@MainActor @Sendable () -> Void)? = nil
  ) {
    self.text = text
    self.button = button
    self.press = press
    options.maximum = .seconds(5)
  }

  /// A toast whose button takes back what it tells of; it stays twice as long.
  ///
  /// - Parameters:
  ///   - text: What was done.
  ///   - undo: Takes it back.
  public static func undo(
    _ text: String, _ undo: @escaping @MainActor @Sendable () -> Void
  ) -> Toast {
    var toast = Toast(text, button: tr("Undo"), press: undo)
    toast.options.maximum = .seconds(10)
    return toast
  }

  @MainActor fileprivate func pressed() { press?() }
}

extension Toast: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<Toast> { ToastView(self, over: window) }
}

private final class ToastView: ItemView<Toast> {
  private var native: OpaquePointer?
  private var focus: FocusMemory?

  override func appear() {
    guard let room = window?.room, let toast = adw_toast_new(escapedMarkup(item.text)) else {
      return fail(tr("its window cannot show it"))
    }
    native = toast
    g_object_ref(UnsafeMutableRawPointer(toast))
    // How long it stays is the queue's to say.
    adw_toast_set_timeout(toast, 0)
    adw_toast_set_button_label(toast, item.button)
    connect(UnsafeMutableRawPointer(toast), "button-clicked") { [weak self] _ in
      guard let self else { return false }
      item.pressed()
      answer(())
      return false
    }
    connect(UnsafeMutableRawPointer(toast), "dismissed") { [weak self] _ in
      self?.forget()
      self?.didVanish()
      return false
    }
    focus = FocusMemory(window)
    room.add(toast: toast)
    didAppear()
  }

  override func changed() {
    if let native { adw_toast_set_title(native, escapedMarkup(item.text)) }
  }

  override func vanish() {
    guard let native, window?.native != nil else {
      forget()
      return didVanish()
    }
    adw_toast_dismiss(native)
  }

  override func drop() {
    if let native { adw_toast_dismiss(native) }
    forget()
  }

  private func forget() {
    // The keyboard, where it is on the toast, would be lost with it.
    if let room = window?.room, room.hasFocus, !room.area.hasFocus {
      focus?.restore(activating: false)
    }
    focus = nil
    if let native { g_object_unref(UnsafeMutableRawPointer(native)) }
    native = nil
  }

  isolated deinit { forget() }
}
