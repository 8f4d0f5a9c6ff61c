internal import Support

/// How far some work has come, told from any thread and shown to a person.
///
/// ```swift
/// let report = ProgressReport("Reading")
/// report.fraction = 0.5
/// ```
public final class ProgressReport: Sendable {
  private struct State: Sendable {
    var fraction: Double?
    var text: String
    var observers: [Int: @Sendable () -> Void] = [:]
    var nextToken = 0
  }

  private let state: Guarded<State>

  public init(_ text: String = "") { state = Guarded(State(text: text)) }

  /// From 0 to 1; nil where the end is not known.
  public var fraction: Double? {
    get { state.withLock { $0.fraction } }
    set { change { $0.fraction = newValue } }
  }

  /// What is being done now.
  public var text: String {
    get { state.withLock { $0.text } }
    set { change { $0.text = newValue } }
  }

  private func change(_ body: (inout State) -> Void) {
    let observers = state.withLock { state in
      body(&state)
      return Array(state.observers.values)
    }
    for observer in observers { observer() }
  }

  func observe(_ observer: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.nextToken += 1
      state.observers[state.nextToken] = observer
      return state.nextToken
    }
  }

  func stopObserving(_ token: Int) {
    _ = state.withLock { $0.observers.removeValue(forKey: token) }
  }
}

/// Shows a report in a bar for as long as it is kept.
@MainActor
final class ProgressWatch {
  private let report: ProgressReport
  private let bar: ProgressBar
  private let onChange: @MainActor () -> Void
  private var token = 0
  /// Changes come by the thousand; one look at the last of them is enough.
  private let isDue = Guarded(false)
  private var pulse: Task<Void, Never>?

  init(_ report: ProgressReport, bar: ProgressBar, onChange: @escaping @MainActor () -> Void) {
    self.report = report
    self.bar = bar
    self.onChange = onChange
    token = report.observe { [isDue, weak self] in
      let isFirst = isDue.withLock { isDue in
        defer { isDue = true }
        return !isDue
      }
      guard isFirst else { return }
      Task { @MainActor in
        isDue.withLock { $0 = false }
        self?.look()
      }
    }
    look()
  }

  isolated deinit {
    report.stopObserving(token)
    pulse?.cancel()
  }

  private func look() {
    bar.fraction = report.fraction
    onChange()
    guard report.fraction == nil else {
      pulse?.cancel()
      pulse = nil
      return
    }
    guard pulse == nil else { return }
    // A bar that moves tells that the work goes on.
    pulse = Task { [weak bar] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(120))
        guard let bar, !Task.isCancelled else { return }
        if bar.isAnimated { bar.fraction = nil }
      }
    }
  }
}
