internal import HikidashiBase
public import HikidashiPreferences
internal import HikidashiPresentation

/// Runs the saves of an app one after another, and remembers what its user was told of them.
@MainActor
final class Saving {
  private var saves: [@MainActor () async throws -> Void] = []
  /// The saves of settings, by their stores: once each. Where a store is gone, another may have its
  /// identity, and replaces its save.
  private var stores: [ObjectIdentifier: @MainActor () async throws -> Void] = [:]
  private var running: Task<String?, Never>?
  /// Has not begun, so that it will save all that is there now.
  private var waiting: Task<String?, Never>?
  private var lastTold: String?
  private var question: PresentationItem<Choice>?
  private(set) var mayAsk = true
  /// The last save is under way.
  var isEnding = false

  func add(_ save: @escaping @MainActor () async throws -> Void) { saves.append(save) }

  /// Adds the save of settings. A store that nobody has any more has saved itself.
  ///
  /// - Returns: Whether it is another than before.
  func add(_ store: PreferenceStore) -> Bool {
    let save: @MainActor () async throws -> Void = { [weak store] in try await store?.save() }
    return stores.updateValue(save, forKey: ObjectIdentifier(store)) == nil
  }

  var isEmpty: Bool { saves.isEmpty && stores.isEmpty }

  /// Saves all; what went wrong, or nil.
  func save() async -> String? {
    if let waiting { return await waiting.value }
    let before = running
    let task = Task {
      _ = await before?.value
      waiting = nil
      let problem = await saveAll()
      if problem == nil { lastTold = nil }
      return problem
    }
    running = task
    waiting = task
    return await task.value
  }

  private func saveAll() async -> String? {
    var problems: [String] = []
    for save in saves + stores.values {
      do { try await save() } catch { problems.append("\(error)") }
    }
    return problems.isEmpty ? nil : problems.joined(separator: "\n")
  }

  /// Saves all; what went wrong, also where that took longer than a while, or nil.
  func save(within limit: Duration) async -> String? {
    await withCheckedContinuation { continuation in
      var waiting: CheckedContinuation<String?, Never>? = continuation
      let alarm = Task {
        try? await Task.sleep(for: limit)
        waiting?.resume(returning: tr("saving takes longer than {}", limit))
        waiting = nil
      }
      Task {
        let problem = await save()
        waiting?.resume(returning: problem)
        waiting = nil
        alarm.cancel()
      }
    }
  }

  /// Whether a problem is to be told: not once more as long as nothing was saved in between.
  func isNew(_ problem: String) -> Bool {
    problem != lastTold && question == nil && mayAsk
  }

  /// Tells the user what is wrong, and asks what to do; nil where nobody has answered.
  func ask(_ problem: String, over window: Window, atEnd: Bool) async -> Choice? {
    lastTold = problem
    // One that tells of an earlier save gives way.
    question?.cancel()
    let alert = Alert(
      tr("Changes could not be saved"), message: problem,
      choices: atEnd
        ? [.goOn(tr("Go Back")), .endWithout, .tryAgain] : [.goOn(tr("Close")), .tryAgain])
    let question = try? window.enqueue(alert) { options in
      // What else is asked can wait: data may be lost.
      options.priority = .max
      options.interrupts = true
    }
    self.question = question
    let answer = try? await question?.answer
    if self.question === question { self.question = nil }
    return answer
  }

  /// Nobody is there to ask any more.
  func stopAsking() {
    mayAsk = false
    question?.cancel()
  }
}

extension Choice {
  static var tryAgain: Choice { .preferred(tr("Try Again"), id: "again") }
  static var endWithout: Choice { .destructive(tr("Quit Without Saving"), id: "end") }

  /// The app goes on, with the changes in memory.
  fileprivate static func goOn(_ title: String) -> Choice { .cancel(title, id: "on") }
}

// MARK: - Saving

extension App {
  /// Saves the data of the app whenever one of its windows loses the focus, and before the app
  /// ends: when it quits, or gets a signal to end (SIGTERM, SIGINT, SIGHUP).
  ///
  /// ```swift
  /// App(id: "org.example.Cards") { Window("Cards") { list } }
  ///   .saves { try await document.save() }
  ///   .run()
  /// ```
  ///
  /// What cannot be saved is told to the user once, not at each loss of the focus, and again at quit:
  /// there the user can try again, go back, or quit without. When the app is told to end, it says so
  /// on standard error, and its exit status is 1. At its end the app waits ten seconds at most for
  /// a save.
  ///
  /// - Parameter save: Saves what was changed since the last time. It runs on the main actor and must
  ///   not block it; no two of an app run at a time, and each sees what was changed before it began.
  @discardableResult
  public func saves(_ save: @escaping @MainActor () async throws -> Void) -> Self {
    saving.add(save)
    return self
  }

  /// Saves a store of settings at the same times as ``saves(_:)``; further calls with the same
  /// store do nothing.
  ///
  /// What was wrong with them when they were opened is told on standard error, and in the log where the
  /// app has begun one: a value that was mistyped in their file must not be left out without a word.
  ///
  /// A ``PreferencesView`` calls it for its settings, and so does
  /// ``RecordsView/keeping(_:in:filter:)``; an app does it for others that it changes.
  @discardableResult
  public func saves(settings store: PreferenceStore) -> Self {
    if saving.add(store) { tell(store.problems) }
    return self
  }

  private func tell(_ problems: [PreferenceProblem]) {
    for problem in problems {
      log?.write(.warning, "\(problem)")
      writeError("\(programName): \(problem)")
    }
  }

  /// A window has lost the focus.
  func saveUnasked() {
    guard !saving.isEmpty, !saving.isEnding else { return }
    Task {
      guard let problem = await saving.save() else { return }
      log?.write(.warning, tr("Changes are not saved: {}", problem))
      guard saving.isNew(problem), let window = windows.first else { return }
      if await saving.ask(problem, over: window, atEnd: false) == .tryAgain { saveUnasked() }
    }
  }

  /// Saves, asks what to do where that fails, and ends the app unless the answer is to go on.
  func saveAndEnd() async {
    guard !saving.isEnding else { return }
    saving.isEnding = true
    while let problem = await saving.save(within: .seconds(10)) {
      let message = tr("Changes are not saved: {}", problem)
      log?.write(.error, message)
      var answer: Choice?
      if saving.mayAsk, let window = windows.first {
        answer = await saving.ask(problem, over: window, atEnd: true)
      }
      if answer == .tryAgain { continue }
      if let answer, answer != .endWithout {
        saving.isEnding = false
        return quitting.takeBack()
      }
      if answer == nil {
        writeError("\(id): \(message)")
        exitStatus = 1
      }
      break
    }
    end()
  }
}
