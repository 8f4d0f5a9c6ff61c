/// Why a rule or a smart list cannot be used.
public enum RuleError: Error, Hashable, Sendable {
  /// The query cannot be read; the reason tells the place and how to mend it.
  case badQuery(title: String, reason: String)
  /// The rule has no query, and would find everything.
  case emptyQuery(title: String)
}

extension RuleError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badQuery(let title, let reason): tr("“{}”: {}", title, reason)
    case .emptyQuery(let title):
      tr("“{}” says of no post what it is; write a word that the posts have, or author:name", title)
    }
  }
}
