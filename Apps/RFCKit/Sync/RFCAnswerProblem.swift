import Support

/// Why what a mirror sent is not what was asked for.
public enum RFCAnswerProblem: Error, Sendable, Hashable {
  case empty
  /// HTML, as of a portal that wants a password first, or of a server's error.
  case webPage
  /// Something that is no RFC.
  case notADocument
  case notAFeed
  case index(RFCIndexError)
  /// An index that is shorter than the one before it.
  case fewerEntries(before: Int, now: Int)
}

extension RFCAnswerProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty:
      tr("the answer is empty; try again later, or another mirror")
    case .webPage:
      tr("the answer is a web page; log in to the network if it asks for it, or try another mirror")
    case .notADocument:
      tr("the answer is no RFC; check the address of the mirror")
    case .notAFeed:
      tr("the answer is no feed; check the address of the mirror")
    case .index(let error):
      error.description
    case .fewerEntries(let before, let now):
      tr(
        "the index has {} entries where the one before it has {}; try again later, or another mirror",
        now, before)
    }
  }
}
