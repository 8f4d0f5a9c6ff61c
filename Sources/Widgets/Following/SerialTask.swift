/// Work that is done one after another, in the order in which it was asked for: what is written to a store, or what a
/// person does while a dialog about something else is still open.
///
/// ```swift
/// private let writing = SerialTask()
///
/// func keep(_ book: Book) {
///   writing.run { try await store.put(book) } failed: { window.show(Toast("\($0)".asSentence)) }
/// }
/// ```
///
/// All of it is done, also where nobody holds the `SerialTask` any more, unless it is cancelled. Work of which
/// only the latest matters is for ``LatestTask``.
@MainActor
public final class SerialTask {
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var count = 0

  /// Makes one that has nothing to do.
  public init() {}

  /// Does work on the main actor, which it leaves where it waits for something, after all that was asked for before.
  public func run(_ work: @escaping @MainActor () async -> Void) {
    count += 1
    let (number, before) = (count, tasks[count - 1])
    tasks[number] = Task {
      await before?.value
      // What was cancelled before it began is not begun.
      if !Task.isCancelled { await work() }
      tasks[number] = nil
    }
  }

  /// Does work that can fail, after all that was asked for before.
  ///
  /// - Parameters:
  ///   - work: What is done.
  ///   - failed: Is given what went wrong.
  public func run(
    _ work: @escaping @MainActor () async throws -> Void,
    failed: @escaping @MainActor (any Error) -> Void
  ) {
    run {
      do { try await work() } catch { failed(error) }
    }
  }

  /// Cancels what runs, and begins nothing of what waits for it.
  public func cancel() {
    for task in tasks.values { task.cancel() }
  }

  /// Waits until all that was asked for is done.
  public func settled() async {
    while let last = tasks[count] { await last.value }
  }
}
