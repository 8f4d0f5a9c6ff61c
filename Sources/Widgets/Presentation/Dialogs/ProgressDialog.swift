internal import HikidashiBase
public import HikidashiPresentation

/// A dialog with the progress of some work, which the user can cancel; it closes when the work
/// ends.
///
/// ```swift
/// let count = try await window.present(
///   ProgressDialog("Importing cards") { report in
///     for card in 1...100 {
///       try await store(card)
///       report.fraction = Double(card) / 100
///     }
///     return 100
///   }
/// ).get()
/// ```
///
/// The work begins when the dialog is shown first, off the main actor, and goes on where something
/// more urgent takes the dialog's place. Its task is cancelled when the dialog ends before it: by
/// Cancel, by Escape, by the program, or with its window.
public struct ProgressDialog<Value: Sendable>: Presentable {
  /// The value that the work returns, or the error that it throws.
  public typealias Answer = Result<Value, any Error>
  /// The work, which tells the report how far it has come.
  public typealias Work = @Sendable (ProgressReport) async throws -> Value

  /// The title of the dialog.
  public var title: String
  /// The explanation below the title.
  public var message: String
  /// Whether the user may cancel the work.
  public var isCancellable: Bool
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions()
  fileprivate let work: Work

  /// The name of the item in the log, in errors and in queries.
  public var name: String { title }

  /// Makes a progress dialog.
  ///
  /// - Parameters:
  ///   - title: What is done.
  ///   - message: What a person has to know of it.
  ///   - isCancellable: Whether a person may cancel the work.
  ///   - work: Tells the report how far it has come, and should end soon when its task is cancelled.
  public init(
    _ title: String, message: String = "", isCancellable: Bool = true, work: @escaping Work
  ) {
    self.title = title
    self.message = message
    self.isCancellable = isCancellable
    self.work = work
  }
}

extension ProgressDialog: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<ProgressDialog> {
    ProgressView(self, over: window)
  }
}

private final class ProgressView<Value: Sendable>: MessageView<ProgressDialog<Value>> {
  private let report = ProgressReport()
  private var task: Task<Void, Never>?
  private var result: Result<Value, any Error>?
  private var isCancelled = false
  private var watch: ProgressWatch?

  override func message() -> Message {
    let bar = ProgressBar()
    let text = Label().ellipsized().styleClass("dim-label")
    watch = ProgressWatch(report, bar: bar) { [report] in
      text.text = report.text
      text.isVisible = !report.text.isEmpty
    }
    bar.accessibleLabel(item.title)
    return Message(
      heading: item.title, body: item.message, choices: item.isCancellable ? [.cancel] : [],
      content: Stack(.vertical, spacing: 6, [bar, text]))
  }

  override func appear() {
    super.appear()
    guard task == nil else { return }
    task = Task.detached { [work = item.work, report, weak self] in
      let result: Result<Value, any Error>
      do { result = .success(try await work(report)) } catch { result = .failure(error) }
      await self?.finish(result)
    }
  }

  override func mapped() {
    super.mapped()
    // It has ended while something else was shown.
    if let result { answer(result) }
  }

  private func finish(_ result: Result<Value, any Error>) {
    guard !isCancelled else { return }
    self.result = result
    if isShown { answer(result) }
  }

  override func chose(_ choice: Choice) {
    isCancelled = true
    task?.cancel()
  }

  isolated deinit { task?.cancel() }
}
