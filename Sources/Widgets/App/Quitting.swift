/// The end of an app: work that is given time to finish, and the moment after which nothing waits.
@MainActor
final class Quitting {
  private var work: [@MainActor () async -> Void] = []
  private var deadline: Duration = .zero
  private var isRequested = false
  private var end: (@MainActor () -> Void)?

  func add(deadline: Duration, _ work: @escaping @MainActor () async -> Void) {
    self.work.append(work)
    self.deadline = max(self.deadline, deadline)
  }

  /// Calls `end` once, when all work has ended, when time is up, or when asked a second time.
  func request(_ end: @escaping @MainActor () -> Void) {
    guard !isRequested else { return finish() }
    isRequested = true
    self.end = end
    guard !work.isEmpty else { return finish() }
    Task {
      await withTaskGroup(of: Void.self) { group in
        for item in work { group.addTask { await item() } }
      }
      finish()
    }
    Task {
      try? await Task.sleep(for: deadline)
      finish()
    }
  }

  private func finish() {
    let end = self.end
    self.end = nil
    end?()
  }
}
