/// The reason why an item ended. Every item ends once, with one reason.
public enum PresentationReason: Hashable, Sendable {
  /// A person chose an answer.
  case answered
  /// It was closed without an answer.
  case dismissed
  /// It was shown for its maximum time.
  case timedOut
  /// It waited until its expiry and was not shown.
  case expired
  /// A newer one of the same key took its place.
  case replaced
  /// The program cancelled it.
  case cancelled
  /// Its owner, such as a window, was closed.
  case ownerGone
  /// It could not be shown, or not be taken away.
  case failed(PresentationFailure)
}

/// The reason why an item could not be shown or dismissed.
public enum PresentationFailure: Hashable, Sendable {
  /// The presenter reported this problem.
  case presenter(String)
  /// The presenter did not report within this time that the view was there.
  case notPresented(within: Duration)
  /// The presenter did not report within this time that the view was gone.
  case notDismissed(within: Duration)
  /// What was to follow another item could not be made, or was refused, for this reason.
  case refused(String)
}

/// How an item ended, with the answer if there is one.
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
