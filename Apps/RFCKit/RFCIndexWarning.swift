/// Something in the index that had to be guessed about, and where it stands.
public struct RFCIndexWarning: Sendable, Hashable {
  /// What was found.
  public enum Kind: Sendable, Hashable {
    /// Neither date nor fields were found: the raw text became the title.
    case unreadableEntry
    /// No date stands before the bracketed fields.
    case missingDate
    /// The text before the date could not be divided into title and authors.
    case missingAuthors
    /// Title and authors were divided where it seemed likeliest; this is what became the authors.
    case guessedAuthors(String)
    /// No `(Status: …)`.
    case missingStatus
    /// A status that is none of those known.
    case unknownStatus(String)
    /// A bracketed field with a label that is not known.
    case unknownField(String)
    /// A bracketed field that is never closed.
    case unclosedField(String)
    /// Something in a list of documents that is no series and number.
    case unreadableReference(String)
    /// Something in a list of formats that is no name and size.
    case unreadableFormat(String)
    /// A number that an earlier entry has.
    case duplicateNumber
    /// A line that belongs to no entry.
    case strayText(String)
  }

  public var kind: Kind
  /// The number of the entry, or of the last one before a stray line.
  public var number: Int
  /// The line of the file on which the entry, or the stray line, begins; the first is 1.
  public var line: Int

  public init(kind: Kind, number: Int, line: Int) {
    self.kind = kind
    self.number = number
    self.line = line
  }
}

extension RFCIndexWarning: CustomStringConvertible {
  public var description: String { tr("line {}, entry {}: {}", line, number, kind) }
}

extension RFCIndexWarning.Kind: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadableEntry: tr("cannot be read; its text is shown as the title")
    case .missingDate: tr("has no date")
    case .missingAuthors: tr("has no authors that could be told from the title")
    case .guessedAuthors(let text): tr("has authors that had to be guessed: “{}”", text)
    case .missingStatus: tr("has no status")
    case .unknownStatus(let text): tr("has the status “{}”, which is not known", text)
    case .unknownField(let text): tr("has the field “{}”, which is not known", text)
    case .unclosedField(let text): tr("has a field without closing bracket: “{}”", text)
    case .unreadableReference(let text): tr("refers to “{}”, which is no document", text)
    case .unreadableFormat(let text): tr("has the format “{}”, which cannot be read", text)
    case .duplicateNumber: tr("has the number of an earlier entry")
    case .strayText(let text): tr("is followed by text of no entry: “{}”", text)
    }
  }
}
