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
  /// Nobody listens there.
  case refused(LoadFailure)
  /// No secure connection came about.
  case tls(LoadFailure, TLSProblem)
  /// It took longer than the request allows.
  case timedOut(LoadFailure, LoadPhase, after: Duration)
  /// It is more than the request allows.
  case tooLarge(LoadFailure, LoadSize, limit: Int)
  /// Servers sent elsewhere more often than the request allows.
  case tooManyRedirects(LoadFailure, limit: Int)
  /// Servers send in a circle.
  case redirectLoop(LoadFailure)
  /// A server sent to where redirects are not followed: another scheme, or away from TLS.
  case badRedirect(LoadFailure, to: String)
  /// The body ended before its announced length.
  case truncated(LoadFailure, got: Int, expected: Int?)
  /// The other side broke the connection.
  case reset(LoadFailure)
  /// The server answered with a status that is no success.
  case status(LoadFailure, StatusProblem)
  /// The server says that nothing has changed, and there is nothing here that it could mean.
  case notModified(LoadFailure)
  /// What came is no response of the protocol.
  case badResponse(LoadFailure)
  /// The body is not compressed as its head says.
  case badEncoding(LoadFailure)
  /// The file, device or socket cannot be used.
  case file(LoadFailure, FileProblem)
  /// The program ended with a status other than 0, or by a signal.
  case program(LoadFailure, ProgramProblem)
  /// The parser refused the response.
  case parser(LoadFailure, ParserError)
  /// It was cancelled, or superseded by another load.
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
  /// The certificate's time has passed, or has not come.
  case expired
  /// Nobody that is trusted here vouches for the certificate.
  case untrusted
  /// The certificate is of another host.
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
  /// It went on, but brought less than ``LoadTimeouts/leastRate``.
  case rate
}

/// Which size was above its limit.
public enum LoadSize: Hashable, Sendable {
  /// What the head of the response announces, in bytes.
  case announced(Int)
  /// What came over the wire.
  case received
  /// What came out of decompression.
  case decoded
  /// A part that a parser holds in memory, such as a line.
  case part
}

/// A response whose status is no success.
public struct StatusProblem: Hashable, Sendable {
  public var status: Int
  /// How long the server wants to be left alone.
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

/// How a program ended that did not succeed.
public struct ProgramProblem: Hashable, Sendable {
  public enum End: Hashable, Sendable {
    /// It could not be started.
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
