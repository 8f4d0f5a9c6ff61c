internal import HikidashiBase

/// How far some work has come, told from any thread and shown to a person.
///
/// ```swift
/// let report = ProgressReport("Reading")
/// report.fraction = 0.5
/// ```
public final class ProgressReport: Sendable {
  struct State: Sendable {
    var fraction: Double?
    var text: String
  }

  let state: Broadcast<State>

  public init(_ text: String = "") { state = Broadcast(State(text: text)) }

  /// From 0 to 1; nil where the end is not known.
  public var fraction: Double? {
    get { state.observedValue.fraction }
    set { state.update { State(fraction: newValue, text: $0.text) } }
  }

  /// What is being done now.
  public var text: String {
    get { state.observedValue.text }
    set { state.update { State(fraction: $0.fraction, text: newValue) } }
  }
}
