internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiPresentation

/// A short message that passes by at the bottom of a window, with a button if something can be done.
///
/// ```swift
/// window.show(Toast("3 cards deleted", button: "Undo") { cards.undo() })
/// ```
///
/// It takes no keyboard from anybody; Tab gets to its button. It goes after five seconds, and the next
/// one comes then.
public struct Toast: Presentable {
  /// The user pressed the button.
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
  private let display = ToastDisplay()

  override func appear() {
    display.onPress = { [weak self] in
      self?.item.pressed()
      self?.answer(())
    }
    display.onGone = { [weak self] in self?.didVanish() }
    // How long it stays is the queue's to say.
    guard let window, display.show(item.text, button: item.button, in: window) else {
      return fail(tr("its window cannot show it"))
    }
    didAppear()
  }

  override func changed() { display.text = item.text }

  override func vanish() { display.dismiss() }

  override func drop() {
    display.onGone = nil
    display.dismiss()
  }
}
