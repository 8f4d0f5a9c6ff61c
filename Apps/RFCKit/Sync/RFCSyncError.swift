public import HikidashiLoading

/// Why files could not be brought from a mirror.
public enum RFCSyncError: Error, Sendable, Hashable {
  /// The folder cannot be read or written; the cause in the system's words.
  case folder(path: String, reason: String)
  /// The mirror could not be reached, or did not send a file whole.
  case load(LoadError)
  /// What it sent is not what was asked for.
  case answer(address: String, RFCAnswerProblem)
  /// The mirror does not have the file.
  case missing(address: String)
  /// The queue that machines share a sync by failed.
  case queue(String)
  /// What went wrong on whichever machine tried it, in its words.
  case reported(String)
  case cancelled
}

extension RFCSyncError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .folder(let path, let reason):
      tr("cannot keep RFCs in “{}”: {}", path, reason)
    case .load(let error):
      error.description
    case .answer(let address, let problem):
      tr("{}: {}", address, problem.description)
    case .missing(let address):
      tr("the mirror has no {}", address)
    case .queue(let problem):
      tr("the queue: {}", problem)
    case .reported(let problem):
      problem
    case .cancelled:
      tr("it was cancelled")
    }
  }
}

extension RFCSyncError {
  /// Whether the mirror could not be reached, so that it is the network and not the mirror or the file.
  public var isOfConnection: Bool {
    if case .load(let error) = self { error.isOfConnection } else { false }
  }
}
