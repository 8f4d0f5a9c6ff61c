import CCurl
import FoundationEssentials
import Support

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
      case .follow: return nil
      case .circle: return .redirectLoop(LoadFailure(request.target))
      case .refuse: return .badRedirect(LoadFailure(request.target), to: location)
      }
    }
    let isRedirected = hk_easy_long(handle, CURLINFO_REDIRECT_COUNT) > 0
    let head = ResponseHead(
      http: head.status, headers: head.headers,
      url: isRedirected ? URL(string: address) : requestedURL, version: head.version)
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
