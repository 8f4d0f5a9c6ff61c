/// Why something that was to be shown has ended. Every item ends once, with one reason.
public enum PresentationReason: Hashable, Sendable {
  /// A person chose an answer.
  case answered
  /// It was closed without an answer.
  case dismissed
  /// It was shown as long as it may be.
  case timedOut
  /// It waited as long as it may, and was not shown.
  case expired
  /// A newer one of the same key took its place.
  case replaced
  /// The program took it back.
  case cancelled
  /// The window that it belonged to was closed.
  case ownerGone
  /// It could not be shown, or not be taken away.
  case failed(PresentationFailure)
}

/// What went wrong with showing something.
public enum PresentationFailure: Hashable, Sendable {
  /// The presenter gave up, and says why.
  case presenter(String)
  /// The presenter did not say within this time that it had presented.
  case notPresented(within: Duration)
  /// The presenter did not say within this time that it had dismissed.
  case notDismissed(within: Duration)
}

/// How something that was to be shown has ended, with the answer if there is one.
public enum PresentationEnding<Answer: Sendable>: Sendable {
  case answered(Answer)
  /// It ended for a reason other than ``PresentationReason/answered``.
  case unanswered(PresentationReason)

  /// Why it has ended.
  public var reason: PresentationReason {
    switch self {
    case .answered: .answered
    case .unanswered(let reason): reason
    }
  }
}

extension PresentationEnding: Equatable where Answer: Equatable {}
