extension TimelineLoader {
  /// What has become of a source of several that were refreshed.
  public struct Refreshed: Sendable {
    /// The source.
    public let source: TimelineSource
    /// What it has brought, or why it could not be refreshed.
    public let outcome: Result<Outcome, any Error>
  }

  /// Loads what is new of several sources, some at once. One that fails keeps no other from being loaded.
  ///
  /// - Parameters:
  ///   - sources: What is loaded.
  ///   - pages: How many pages of each at most; what is left is a gap.
  ///   - jobs: How many at once.
  ///   - tell: Called with how many are done, on any thread.
  /// - Returns: What has become of each, in the order of `sources`.
  /// - Throws: `CancellationError` where the task was cancelled; what came before is kept.
  @concurrent public func refresh(
    all sources: [TimelineSource], pages: Int = 5, jobs: Int = 8,
    tell: @escaping @Sendable (_ done: Int) -> Void = { _ in }
  ) async throws -> [Refreshed] {
    var results: [Int: Refreshed] = [:]
    try await withThrowingTaskGroup(of: (Int, Refreshed).self) { group in
      var waiting = sources.indices[...]
      func begin() {
        guard let index = waiting.popFirst() else { return }
        let source = sources[index]
        group.addTask {
          do {
            let outcome = try await self.refresh(source, pages: pages)
            return (index, Refreshed(source: source, outcome: .success(outcome)))
          } catch {
            return (index, Refreshed(source: source, outcome: .failure(error)))
          }
        }
      }
      for _ in 0..<max(1, jobs) { begin() }
      for try await (index, result) in group {
        try Task.checkCancellation()
        results[index] = result
        tell(results.count)
        begin()
      }
    }
    try keepTimes(of: sources)
    return sources.indices.compactMap { results[$0] }
  }
}
