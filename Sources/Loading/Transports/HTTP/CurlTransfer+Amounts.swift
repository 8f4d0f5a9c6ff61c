import CCurl

extension CurlTransfer {
  /// Why what has come is too much.
  func excess() -> LoadError? {
    let failure = LoadFailure(request.target)
    let limits = request.limits
    if decodedCount > limits.decoded {
      return .tooLarge(failure, isCompressed ? .decoded : .received, limit: limits.decoded)
    }
    let received = isCompressed ? receivedCount : decodedCount
    if received > limits.received {
      return .tooLarge(failure, .received, limit: limits.received)
    }
    return nil
  }

  /// The bytes of the body that came over the wire.
  var receivedCount: Int {
    handle.map { Int(clamping: hk_easy_size($0, CURLINFO_SIZE_DOWNLOAD_T)) } ?? 0
  }

  /// How much more may come before the next chunk is delivered; a length may be a lie.
  var expectedRest: Int {
    guard !isCompressed, let length = head.contentLength else { return Self.chunkSize }
    return min(max(0, length - decodedCount), Self.chunkSize)
  }

  var metrics: TransferMetrics {
    guard let handle else { return TransferMetrics() }
    return TransferMetrics(
      receivedBytes: receivedCount,
      firstByte: .microseconds(hk_easy_size(handle, CURLINFO_STARTTRANSFER_TIME_T)),
      total: .microseconds(hk_easy_size(handle, CURLINFO_TOTAL_TIME_T)),
      redirects: hk_easy_long(handle, CURLINFO_REDIRECT_COUNT),
      reusedConnection: hk_easy_long(handle, CURLINFO_NUM_CONNECTS) == 0)
  }
}
