import HikidashiBase

/// Why a parser refuses a response.
public enum ParserError: Error, Hashable, Sendable {
  /// The content is not of its format, at a line and a column counted from 1 (columns in bytes); 0
  /// where there are none.
  case malformed(reason: String, line: Int, column: Int)
  /// The response is not what the parser expects: an error page, another type, nothing.
  case wrongContent(reason: String)
  /// The server says that nothing has changed (304), but the parser has no earlier result.
  case notModified
  /// A part is larger than the parser takes.
  case tooLarge(what: String, limit: Int)
  /// The file that the result goes to cannot be written.
  case file(path: String, FileProblem, reason: String)
}

extension ParserError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let reason, let line, let column):
      line > 0 ? tr("line {}, column {}: {}", line, column, reason) : reason
    case .wrongContent(let reason): reason
    case .notModified: tr("the server says that nothing has changed, and nothing is there yet")
    case .tooLarge(let what, let limit):
      trn("{} is larger than {} byte", "{} is larger than {} bytes", limit, what, limit)
    case .file(let path, let problem, let reason):
      reason.isEmpty
        ? tr("cannot write {}: {}", path, problem.cause)
        : tr("cannot write {}: {} ({})", path, problem.cause, reason)
    }
  }
}

extension FileProblem {
  var cause: String {
    switch self {
    case .notFound: tr("there is nothing of this name")
    case .denied: tr("it is not permitted")
    case .isFolder: tr("it is a folder")
    case .noSpace: tr("there is no space left")
    case .readOnly: tr("it can only be read")
    case .busy: tr("another program is using it")
    case .io: tr("input or output failed")
    }
  }
}
