import HikidashiBase

/// Why a load ended without a result.
public enum LoadError: Error, Hashable, Sendable {
  /// The request cannot be sent as it is: a scheme nobody serves, a header with a line break.
  case badRequest(LoadFailure)
  /// The connector is set to offline, and nothing in the cache serves.
  case offline(LoadFailure)
  /// This machine has no network, or none that leads there.
  case noNetwork(LoadFailure)
  /// No address is known for the host, or the proxy, of this name.
  case nameNotFound(LoadFailure, host: String)
  /// The other side refused the connection, as when nothing listens there.
  case refused(LoadFailure)
  /// A secure connection could not be made.
  case tls(LoadFailure, TLSProblem)
  /// The load took longer than the request allows.
  case timedOut(LoadFailure, LoadPhase, after: Duration)
  /// The response is larger than the request allows.
  case tooLarge(LoadFailure, LoadSize, limit: Int)
  /// The servers redirected more often than the request allows.
  case tooManyRedirects(LoadFailure, limit: Int)
  /// The servers redirect in a circle.
  case redirectLoop(LoadFailure)
  /// A server redirected to an address that is not followed: another scheme, or away from TLS.
  case badRedirect(LoadFailure, to: String)
  /// The body ended before its announced length.
  case truncated(LoadFailure, got: Int, expected: Int?)
  /// The other side broke the connection.
  case reset(LoadFailure)
  /// The server answered with a status that means failure.
  case status(LoadFailure, StatusProblem)
  /// The server says that nothing has changed (304), but no earlier response is kept here.
  case notModified(LoadFailure)
  /// The response does not follow the protocol.
  case badResponse(LoadFailure)
  /// The body is not compressed as its head says.
  case badEncoding(LoadFailure)
  /// The file, device or socket cannot be used.
  case file(LoadFailure, FileProblem)
  /// The program ended with a status other than 0, or by a signal.
  case program(LoadFailure, ProgramProblem)
  /// The parser refused the response.
  case parser(LoadFailure, ParserError)
  /// The load was cancelled, or superseded by another load.
  case cancelled(LoadFailure)
  /// The system or a library failed in another way.
  case other(LoadFailure)
}

/// What was being loaded when it failed.
public struct LoadFailure: Hashable, Sendable {
  public var target: LoadTarget
  /// The cause in the words of the system or a library; empty where there is nothing to add.
  public var reason: String

  public init(_ target: LoadTarget, reason: String = "") {
    self.target = target
    self.reason = reason
  }
}

/// What is wrong with a secure connection.
public enum TLSProblem: Hashable, Sendable {
  /// The certificate has expired, or is not valid yet.
  case expired
  /// The certificate was not issued by a trusted authority.
  case untrusted
  /// The certificate belongs to another host.
  case wrongHost
  case revoked
  /// The two sides have no version or cipher in common, or one broke off.
  case handshake
  /// The file of trusted certificates cannot be read.
  case trustStore
}

/// What a load was doing, as far as its times tell.
public enum LoadPhase: String, Hashable, Sendable {
  case connect, idle, total
  /// Receiving, but more slowly than ``LoadTimeouts/leastRate``.
  case rate
}

/// Which size was above its limit.
public enum LoadSize: Hashable, Sendable {
  /// The length that the response's head announces, in bytes.
  case announced(Int)
  /// The bytes received over the wire, before decompression.
  case received
  /// The bytes of the body after decompression.
  case decoded
  /// A part that a parser holds in memory, such as a line.
  case part
}

/// A response whose status means failure.
public struct StatusProblem: Hashable, Sendable {
  public var status: Int
  /// How long the server asks clients to wait before the next request.
  public var retryAfter: Duration?
  /// What the start of the body says, at most 300 characters: of a page its text, without markup.
  public var snippet: String

  public init(_ status: Int, retryAfter: Duration? = nil, snippet: String = "") {
    self.status = status
    self.retryAfter = retryAfter
    self.snippet = snippet
  }
}

/// Why a file, a device or a socket cannot be used.
public enum FileProblem: String, Hashable, Sendable {
  case notFound, denied, isFolder, noSpace, readOnly, busy, io
}

/// How a failed program ended.
public struct ProgramProblem: Hashable, Sendable {
  public enum End: Hashable, Sendable {
    /// The program could not be started.
    case notStarted
    case exit(Int)
    case signal(Int)
  }

  public var end: End
  /// The end of what it wrote to standard error, at most 300 characters of it.
  public var standardError: String

  public init(_ end: End, standardError: String = "") {
    self.end = end
    self.standardError = standardError
  }
}

// MARK: - Description

extension LoadError: CustomStringConvertible {
  public var description: String {
    let failure = failure
    guard !failure.reason.isEmpty else {
      return tr("cannot load {}: {}; {}", failure.target, cause, mend)
    }
    return tr("cannot load {}: {} ({}); {}", failure.target, cause, failure.reason, mend)
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
    case .badRequest: tr("the request cannot be sent")
    case .offline: tr("loading is set to offline")
    case .noNetwork: tr("there is no network")
    case .nameNotFound(_, let host): tr("no address is known for “{}”", host)
    case .refused: tr("nobody listens there")
    case .tls(_, let problem): problem.cause
    case .timedOut(_, let phase, let limit): phase.cause(limit.words)
    case .tooLarge(_, let size, let limit): tr("{}, and {} are allowed", size.cause, limit)
    case .tooManyRedirects(_, let limit):
      trn(
        "it was sent elsewhere more than once", "it was sent elsewhere more than {} times", limit,
        limit)
    case .redirectLoop: tr("servers send in a circle")
    case .badRedirect(_, let to):
      tr("it was sent to “{}”, which is not followed", to.prefix(200))
    case .truncated(_, let got, let expected?):
      trn("it ended after {} of {} byte", "it ended after {} of {} bytes", expected, got, expected)
    case .truncated(_, let got, nil):
      trn("it broke off after {} byte", "it broke off after {} bytes", got, got)
    case .reset: tr("the other side broke the connection")
    case .status(_, let problem): problem.cause
    case .notModified: tr("nothing has changed, and nothing is here")
    case .badResponse: tr("what came is no valid response")
    case .badEncoding: tr("the body is not compressed as its head says")
    case .file(_, let problem): problem.cause
    case .program(_, let problem): problem.cause
    case .parser(_, let error): "\(error)"
    case .cancelled: tr("it was cancelled")
    case .other: tr("something failed")
    }
  }

  private var mend: String {
    switch self {
    case .badRequest: tr("mend the address or the fields")
    case .offline: tr("go online and try again")
    case .noNetwork: tr("connect this machine and try again")
    case .nameNotFound: tr("check the address, and the network")
    case .refused: tr("check host and port, or try again later")
    case .tls(_, let problem): problem.mend
    case .timedOut: tr("try again later, or allow more time")
    case .tooLarge: tr("allow more, if the source can be trusted")
    case .tooManyRedirects, .redirectLoop, .badRedirect:
      tr("use the address that is meant in the end")
    case .truncated, .reset: tr("try again; what was there before is unharmed")
    case .status(_, let problem): problem.mend
    case .notModified: tr("ask without conditions")
    case .badResponse, .badEncoding: tr("check that the address is right, and what lies between")
    case .file(_, let problem): problem.mend
    case .program: tr("run it by hand to see what it says")
    case .parser(_, let error): error.mend
    case .cancelled: tr("start it anew")
    case .other: tr("try again")
    }
  }
}

extension TLSProblem {
  fileprivate var cause: String {
    switch self {
    case .expired: tr("the certificate is not valid at this time")
    case .untrusted: tr("the certificate is not vouched for by anybody trusted")
    case .wrongHost: tr("the certificate is of another host")
    case .revoked: tr("the certificate was revoked")
    case .handshake: tr("no secure connection came about")
    case .trustStore: tr("the trusted certificates cannot be read")
    }
  }

  fileprivate var mend: String {
    switch self {
    case .expired: tr("check this machine's clock, or ask who runs the server")
    case .untrusted, .wrongHost, .revoked:
      tr("do not send anything there; check the address, and who runs the network")
    case .handshake: tr("try again, or update this system")
    case .trustStore: tr("install the package ca-certificates, or name another file")
    }
  }
}

extension LoadPhase {
  fileprivate func cause(_ time: String) -> String {
    switch self {
    case .connect: tr("no connection came about within {}", time)
    case .idle: tr("nothing came within {}", time)
    case .total: tr("it did not end within {}", time)
    case .rate: tr("too few bytes came within {}", time)
    }
  }
}

extension LoadSize {
  fileprivate var cause: String {
    switch self {
    case .announced(let count):
      trn("{} byte is announced", "{} bytes are announced", count, count)
    case .received: tr("more bytes came")
    case .decoded: tr("more bytes came out of decompression")
    case .part: tr("a part of it has more bytes")
    }
  }
}

extension StatusProblem {
  fileprivate var cause: String {
    guard !snippet.isEmpty else { return tr("the server answered with status {}", status) }
    let short = snippet.count > 120 ? snippet.prefix(119) + "…" : snippet[...]
    return tr("the server answered with status {}: “{}”", status, short)
  }

  fileprivate var mend: String {
    switch status {
    case 401, 403: tr("check the rights to it")
    case 404, 410: tr("check the address")
    case 429, 503:
      retryAfter.map { tr("try again after {}", $0.words) } ?? tr("try again later")
    case 500...: tr("try again later")
    default: tr("check the request")
    }
  }
}

extension FileProblem {
  fileprivate var mend: String {
    switch self {
    case .notFound: tr("check the name")
    case .denied: tr("change the owner or the rights, or choose another")
    case .isFolder: tr("choose a file")
    case .noSpace: tr("free some space and try again")
    case .readOnly: tr("choose a place that can be written")
    case .busy: tr("end the other program")
    case .io: tr("check the disk and its connection, then try again")
    }
  }
}

extension ProgramProblem {
  fileprivate var cause: String {
    let what =
      switch end {
      case .notStarted: tr("the program could not be started")
      case .exit(let status): tr("the program ended with status {}", status)
      case .signal(let number): tr("the program was ended by signal {}", number)
      }
    return standardError.isEmpty ? what : tr("{}: “{}”", what, standardError)
  }
}

extension ParserError {
  fileprivate var mend: String {
    switch self {
    case .malformed: tr("tell who publishes it")
    case .wrongContent: tr("check the address, and whether a network asks for a login first")
    case .notModified: tr("ask without conditions")
    case .tooLarge: tr("allow more, if the source can be trusted")
    case .file(_, let problem, _): problem.mend
    }
  }
}

extension Duration {
  /// The time as a person would say it, to the millisecond.
  fileprivate var words: String {
    let (seconds, attoseconds) = components
    let thousandths = (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
    guard thousandths % 1_000 == 0 else {
      return tr("{} seconds", Double(seconds) + Double(thousandths) / 1_000)
    }
    let whole = Int(seconds) &+ Int(thousandths / 1_000)
    if whole >= 7_200, whole % 3_600 == 0 {
      return trn("{} hour", "{} hours", whole / 3_600, whole / 3_600)
    }
    if whole >= 120, whole % 60 == 0 {
      return trn("{} minute", "{} minutes", whole / 60, whole / 60)
    }
    return trn("{} second", "{} seconds", whole, whole)
  }
}

extension LoadError {
  /// Whether there was no connection, so that the load may succeed by another network.
  public var isOfConnection: Bool {
    switch self {
    case .noNetwork, .nameNotFound, .refused, .timedOut(_, .connect, _): true
    default: false
    }
  }

  /// Whether trying again may help: the connection failed or broke, time ran out, or the server is
  /// overloaded (408, 425, 429, 500, 502, 503, 504).
  public var isTransient: Bool {
    switch self {
    case .noNetwork, .nameNotFound, .refused, .truncated, .reset: true
    case .timedOut(_, let phase, _): phase != .total
    case .tls(_, let problem): problem == .handshake
    // Who has had too many requests is asked again only at the time that it names.
    case .status(_, let problem) where problem.status == 429: problem.retryAfter != nil
    case .status(_, let problem): [408, 425, 500, 502, 503, 504].contains(problem.status)
    case .badRequest, .offline, .tooLarge, .tooManyRedirects, .redirectLoop, .badRedirect,
      .notModified, .badResponse, .badEncoding, .file, .program, .parser, .cancelled, .other:
      false
    }
  }
}
