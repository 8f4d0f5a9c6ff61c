internal import HikidashiBase
public import HikidashiPresentation

/// An alert that asks for a value with an ``Input``: a text, a number, a date and so on.
///
/// ```swift
/// let name = try await window.present(
///   Prompt("Rename the shelf", accept: "Rename") {
///     TextEntry("Name", value: "Fish", rules: [.required, .length(1...40)])
///   })
/// ```
///
/// The value is checked as it is typed, and what is wrong stands below it. Enter takes it, Escape ends
/// the prompt without an answer.
public struct Prompt<Value: Equatable & Sendable>: Presentable {
  /// The entered value; it fulfils the rules of the input.
  public typealias Answer = Value

  /// The title of the prompt.
  public var title: String
  /// The explanation below the title.
  public var message: String
  /// The title of the button that accepts the value.
  public var accept: String
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions()
  fileprivate let input: @MainActor @Sendable () -> Input<Value>

  /// The name of the item in the log, in errors and in queries.
  public var name: String { title }

  /// Makes a prompt.
  ///
  /// - Parameters:
  ///   - title: What is asked for.
  ///   - message: What a person has to know to answer.
  ///   - accept: What the button says that takes the value; “OK” if not given.
  ///   - input: Makes the input, when the prompt is shown first.
  public init(
    _ title: String, message: String = "", accept: String? = nil,
    input: @escaping @MainActor @Sendable () -> Input<Value>
  ) {
    self.title = title
    self.message = message
    self.accept = accept ?? tr("_OK")
    self.input = input
  }
}

extension Prompt: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<Prompt> {
    PromptView(self, over: window)
  }
}

private final class PromptView<Value: Equatable & Sendable>: MessageView<Prompt<Value>> {
  private lazy var input = item.input()
  private lazy var form = Form { input }
  private lazy var accept = Choice(item.accept, id: "accept", role: .preferred)

  override func message() -> Message {
    form.onChange = { [weak self] in self?.check() }
    // Enter in the input.
    form.onApply = { [weak self] in
      guard let self else { return }
      choose(accept)
    }
    return Message(
      heading: item.title, body: item.message, choices: [.cancel, accept], content: form,
      focus: input)
  }

  override func mapped() {
    check()
    super.mapped()
  }

  private func check() { setEnabled(accept, form.isValid) }

  override func chose(_ choice: Choice) {
    if choice == accept, form.isValid { answer(input.value) }
  }
}
