extension StorageError: CustomStringConvertible {
  public var description: String {
    if case .badName(let text, let problem) = self {
      return "“\(text.prefix(300))” cannot name stored bytes: \(problem)"
    }
    guard let failure else { return "storage failed" }
    return "\(failure.attempt): \(cause)\(failure.note); \(mend)"
  }

  /// What was being done; nil for a bad name.
  public var failure: StorageFailure? {
    switch self {
    case .badName: nil
    case .notFound(let failure), .nameTaken(let failure, _), .noSpace(let failure),
      .readOnly(let failure), .denied(let failure), .vanished(let failure), .link(let failure),
      .corrupt(let failure), .foreign(let failure), .newer(let failure, _, _), .busy(let failure),
      .tooLarge(let failure), .io(let failure):
      failure
    }
  }

  private var cause: String {
    switch self {
    case .badName: ""
    case .notFound: "there is nothing of this name"
    case .nameTaken(let failure, let other) where failure.name == other:
      "it is a folder that holds other names"
    case .nameTaken(_, let other): "“\(other)” holds bytes and cannot be a folder too"
    case .noSpace: "there is no space left"
    case .readOnly: "it can only be read"
    case .denied: "it is not permitted"
    case .vanished: "it was removed while in use"
    case .link: "a part of the way is a link, or neither a folder nor a file"
    case .corrupt: "what is there is damaged"
    case .foreign: "what is there belongs to another app"
    case .newer(_, let found, let known):
      "it was written by a newer version (format \(found); this one knows \(known))"
    case .busy: "others are using it"
    case .tooLarge: "it is too large"
    case .io: "input or output failed"
    }
  }

  private var mend: String {
    switch self {
    case .badName: ""
    case .notFound: "write it first, or ask exists(_:)"
    case .nameTaken: "choose another name, or remove the other"
    case .noSpace: "free some space and try again; what was stored before is unharmed"
    case .readOnly: "choose a destination that can be written"
    case .denied: "change the owner or the rights of the folder, or choose another"
    case .vanished: "bring it back or choose another, and open it again"
    case .link: "put a real file or folder there; links are not followed, as they could lead out"
    case .corrupt: "restore it from a copy"
    case .foreign: "choose another path"
    case .newer: "update the app; what is stored was not touched"
    case .busy: "try again, or end the other program"
    case .tooLarge: "split it over several names"
    case .io: "check the disk and its connection, then try again"
    }
  }
}

extension StorageFailure {
  fileprivate var attempt: String {
    let verb = operation == .look ? "look up" : operation.rawValue
    guard let name else { return "cannot \(verb) \(place)" }
    return "cannot \(verb) “\(name)” in \(place)"
  }

  fileprivate var note: String { reason.isEmpty ? "" : " (\(reason))" }
}
