import CCurl

extension CurlTransfer {
  /// Why what has come is too much.
  func excess() -> LoadError? {
    let limits = request.limits
    guard receivedCount > limits.received || decodedCount > limits.decoded else { return nil }
    let failure = LoadFailure(request.target)
    if receivedCount > limits.received {
      return .tooLarge(failure, .received, limit: limits.received)
    }
    return .tooLarge(failure, decoder == nil ? .received : .decoded, limit: limits.decoded)
  }

  /// How much more may come before the next chunk is delivered; a length may be a lie.
  var expectedRest: Int {
    guard decoder == nil, let length = head.contentLength else { return Self.chunkSize }
    return min(max(0, length - decodedCount), Self.chunkSize)
  }

  var metrics: TransferMetrics {
    guard let handle else { return TransferMetrics() }
    return TransferMetrics(
      receivedBytes: receivedCount,
      firstByte: .microseconds(hk_easy_size(handle, CURLINFO_STARTTRANSFER_TIME_T)),
      total: .microseconds(hk_easy_size(handle, CURLINFO_TOTAL_TIME_T)),
      redirects: hk_easy_long(handle, CURLINFO_REDIRECT_COUNT),
      reusedConnection: hk_easy_long(handle, CURLINFO_NUM_CONNECTS) == 0,
      isEndConfirmed: isFramed(handle))
  }

  /// Whether the protocol tells where the body ends.
  ///
  /// - Source: RFC 9112, 6.3; RFC 9113, 8.1.
  func isFramed(_ handle: UnsafeMutableRawPointer) -> Bool {
    switch head.version {
    case .http2, .http3: return true
    case .http10, .http11, nil: break
    }
    if request.method == .head || [204, 304].contains(head.status) { return true }
    let isChunked = head.headers.values("Transfer-Encoding").contains {
      $0.lowercased().contains("chunked")
    }
    return isChunked || hk_easy_size(handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T) >= 0
  }
}
