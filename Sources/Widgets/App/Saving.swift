internal import Preferences
internal import Presentation
internal import Support

/// What an app saves, one save after another, and what its user was told of it.
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
