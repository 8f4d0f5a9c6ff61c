/// What is done with each value that a person submits, one after another, and takes a while.
///
/// What it throws is told as that of any ``Work``, with a way to try again with the same value.
@MainActor
final class Submission<Value> {
  private let title: @MainActor () -> String
  private let take: @MainActor (Value) async throws -> Void
  private var waiting: [Value] = []
  private var hasFailed = false
  // It holds this as long as it runs, and no longer.
  private lazy var work = Work(title: title) { [weak self] in try await self?.takeAll() }

  init(
    title: @escaping @MainActor () -> String,
    _ take: @escaping @MainActor (Value) async throws -> Void
  ) {
    self.title = title
    self.take = take
  }

  private func takeAll() async throws {
    while let value = waiting.first {
      hasFailed = true
      try await take(value)
      hasFailed = false
      waiting.removeFirst()
    }
  }

  /// Takes a value: now, or after those before it.
  func start(with value: Value, in part: Part?) {
    // Nobody has tried again with what has failed.
    if !work.isRunning, hasFailed {
      waiting.removeFirst()
      hasFailed = false
    }
    waiting.append(value)
    work.start(in: part)
  }
}
