/// Waits for unfinished work before the app ends, up to a deadline.
@MainActor
final class Quitting {
  private var work: [@MainActor () async -> Void] = []
  private var deadline: Duration = .zero
  private var isRequested = false
  private var end: (@MainActor () -> Void)?
  /// Counts the requests that were taken back, so that work left over from one does not end the app.
  private var round = 0

  func add(deadline: Duration, _ work: @escaping @MainActor () async -> Void) {
    self.work.append(work)
    self.deadline = max(self.deadline, deadline)
  }

  /// Calls `end` once, when all work has ended, when time is up, or when asked a second time.
  func request(_ end: @escaping @MainActor () -> Void) {
    let round = round
    guard !isRequested else { return finish(round) }
    isRequested = true
    self.end = end
    guard !work.isEmpty else { return finish(round) }
    Task {
      await withTaskGroup(of: Void.self) { group in
        for item in work { group.addTask { await item() } }
      }
      finish(round)
    }
    Task {
      try? await Task.sleep(for: deadline)
      finish(round)
    }
  }

  /// Takes the request back: the app goes on, and can be asked again.
  func takeBack() {
    isRequested = false
    end = nil
    round += 1
  }

  private func finish(_ round: Int) {
    guard round == self.round else { return }
    let end = self.end
    self.end = nil
    end?()
  }
}
