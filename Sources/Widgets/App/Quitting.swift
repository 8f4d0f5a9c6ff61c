/// Waits for unfinished work before the app ends.
///
/// First it waits for what runs, as long as a person lets it; then the work that belongs to the end is
/// done, up to its deadline. Whoever goes back in between has an app in which nothing has ended yet.
@MainActor
final class Quitting {
  private enum Phase { case idle, waiting, working }

  private var phase = Phase.idle
  private var work: [@MainActor () async -> Void] = []
  private var deadline: Duration = .zero
  /// What runs now, by number.
  private var running: [Int: String] = [:]
  private var lastNumber = 0
  /// Returns whether a person is there who can be told, and who can end the wait.
  var isWatched: @MainActor () -> Bool = { false }
  /// Tells a person what is waited for, and with nothing that the wait is over.
  var tell: @MainActor ([String]) -> Void = { _ in }
  private var isTold = false
  private var end: (@MainActor () -> Void)?
  /// Counts the steps, so that a time that was set for one does not end a later one.
  private var step = 0
  /// What runs is waited for so long where no person can end the wait, if not asked to wait longer.
  private let patience: Duration

  init(patience: Duration = .seconds(10)) { self.patience = patience }

  func add(deadline: Duration, _ work: @escaping @MainActor () async -> Void) {
    self.work.append(work)
    self.deadline = max(self.deadline, deadline)
  }

  /// Has the app wait for a task before it ends.
  func add(_ task: Task<Void, Never>, title: String) {
    lastNumber += 1
    let number = lastNumber
    running[number] = title
    Task {
      await task.value
      running[number] = nil
      if phase == .waiting, running.isEmpty { startWork() }
    }
  }

  /// Calls `end` once everything has ended or time is up; asked again, it does not wait for what it waits
  /// for now.
  func request(_ end: @escaping @MainActor () -> Void) {
    switch phase {
    case .idle:
      self.end = end
      if running.isEmpty { startWork() } else { wait() }
    case .waiting: startWork()
    case .working: finish()
    }
  }

  private func wait() {
    phase = .waiting
    guard isWatched() else { return after(max(deadline, patience)) { $0.startWork() } }
    // Most of it has ended before anybody could read what it is.
    after(.milliseconds(300)) { quitting in
      quitting.isTold = true
      quitting.tell(quitting.running.sorted { $0.key < $1.key }.map(\.value))
    }
  }

  private func startWork() {
    step += 1
    stopTelling()
    phase = .working
    guard !work.isEmpty else { return finish() }
    after(deadline) { $0.finish() }
    let (work, current) = (work, step)
    Task {
      await withTaskGroup(of: Void.self) { group in
        for item in work { group.addTask { await item() } }
      }
      if step == current { finish() }
    }
  }

  private func finish() {
    step += 1
    let end = self.end
    self.end = nil
    end?()
  }

  /// Takes the request back: the app goes on, and can be asked again.
  func takeBack() {
    stopTelling()
    step += 1
    phase = .idle
    end = nil
  }

  /// What was waited for has failed: a person who waits is to see why, in an app that goes on.
  ///
  /// - Returns: False where the app ends all the same, as no person was told.
  func hasFailed() -> Bool {
    guard phase != .idle else { return true }
    guard phase == .waiting, isWatched() else { return false }
    takeBack()
    return true
  }

  private func stopTelling() {
    if isTold { tell([]) }
    isTold = false
  }

  private func after(_ time: Duration, _ then: @escaping @MainActor (Quitting) -> Void) {
    step += 1
    let current = step
    Task {
      try? await Task.sleep(for: time)
      if step == current { then(self) }
    }
  }
}
