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
