/// Why what a mirror sent is not what was asked for.
public enum RFCAnswerProblem: Error, Sendable, Hashable {
  case empty
  /// HTML, as of a portal that wants a password first, or of a server's error.
  case webPage
  /// Something that does not name itself the RFC of the number.
  case notADocument(Int)
  /// A document that names itself another one.
  case otherDocument(wanted: Int, found: Int)
  /// A document that is the beginning of the one that is here, or less than nine tenths of it; sizes in
  /// bytes.
  case shorter(before: Int, now: Int)
  /// A document that ends as none does, and differently each time.
  case unsteady
  case notAFeed
  /// Something that is no list of errata, or not a whole one.
  case notErrata
  case notAnIndex
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
    case .notADocument(let number):
      tr(
        "the answer does not call itself RFC {}; log in to the network, or check the mirror’s address",
        number)
    case .otherDocument(let wanted, let found):
      tr("the answer calls itself RFC {}, not RFC {}; try another mirror", found, wanted)
    case .shorter(let before, let now):
      tr(
        """
        the answer has {} bytes and the document here {}, so it may be cut; try again later, or take \
        it with “rfcviewer sync --replace”
        """, now, before)
    case .unsteady:
      tr("the answer ends in the middle, and differently each time; try again later")
    case .notAFeed:
      tr("the answer is no feed; check the address of the mirror")
    case .notErrata:
      tr("the answer is no list of errata; check the address of the mirror")
    case .notAnIndex:
      tr("the answer is no index of RFCs; check the address of the mirror")
    case .index(let error):
      error.description
    case .fewerEntries(let before, let now):
      tr(
        "the index has {} entries where the one before it has {}; try again later, or take it with “rfcviewer sync --replace”",
        now, before)
    }
  }
}
