/// Why bytes are not an RFC index.
public enum RFCIndexError: Error, Sendable, Hashable {
  /// There is nothing to read.
  case empty
  /// No line `RFC INDEX` with a rule under it.
  case notAnIndex
  /// The heading is there, but no entry follows it.
  case noEntries
  /// The text ends inside the entry `number`, which begins on `line`.
  case truncated(number: Int, line: Int)
}

extension RFCIndexError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty:
      tr("no RFC index found: there is nothing in it; fetch rfc-index.txt again")
    case .notAnIndex:
      tr("no RFC index found: no heading “RFC INDEX”; give the plain-text rfc-index.txt")
    case .noEntries:
      tr("no RFC index found: no entry after the heading; fetch rfc-index.txt again")
    case .truncated(let number, let line):
      tr("the RFC index ends inside entry {} (line {}); fetch rfc-index.txt again", number, line)
    }
  }
}
