internal import CHikidashiGTK
public import HikidashiMotion
public import HikidashiPresentation

/// A window with any content that blocks the window below it until it is closed.
///
/// ```swift
/// let color = try await window.present(
///   Modal<Int>("Rate it") { answer in
///     for stars in 1...5 { Button("\(stars)") { answer(stars) } }
///   })
/// ```
///
/// Escape closes it without an answer; Enter presses the button that is its default.
public struct Modal<Answer: Sendable>: Presentable {
  /// Makes the parts of the window; they call `answer` to close it with an answer.
  public typealias Content =
    @MainActor @Sendable (_ answer: @escaping @MainActor (Answer) -> Void) -> [Part]

  /// The title of the window.
  public var title: String
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int
  /// Whether the user can close the window without an answer.
  public var isClosable: Bool
  /// How the content comes when the window is there; it fades in if nothing is said.
  public var entering = Movement.fade(over: 0.2)
  /// How the content goes before the window does; at once if nothing is said.
  public var leaving = Movement.none
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions()
  fileprivate let content: Content

  /// The name of the item in the log, in errors and in queries.
  public var name: String { title }

  /// Makes a modal window.
  ///
  /// - Parameters:
  ///   - title: What its window is called.
  ///   - width: In pixels; more where the content needs it.
  ///   - height: In pixels; more where the content needs it.
  ///   - isClosable: Whether a person can close it without an answer.
  ///   - content: Makes the parts, when it is shown first; they call `answer` with what was chosen.
  ///     Like those of a window they may begin with a ``HeaderBar``.
  public init(
    _ title: String, width: Int = 400, height: Int = 0, isClosable: Bool = true,
    @PartBuilder content: @escaping Content
  ) {
    self.title = title
    self.width = width
    self.height = height
    self.isClosable = isClosable
    self.content = content
  }
}

extension Modal: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<Modal> { ModalView(self, over: window) }
}

private final class ModalView<Answer: Sendable>: DialogView<Modal<Answer>> {
  private var column: Part?

  override func makeDialog(over parent: Window) -> Window? {
    var parts = item.content { [weak self] in self?.answer($0) }
    let header = parts.first as? HeaderBar ?? HeaderBar()
    if parts.first is HeaderBar { parts.removeFirst() }
    header.showsClose = item.isClosable
    let column = Stack(.vertical, spacing: 12, parts).margin(18)
      .entering(item.entering).leaving(item.leaving)
    self.column = column
    let dialog = Window(
      item.title, name: item.title, width: item.width, height: item.height, isDialog: true,
      content: [header, column])
    dialog.onClose = { [weak self] in self?.closes() ?? true }
    dialog.closesByEscape()
    return dialog
  }

  override func mapped() {
    guard let column else { return didAppear() }
    column.come { [weak self] in self?.didAppear() }
  }

  /// Whether the window closes at once when a person closes it.
  private func closes() -> Bool {
    guard item.isClosable, !item.leaving.isEmpty else { return item.isClosable }
    vanish()
    return false
  }

  override func vanish() {
    guard let column, dialog?.native != nil else { return super.vanish() }
    // Later: its window does not go in the middle of its own frame.
    column.leave { [weak self] in Task { self?.goAway() } }
  }

  private func goAway() { super.vanish() }
}
