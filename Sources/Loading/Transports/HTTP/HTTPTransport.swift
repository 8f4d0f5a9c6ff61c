/// Fetches `http` and `https` addresses with the system's libcurl: HTTP/1.1 and HTTP/2, connections
/// that are kept, compression, verified TLS, the proxies of the environment.
///
/// ```swift
/// let transport = HTTPTransport()
/// let transfer = transport.start(LoadRequest(url), receiver: receiver)
/// ```
///
/// - One thread serves every transfer of a transport; it and libcurl itself are not there before the
///   first. An app with one transport shares its connections between all loads.
/// - It starts whatever it is given: how much is under way at once is for ``ConnectorLimits`` to say. Of an
///   `https` host whose version of HTTP is not known, one transfer goes ahead, so that the others can share
///   its connection.
/// - A redirect is followed for GET, HEAD and POST, only to `http` and `https`, never from `https`
///   to `http`, and not to where the same transfer has been. That of any other method is the
///   response, since a method that changes something is not for another address unasked.
/// - To another scheme, host or port go only those of the request's own fields that say what is wanted
///   or sent: `Accept…`, `If-…`, `Content-…`, `User-Agent`, `Range`, `Cache-Control`, `Pragma`.
/// - Bodies are decompressed (gzip, deflate, brotli, zstd), no further than they are taken. Without the
///   end of its stream one is ``LoadError/truncated(_:got:expected:)``.
/// - A body without a length that is ended by the end of the connection, as HTTP/1.0 has it, cannot
///   be told from one that broke off, and says so (``TransferMetrics/isEndConfirmed``). Over TLS a
///   connection that is not ended in order is ``LoadError/truncated(_:got:expected:)``.
/// - A transfer with a bound on its rate has a connection of its own where there is TLS, and takes up
///   to a second's worth (100 kB at least) at once.
/// - `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` name the proxies, as for `curl`.
public final class HTTPTransport: Transport {
  private let loop: CurlLoop

  /// A transport; nothing is loaded or started by making it.
  public init(_ options: HTTPOptions = HTTPOptions()) { loop = CurlLoop(options) }

  public func serves(_ target: LoadTarget) -> Bool {
    target.scheme == "http" || target.scheme == "https"
  }

  public func start(_ request: LoadRequest, receiver: any TransferReceiver) -> any Transfer {
    let transfer = CurlTransfer(request, receiver: receiver, loop: loop)
    loop.post(.start(transfer))
    return transfer
  }
}

/// The options that all transfers of an ``HTTPTransport`` share.
public struct HTTPOptions: Hashable, Sendable {
  /// The path of a file of certificates (PEM) that are trusted beside the system's.
  public var trustedCertificates: String?
  /// The most connections that are kept for later requests when nothing uses them.
  public var keptConnections: Int
  /// The `User-Agent` that the app sends; a request's own field takes precedence.
  public var userAgent: String

  public init(
    trustedCertificates: String? = nil, keptConnections: Int = 32,
    userAgent: String = "Hikidashi"
  ) {
    self.trustedCertificates = trustedCertificates
    self.keptConnections = keptConnections
    self.userAgent = userAgent
  }
}
