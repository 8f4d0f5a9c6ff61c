public import Preferences
internal import Support

extension App {
  /// Saves what the app keeps, whenever one of its windows loses the focus and before the app ends:
  /// at quit, and when it is told to end (SIGTERM, SIGINT, SIGHUP).
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

  /// Saves settings together with what the app ``saves(_:)``; once, however often this is called.
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

extension Part {
  /// Lets the app save settings that a person can change in the part: from now on or, as it may be
  /// made before the app, from when it is seen.
  func letAppSave(_ store: PreferenceStore) {
    App.current?.saves(settings: store)
    on("map") { _ in App.current?.saves(settings: store) }
  }
}
