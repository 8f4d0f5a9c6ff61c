internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiPresentation

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

  /// What begins when the app has ended, unless it was told to end.
  fileprivate var next: Restart?
  fileprivate var mustEnd = false
  /// The question that says for what the app waits before it ends.
  fileprivate var question: PresentationItem<Choice>?

  init(patience: Duration = .seconds(10)) { self.patience = patience }

  /// Starts the program again where that was asked for; the app has ended.
  func beginAnew() {
    if !mustEnd { next?.perform() }
  }

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

// MARK: - Quitting

extension App {
  /// Registers work to finish or cancel before the app ends.
  ///
  /// All of it runs at once when the user quits, closes the last window, or the system asks the app
  /// to end, after the buttons and actions that still run have ended. A second request does not wait any
  /// longer, nor does the app after `deadline`. What the app ``saves(_:)`` is saved after it.
  public func beforeQuit(
    deadline: Duration = .seconds(10), _ work: @escaping @MainActor () async -> Void
  ) {
    quitting.add(deadline: deadline, work)
  }

  /// Quits the app after the work of ``beforeQuit(deadline:_:)`` is done and everything that the
  /// app ``saves(_:)`` is saved.
  public func quit() { quit(mayAsk: picture == nil) }

  /// Ends the app as ``quit()`` does, and starts the program again, as after another language was chosen.
  ///
  /// Nothing is started where a person goes back, or where the system asks the app to end meanwhile. It
  /// has no effect on an app that ``run()`` does not run.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the new start; those of this one, if not given.
  ///   - language: The language of its messages, such as `ja` or `pt_BR`; that of this one, if not given.
  public func restart(arguments: [String]? = nil, language: String? = nil) {
    let words = arguments ?? Array(CommandLine.arguments.dropFirst())
    quit(mayAsk: picture == nil, then: Restart(words: words, language: language))
  }

  /// - Parameter mayAsk: Whether a person is there to say what becomes of changes that cannot be
  ///   saved.
  func quit(mayAsk: Bool, then next: Restart? = nil) {
    guard native != nil else {
      isOver = true
      return
    }
    for window in windows { window.commitInput() }
    if !mayAsk {
      quitting.mustEnd = true
      saving.stopAsking()
    }
    quitting.request { [weak self] in
      guard let self else { return }
      quitting.next = next
      if saving.isEmpty { return end() }
      Task { await self.saveAndEnd() }
    }
  }

  /// Says for what the app waits before it ends; a person may end it without.
  func tellWait(for titles: [String]) {
    quitting.question?.cancel()
    quitting.question = nil
    guard !titles.isEmpty, let window = windows.first else { return }
    let alert = Alert(
      tr("Waiting for what is still running"), message: titles.joined(separator: "\n"),
      choices: [.cancel(tr("Go Back")), .destructive(tr("Quit Now"), id: "quit")])
    guard let question = try? window.enqueue(alert, { $0.priority = .max }) else { return }
    quitting.question = question
    Task {
      let answer = try? await question.answer
      guard quitting.question === question else { return }
      quitting.question = nil
      if answer?.id == "quit" { quit() } else { quitting.takeBack() }
    }
  }

  func end() {
    madeState?.save()
    // A loop of our own ends with its windows. GTK 4.8 crashes where windows are destroyed while the
    // bus of accessibility is there and that of the session is not.
    if isRunning, let gApplication { return g_application_quit(gApplication) }
    for window in windows { window.destroy() }
  }
}
