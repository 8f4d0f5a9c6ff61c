internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiPresentation

/// A short message that appears for a while at the bottom of a window, with a button if needed.
///
/// ```swift
/// window.show(Toast("3 cards deleted", button: "Undo") { cards.undo() })
/// ```
///
/// It takes no keyboard from anybody; Tab gets to its button. It goes after five seconds, and the next
/// one comes then.
public struct Toast: Presentable {
  /// The answer is given when the user presses the button.
  public typealias Answer = Void

  /// The message, in one line without markup.
  public var text: String
  /// The title of the button; nil for none.
  public var button: String?
  private let press: (@MainActor @Sendable () -> Void)?
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions(channel: .toasts)

  /// The name of the item in the log, in errors and in queries.
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

  /// Returns a toast with a button to undo what it reports; it stays twice as long.
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
