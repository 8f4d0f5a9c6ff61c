/// Waits for unfinished work before the app ends, up to a deadline.
@MainActor
final class Quitting {
  private var work: [@MainActor () async -> Void] = []
  private var deadline: Duration = .zero
  /// What runs now and is waited for, however long it takes: a second request ends the wait.
  private var running: [Int: (title: String, task: Task<Void, Never>)] = [:]
  private var lastNumber = 0
  /// Tells a person what is waited for; called with nothing when the wait is over.
  var tell: (@MainActor ([String]) -> Void)?
  private var isRequested = false
  private var end: (@MainActor () -> Void)?
  /// Counts the requests that were taken back, so that work left over from one does not end the app.
  private var round = 0

  func add(deadline: Duration, _ work: @escaping @MainActor () async -> Void) {
    self.work.append(work)
    self.deadline = max(self.deadline, deadline)
  }

  /// Has the app wait for a task before it ends.
  func add(_ task: Task<Void, Never>, title: String) {
    lastNumber += 1
    let number = lastNumber
    running[number] = (title, task)
    Task {
      await task.value
      running[number] = nil
    }
  }

  /// Calls `end` once, when all work has ended, when time is up, or when asked a second time.
  func request(_ end: @escaping @MainActor () -> Void) {
    let round = round
    guard !isRequested else { return finish(round) }
    isRequested = true
    self.end = end
    guard !work.isEmpty || !running.isEmpty else { return finish(round) }
    let tasks = running.values.map(\.task)
    if !running.isEmpty { tell?(running.sorted { $0.key < $1.key }.map(\.value.title)) }
    Task {
      await withTaskGroup(of: Void.self) { group in
        for item in work { group.addTask { await item() } }
        for task in tasks { group.addTask { await task.value } }
      }
      finish(round)
    }
    guard running.isEmpty else { return }
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
    tell?([])
    end?()
  }
}
