/// A wait that came to its deadline.
public struct Late: Error { var what: String }

/// Waits until a condition holds that another thread brings about.
public func eventually(
  _ what: String, within limit: Duration = .seconds(60), _ condition: () -> Bool
) async throws {
  let start = ContinuousClock.now
  while !condition() {
    guard ContinuousClock.now - start < limit else { throw Late(what: what) }
    try await Task.sleep(for: .milliseconds(5))
  }
}
