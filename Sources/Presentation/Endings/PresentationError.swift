internal import HikidashiBase

/// The error of a request that was refused or has no answer.
public enum PresentationError: Error, Hashable, Sendable {
  /// The item ended without an answer.
  case ended(name: String, PresentationReason)
  /// The options contradict each other.
  case wrongOptions(name: String, flaw: String)
  /// An item with the same key waits or is shown, and the options refuse duplicates.
  case duplicate(name: String, key: String)
  /// An item with the same key, but of another type, waits or is shown.
  case otherKind(name: String, key: String)
  /// The items would wait for each other; the names go round, the first is the last.
  case cycle([String])
  /// The item does not wait any longer, so it can get no more prerequisites.
  case notWaiting(name: String)
}

extension PresentationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .ended(let name, let reason): tr("“{}” has no answer: {}", name, reason)
    case .wrongOptions(let name, let flaw):
      tr("“{}” cannot be shown: {}; mend its options", name, flaw)
    case .duplicate(let name, let key):
      tr(
        """
        “{}” was refused: another of the key “{}” waits or is shown; \
        wait for it, or have duplicates counted, merged or replaced
        """, name, key)
    case .otherKind(let name, let key):
      tr(
        "“{}” was refused: the key “{}” belongs to something of another type; give it another key",
        name, key)
    case .cycle(let names):
      tr("these would wait for each other: {}; leave one out", names.joined(separator: " → "))
    case .notWaiting(let name):
      tr("“{}” cannot wait for more: it is shown or has ended; say so when asking for it", name)
    }
  }
}

extension PresentationReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .answered: tr("it was answered")
    case .dismissed: tr("it was closed")
    case .timedOut: tr("its time was over")
    case .expired: tr("it waited too long")
    case .replaced: tr("a newer one took its place")
    case .cancelled: tr("it was cancelled")
    case .ownerGone: tr("its window was closed")
    case .failed(let failure): failure.description
    }
  }
}

extension PresentationFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .presenter(let problem): tr("the presenter could not show it: {}", problem)
    case .notPresented(let limit):
      tr("the presenter did not report within {} that it was presented", limit)
    case .notDismissed(let limit):
      tr("the presenter did not report within {} that it was dismissed", limit)
    case .refused(let problem): tr("it could not be asked for: {}", problem)
    }
  }
}
