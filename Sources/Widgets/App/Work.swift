internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiPresentation

/// What a button or an action does that takes a while.
///
/// It runs once at a time. What it throws is told in the window in which it was begun, or in the one that
/// was used last; not so that somebody cancelled it, or closed a dialog of its without an answer. Closing the window does not cancel it; the app waits for it before it ends.
@MainActor
final class Work {
  /// What is done, as its button or its menu line says it.
  private let title: @MainActor () -> String
  private let body: @MainActor () async throws -> Void
  private var state = false
  private let observed = ObservedState()
  /// Called when it has begun and when it has ended.
  var didChange: (@MainActor () -> Void)?

  /// Whether it has begun and not ended; followed where it is read.
  private(set) var isRunning: Bool {
    get {
      observed.willRead()
      return state
    }
    set {
      state = newValue
      observed.didChange()
      didChange?()
    }
  }

  init(
    title: @escaping @MainActor () -> String, _ body: @escaping @MainActor () async throws -> Void
  ) {
    self.title = title
    self.body = body
  }

  /// Begins, unless it is running.
  func start(in part: Part? = nil) {
    guard !isRunning else { return }
    isRunning = true
    let title = title()
    let window = part?.window
    // The app holds it until it has ended, whatever becomes of the part.
    let task = Task {
      var failure: (any Error)?
      do { try await body() } catch { failure = error }
      isRunning = false
      if let failure, !Work.isChoice(failure) { tell(failure, title, in: window, part) }
    }
    App.current?.quitting.add(task, title: title)
  }

  /// Whether somebody wanted it so: it was cancelled, or a dialog on its way was closed without an answer.
  private static func isChoice(_ failure: any Error) -> Bool {
    switch failure {
    case is CancellationError: true
    case PresentationError.ended(_, .failed): false
    case PresentationError.ended: true
    default: false
    }
  }

  private func tell(_ failure: any Error, _ title: String, in window: Window?, _ part: Part?) {
    let reason = sentence("\(failure)")
    App.current?.log?.write(.warning, "\(title): \(failure)")
    let open = window?.native == nil ? nil : window
    guard App.current?.quitting.hasFailed() ?? true,
      let window = open ?? App.current?.windows.first
    else {
      App.current?.exitStatus = 1
      return writeError("\(programName): \(title): \(failure)")
    }
    let alert = Alert(
      tr("“{}” did not work", title), message: reason, choices: [.cancel(tr("Close")), .tryAgain])
    guard let question = try? window.enqueue(alert) else { return }
    Task {
      if try await question.answer == .tryAgain { start(in: part) }
    }
  }
}
