extension LoadError: CustomStringConvertible {
  public var description: String {
    let failure = failure
    let note = failure.reason.isEmpty ? "" : " (\(failure.reason))"
    return "cannot load \(failure.target): \(cause)\(note); \(mend)"
  }

  /// What was being loaded.
  public var failure: LoadFailure {
    switch self {
    case .badRequest(let failure), .offline(let failure), .noNetwork(let failure),
      .nameNotFound(let failure, _), .refused(let failure), .tls(let failure, _),
      .timedOut(let failure, _, _), .tooLarge(let failure, _, _),
      .tooManyRedirects(let failure, _), .redirectLoop(let failure), .badRedirect(let failure, _),
      .truncated(let failure, _, _), .reset(let failure), .status(let failure, _),
      .notModified(let failure), .badResponse(let failure), .badEncoding(let failure),
      .file(let failure, _), .program(let failure, _), .parser(let failure, _),
      .cancelled(let failure), .other(let failure):
      failure
    }
  }

  private var cause: String {
    switch self {
    case .badRequest: "the request cannot be sent"
    case .offline: "loading is set to offline"
    case .noNetwork: "there is no network"
    case .nameNotFound(_, let host): "no address is known for “\(host)”"
    case .refused: "nobody listens there"
    case .tls(_, let problem): problem.cause
    case .timedOut(_, let phase, let limit): "\(phase.cause) within \(limit)"
    case .tooLarge(_, let size, let limit): "\(size.cause), and \(limit) are allowed"
    case .tooManyRedirects(_, let limit): "it was sent elsewhere more than \(limit) times"
    case .redirectLoop: "servers send in a circle"
    case .badRedirect(_, let to): "it was sent to “\(to.prefix(200))”, which is not followed"
    case .truncated(_, let got, let expected?): "it ended after \(got) of \(expected) bytes"
    case .truncated(_, let got, nil): "it broke off after \(got) bytes"
    case .reset: "the other side broke the connection"
    case .status(_, let problem): problem.cause
    case .notModified: "nothing has changed, and nothing is here"
    case .badResponse: "what came is no valid response"
    case .badEncoding: "the body is not compressed as its head says"
    case .file(_, let problem): problem.cause
    case .program(_, let problem): problem.cause
    case .parser(_, let error): "\(error)"
    case .cancelled: "it was cancelled"
    case .other: "something failed"
    }
  }

  private var mend: String {
    switch self {
    case .badRequest: "mend the address or the fields"
    case .offline: "go online and try again"
    case .noNetwork: "connect this machine and try again"
    case .nameNotFound: "check the address, and the network"
    case .refused: "check host and port, or try again later"
    case .tls(_, let problem): problem.mend
    case .timedOut: "try again later, or allow more time"
    case .tooLarge: "allow more, if the source can be trusted"
    case .tooManyRedirects, .redirectLoop, .badRedirect: "use the address that is meant in the end"
    case .truncated, .reset: "try again; what was there before is unharmed"
    case .status(_, let problem): problem.mend
    case .notModified: "ask without conditions"
    case .badResponse, .badEncoding: "check that the address is right, and what lies between"
    case .file(_, let problem): problem.mend
    case .program: "run it by hand to see what it says"
    case .parser(_, let error): error.mend
    case .cancelled: "start it anew"
    case .other: "try again"
    }
  }
}

extension TLSProblem {
  fileprivate var cause: String {
    switch self {
    case .expired: "the certificate is not valid at this time"
    case .untrusted: "the certificate is not vouched for by anybody trusted"
    case .wrongHost: "the certificate is of another host"
    case .revoked: "the certificate was revoked"
    case .handshake: "no secure connection came about"
    case .trustStore: "the trusted certificates cannot be read"
    }
  }

  fileprivate var mend: String {
    switch self {
    case .expired: "check this machine's clock, or ask who runs the server"
    case .untrusted, .wrongHost, .revoked:
      "do not send anything there; check the address, and who runs the network"
    case .handshake: "try again, or update this system"
    case .trustStore: "install the package ca-certificates, or name another file"
    }
  }
}

extension LoadPhase {
  fileprivate var cause: String {
    switch self {
    case .connect: "no connection came about"
    case .idle: "nothing came"
    case .total: "it did not end"
    }
  }
}

extension LoadSize {
  fileprivate var cause: String {
    switch self {
    case .announced(let count): "\(count) bytes are announced"
    case .received: "more bytes came"
    case .decoded: "more bytes came out of decompression"
    case .part: "a part of it has more bytes"
    }
  }
}

extension StatusProblem {
  fileprivate var cause: String {
    let note = snippet.isEmpty ? "" : ": “\(snippet)”"
    return "the server answered with status \(status)\(note)"
  }

  fileprivate var mend: String {
    switch status {
    case 401, 403: "check the rights to it"
    case 404, 410: "check the address"
    case 429, 503:
      retryAfter.map { "try again after \($0)" } ?? "try again later"
    case 500...: "try again later"
    default: "check the request"
    }
  }
}

extension FileProblem {
  fileprivate var mend: String {
    switch self {
    case .notFound: "check the name"
    case .denied: "change the owner or the rights, or choose another"
    case .isFolder: "choose a file"
    case .noSpace: "free some space and try again"
    case .readOnly: "choose a place that can be written"
    case .busy: "end the other program"
    case .io: "check the disk and its connection, then try again"
    }
  }
}

extension ProgramProblem {
  fileprivate var cause: String {
    let note = standardError.isEmpty ? "" : ": “\(standardError)”"
    switch end {
    case .notStarted: return "the program could not be started\(note)"
    case .exit(let status): return "the program ended with status \(status)\(note)"
    case .signal(let number): return "the program was ended by signal \(number)\(note)"
    }
  }
}

extension ParserError {
  fileprivate var mend: String {
    switch self {
    case .malformed: "tell who publishes it"
    case .wrongContent: "check the address, and whether a network asks for a login first"
    case .notModified: "ask without conditions"
    case .tooLarge: "allow more, if the source can be trusted"
    case .file(_, let problem, _): problem.mend
    }
  }
}
