import CCurl
import FoundationEssentials
import Glibc
import Support

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
