import CHikidashiCurl
import FoundationEssentials
import Glibc
import HikidashiBase

// MARK: - Receiving

/// What libcurl calls with bytes of the body; any other count than the one given has it
/// wait or stop.
let receiveBody: hk_curl_receive = { bytes, _, count, owner in
  guard let bytes, let owner else { return 0 }
  let transfer = Unmanaged<CurlTransfer>.fromOpaque(owner).takeUnretainedValue()
  return switch transfer.take(UnsafeRawBufferPointer(start: bytes, count: count)) {
  case .taken: count
  case .keep: Int(CURL_WRITEFUNC_PAUSE)
  case .stop: 0
  }
}

/// What libcurl calls with each line of a head.
let receiveHeader: hk_curl_receive = { bytes, _, count, owner in
  guard let bytes, let owner else { return 0 }
  let transfer = Unmanaged<CurlTransfer>.fromOpaque(owner).takeUnretainedValue()
  return transfer.takeLine(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
}

/// What libcurl calls when there is a connection; anything but 0 has it stop.
let beginRequest: hk_curl_begin = { owner, _, _, _, _ in
  guard let owner else { return 1 }
  Unmanaged<CurlTransfer>.fromOpaque(owner).takeUnretainedValue().noteConnection()
  return 0
}

extension CurlTransfer {
  /// Takes a line of a head; false to have libcurl stop.
  fileprivate func takeLine(_ line: UnsafeRawBufferPointer) -> Bool {
    noteHead(line.count)
    // What follows a body are its trailers.
    guard !hasHead else { return true }
    switch head.take(line) {
    case .more: return true
    case .malformed: problem = badResponse(tr("the head of the response is none, or too long"))
    case .end: problem = headHasEnded()
    }
    return problem == nil
  }

  /// Looks at a head that is whole, and delivers it where it is the last; why not to go on.
  private func headHasEnded() -> LoadError? {
    guard let handle, head.status >= 200 else { return nil }
    let address = hk_easy_text(handle, CURLINFO_EFFECTIVE_URL).map { String(cString: $0) } ?? ""
    if followsRedirects, (300..<400).contains(head.status),
      let location = head.headers["Location"], !location.isEmpty
    {
      let method = hk_easy_text(handle, CURLINFO_EFFECTIVE_METHOD).map { String(cString: $0) }
      switch route.follow(method ?? "", from: address, to: location) {
      case .follow:
        route.note(head.status)
        return nil
      case .circle: return .redirectLoop(LoadFailure(request.target))
      case .refuse: return .badRedirect(LoadFailure(request.target), to: location)
      }
    }
    let isRedirected = hk_easy_long(handle, CURLINFO_REDIRECT_COUNT) > 0
    var head = ResponseHead(
      http: head.status, headers: head.headers,
      url: isRedirected ? URL(string: address) : requestedURL, version: head.version)
    if isRedirected, route.isPermanent { head.movedTo = head.url }
    do throws(BodyDecoder.Problem) {
      decoder =
        try hasBody(head) ? BodyDecoder.of(head.headers, limit: request.limits.decoded) : nil
    } catch {
      return .badEncoding(LoadFailure(request.target, reason: error.reason))
    }
    if let problem = excess(of: head) ?? rangeProblem(of: head) { return problem }
    if hasBody(head), !isFramed(handle) { closure = hk_closure_watch(handle) }
    take(head)
    return nil
  }

  private var requestedURL: URL? {
    guard case .url(let url) = request.target else { return nil }
    return url
  }

  private func hasBody(_ response: ResponseHead) -> Bool {
    request.method != .head && response.status != 304
  }

  /// Why a body that is announced is not even begun.
  private func excess(of response: ResponseHead) -> LoadError? {
    guard hasBody(response), let length = head.contentLength else { return nil }
    let limits = request.limits
    let limit = decoder == nil ? min(limits.received, limits.decoded) : limits.received
    guard length > limit else { return nil }
    return .tooLarge(LoadFailure(request.target), .announced(length), limit: limit)
  }

  /// Why a part that came is not the part that was asked for.
  private func rangeProblem(of head: ResponseHead) -> LoadError? {
    guard head.status == 206 else { return nil }
    guard let range = request.range else {
      return request.headers["Range"] == nil ? badResponse(tr("a part came unasked")) : nil
    }
    let first = head.headers["Content-Range"].flatMap(ContentRange.init)?.start
    guard first == range.start else {
      return badResponse(tr("another part came than was asked for"))
    }
    return decoder != nil ? badResponse(tr("a part came compressed")) : nil
  }

  private func badResponse(_ reason: String) -> LoadError {
    .badResponse(LoadFailure(request.target, reason: reason))
  }
}

// MARK: - Errors

extension CurlTransfer {
  /// What a result of libcurl means; nil for success.
  ///
  /// - Source: libcurl-errors(3).
  func error(of result: CURLcode) -> LoadError? {
    let failure = LoadFailure(request.target, reason: reason(of: result))
    switch result {
    case CURLE_OK:
      // A response of HTTP has a head; without one it was none.
      guard !hasHead else { return nil }
      return headCount > 0 ? .reset(LoadFailure(request.target)) : .badResponse(failure)
    case CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT: return .badRequest(failure)
    // The same result tells of a version of HTTP that nobody knows.
    case CURLE_UNSUPPORTED_PROTOCOL:
      return isConnected ? .badResponse(failure) : .badRequest(failure)
    case CURLE_COULDNT_RESOLVE_HOST: return unresolved(failure, hostName)
    case CURLE_COULDNT_RESOLVE_PROXY: return unresolved(failure, "proxy")
    case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_PROXY: return unconnected(failure)
    case CURLE_OPERATION_TIMEDOUT: return timedOut
    case CURLE_TOO_MANY_REDIRECTS:
      return .tooManyRedirects(
        LoadFailure(request.target), limit: max(0, request.limits.redirects))
    case CURLE_FILESIZE_EXCEEDED:
      return .tooLarge(failure, .announced(.max), limit: request.limits.received)
    case CURLE_PARTIAL_FILE:
      return .truncated(failure, got: receivedCount, expected: head.contentLength)
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2_STREAM:
      return .reset(failure)
    // What libcurl has room for is a line, not a head.
    case CURLE_OUT_OF_MEMORY where isConnected && !hasHead, Self.tooLarge where !hasHead:
      return .badResponse(
        LoadFailure(request.target, reason: tr("a line of the head is too long")))
    case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2:
      return .badResponse(failure)
    default: return tlsProblem(of: result).map { .tls(failure, $0) } ?? .other(failure)
    }
  }

  /// CURLE_TOO_LARGE, which newer versions of libcurl have for it.
  private static let tooLarge = CURLcode(rawValue: 100)

  private var hostName: String {
    guard case .url(let url) = request.target else { return "" }
    return url.host(percentEncoded: false) ?? ""
  }

  /// What libcurl wrote of it, or else what the result means in general.
  private func reason(of result: CURLcode) -> String {
    let text = String(cString: message)
    return text.isEmpty ? String(cString: hk_curl_describe(result)) : text
  }

  private var timedOut: LoadError {
    let times = request.timeouts
    let took = handle.map { Duration.microseconds(hk_easy_size($0, CURLINFO_TOTAL_TIME_T)) }
    // Where both limits were near, that of the whole is the one that no repetition mends.
    if let total = times.total, isConnected || (took ?? .zero) >= total - .milliseconds(1) {
      return .timedOut(LoadFailure(request.target), .total, after: total)
    }
    return .timedOut(
      LoadFailure(request.target), isConnected ? .total : .connect,
      after: times.connect ?? took ?? .zero)
  }

  private func unresolved(_ failure: LoadFailure, _ host: String) -> LoadError {
    NetworkInterfaces.areDown ? .noNetwork(failure) : .nameNotFound(failure, host: host)
  }

  private func unconnected(_ failure: LoadFailure) -> LoadError {
    switch handle.map({ Int32(truncatingIfNeeded: hk_easy_long($0, CURLINFO_OS_ERRNO)) }) {
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN: .noNetwork(failure)
    case ECONNRESET: .reset(failure)
    default: .refused(failure)
    }
  }

  /// - Source: openssl-verification-options(1) for the results of verification (`X509_V_ERR_…`).
  private func tlsProblem(of result: CURLcode) -> TLSProblem? {
    switch result {
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED: return .handshake
    case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE: return .trustStore
    case CURLE_SSL_INVALIDCERTSTATUS: return .revoked
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: break
    default: return nil
    }
    switch handle.map({ hk_easy_long($0, CURLINFO_SSL_VERIFYRESULT) }) ?? 0 {
    // Nothing was found wrong with the chain (1 is what libcurl begins with), so that it is the name.
    case 0, 1, 62: return .wrongHost
    case 9, 10: return .expired
    case 23: return .revoked
    default: return .untrusted
    }
  }
}

/// Undoes the compression of a body as far as somebody takes it, and knows where its streams end.
///
/// What follows a stream that has ended is more of the same (members of gzip, frames of zstd), or is
/// ignored, as browsers do.
///
/// - Source: RFC 9110, 8.4; RFC 1950 to 1952; RFC 7932; RFC 8878; RFC 9659.
final class BodyDecoder {
  private let name: String
  private let decoder: OpaquePointer
  /// What undoes the coding that was applied behind this one; nil where this one meets the wire.
  private let source: BodyDecoder?
  private var input: [UInt8] = []
  private var taken = 0
  /// Where the source decodes to.
  private var buffer: UnsafeMutableRawBufferPointer?

  /// Why a body cannot be decoded.
  struct Problem: Error {
    var reason: String
  }

  /// How many bytes the source has made, and how many it may: they are in no body, and so are not
  /// counted there.
  private var sourceCount = 0
  private let sourceLimit: Int

  private init(_ name: String, _ decoder: OpaquePointer, source: BodyDecoder?, limit: Int) {
    self.name = name
    sourceLimit = limit
    self.decoder = decoder
    self.source = source
  }

  deinit {
    hk_decoder_free(decoder)
    buffer?.deallocate()
  }

  /// The most codings of one body: more are no honest sender's.
  private static let mostCodings = 5
  private static let bufferSize = 16 << 10

  /// A decoder of what a head says of its body; nil where the body comes as it is.
  ///
  /// - Parameter limit: How many bytes may come of each coding but the outermost.
  static func of(_ headers: HeaderFields, limit: Int) throws(Problem) -> BodyDecoder? {
    var codings: [String] = []
    for field in headers.values("Content-Encoding") + headers.values("Transfer-Encoding") {
      codings += field.split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
    }
    codings.removeAll { ["", "identity", "none", "chunked"].contains($0) }
    guard codings.count <= mostCodings else {
      throw Problem(reason: tr("it is compressed {} times", codings.count))
    }
    var decoder: BodyDecoder?
    // The last was applied last.
    for name in codings.reversed() {
      guard let coding = coding(name), hk_decoder_knows(coding) else {
        throw Problem(reason: tr("“{}” is no compression that is known here", name.prefix(40)))
      }
      guard let new = hk_decoder_make(coding) else {
        throw Problem(reason: tr("there is no memory"))
      }
      decoder = BodyDecoder(name, new, source: decoder, limit: limit)
    }
    return decoder
  }

  /// What can be undone here, as a server is asked for it.
  static let accepted: String =
    ["gzip", "deflate", "br", "zstd"].filter { coding($0).map(hk_decoder_knows) ?? false }
    .joined(separator: ", ")

  private static func coding(_ name: String) -> hk_coding? {
    switch name {
    case "gzip", "x-gzip": HK_GZIP
    case "deflate": HK_DEFLATE
    case "br": HK_BROTLI
    case "zstd": HK_ZSTD
    default: nil
    }
  }

  /// Adds bytes off the wire, which wait until they are decoded.
  func add(_ bytes: UnsafeRawBufferPointer) {
    if let source { return source.add(bytes) }
    if taken == input.count { forgetTaken() }
    input.append(contentsOf: bytes)
  }

  /// How many bytes off the wire wait.
  var waitingCount: Int { source?.waitingCount ?? input.count - taken }

  /// The name of a coding whose stream has not ended; nil where all have.
  var unfinished: String? {
    source?.unfinished ?? (hk_decoder_is_whole(decoder) ? nil : name)
  }

  /// Decodes into `room`, which is not empty; how many bytes came of it, fewer than there is room for
  /// only where more must come off the wire first.
  func read(into room: UnsafeMutableRawBufferPointer) throws(Problem) -> Int {
    var count = 0
    while true {
      count += try decode(into: UnsafeMutableRawBufferPointer(rebasing: room[count...]))
      guard count < room.count, let source else { return count }
      // All of the input is taken.
      let buffer = buffer ?? .allocate(byteCount: Self.bufferSize, alignment: 1)
      self.buffer = buffer
      let next = try source.read(into: buffer)
      if next == 0 { return count }
      sourceCount += next
      guard sourceCount <= sourceLimit else {
        throw Problem(reason: tr("what its codings make of each other is too large"))
      }
      forgetTaken()
      input.append(contentsOf: buffer[..<next])
    }
  }

  private func forgetTaken() {
    input.removeAll(keepingCapacity: true)
    taken = 0
  }

  /// Decodes what there is of the input, as far as there is room.
  private func decode(into room: UnsafeMutableRawBufferPointer) throws(Problem) -> Int {
    var (used, made) = (0, 0)
    let isRight = input.withUnsafeBufferPointer { bytes in
      room.withMemoryRebound(to: UInt8.self) { room in
        hk_decoder_run(
          decoder, bytes.baseAddress.map { $0 + taken }, bytes.count - taken, &used,
          room.baseAddress, room.count, &made)
      }
    }
    taken += used
    guard isRight else {
      throw Problem(reason: "\(name): " + String(cString: hk_decoder_problem(decoder)))
    }
    return made
  }
}
