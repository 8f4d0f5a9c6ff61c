/// Something of an app's own that shows itself when its turn has come: a window that GTK draws, a
/// dialog of the desktop, a page for the printer.
///
/// It waits in the queue like an alert, by channel, priority, `after` and `when`, and is given up and
/// interrupted like one.
///
/// ```swift
/// struct Countdown: CustomPresentable {
///   func show(_ showing: Showing<Countdown>) async throws -> String {
///     try await Task.sleep(for: .seconds(3))
///     return "Go"
///   }
/// }
/// ```
public protocol CustomPresentable<Answer>: Presentable {
  // Named again, so that it is found in what ``show(_:)`` returns.
  associatedtype Answer

  /// Shows the item, and returns the person's answer when the view is gone.
  ///
  /// The item counts as presented from when the function is called. It ends exactly once, by the way
  /// the function is left:
  ///
  /// | the function | the item ends as |
  /// |---|---|
  /// | returns an answer | answered |
  /// | throws a `CancellationError` | dismissed: a person has closed it without an answer |
  /// | throws another error | failed, with the error in the log |
  ///
  /// When the queue takes the item away, the task in which the function runs is cancelled. The function
  /// then takes its view away and returns or throws, soon: the queue's watchdog gives up what does not.
  /// The reason for which the item was cancelled stays its ending. An item that makes way for a more
  /// urgent one is not decided yet: an answer that is returned then counts, and without one the
  /// function is called again for the next showing. What it keeps in ``Showing/memory`` is there.
  ///
  /// - Parameter showing: What is shown. In a window, `showing.window` is where.
  @MainActor func show(_ showing: Showing<Self>) async throws -> Answer
}
