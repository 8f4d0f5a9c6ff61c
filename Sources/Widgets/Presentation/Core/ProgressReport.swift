internal import HikidashiBase

/// The progress of some work, set from any thread and shown to the user.
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

  /// Makes a report whose end is not known.
  public init(_ text: String = "") { state = Broadcast(State(text: text)) }

  /// The share of the work that is done, from 0 to 1; nil while the end is not known.
  public var fraction: Double? {
    get { state.observedValue.fraction }
    set { state.update { State(fraction: newValue, text: $0.text) } }
  }

  /// A description of the current step.
  public var text: String {
    get { state.observedValue.text }
    set { state.update { State(fraction: $0.fraction, text: newValue) } }
  }
}
