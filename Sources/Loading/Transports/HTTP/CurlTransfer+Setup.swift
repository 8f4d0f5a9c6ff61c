import CHikidashiCurl
import FoundationEssentials
import HikidashiBase

extension CurlTransfer {
  /// Tells libcurl what is asked for; why the request cannot be sent.
  func setUp(_ handle: UnsafeMutableRawPointer, _ options: HTTPOptions) -> LoadError? {
    guard case .url(let url) = request.target else { return badRequest(tr("it is no address")) }
    let owner = Unmanaged.passUnretained(self).toOpaque()
    var results = [hk_easy_set_receivers(handle, receiveBody, receiveHeader, beginRequest, owner)]
    func set(_ option: CURLoption, _ value: Int) {
      results.append(hk_easy_set_long(handle, option, value))
    }
    func set(_ option: CURLoption, _ value: String) {
      results.append(hk_easy_set_text(handle, option, value))
    }
    set(CURLOPT_URL, url.absoluteString)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    results.append(hk_easy_set_pointer(handle, CURLOPT_ERRORBUFFER, message))
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // Bodies are decoded here, as libcurl knows nothing of the end of what is compressed.
    set(CURLOPT_HTTP_CONTENT_DECODING, 0)
    set(CURLOPT_USERAGENT, options.userAgent)
    set(
      CURLOPT_HTTP_VERSION,
      needsOwnConnection ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS)
    if needsOwnConnection { set(CURLOPT_FRESH_CONNECT, 1) }
    set(CURLOPT_STREAM_WEIGHT, priority.streamWeight)
    // The folder of the system's certificates stays trusted beside this file.
    if let file = options.trustedCertificates { set(CURLOPT_CAINFO, file) }
    set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(request.timeouts.connect) ?? Int(Int32.max))
    if let total = Self.milliseconds(request.timeouts.total) { set(CURLOPT_TIMEOUT_MS, total) }
    if let rate = request.limits.bytesPerSecond {
      results.append(
        hk_easy_set_size(handle, CURLOPT_MAX_RECV_SPEED_LARGE, curl_off_t(max(1, rate))))
      // libcurl reads up to a hundred times before it looks at the rate.
      set(CURLOPT_BUFFERSIZE, min(max(rate / 100, Self.leastBuffer), Self.bufferSize))
    }
    if followsRedirects {
      set(CURLOPT_FOLLOWLOCATION, 1)
      set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
      set(CURLOPT_MAXREDIRS, max(0, request.limits.redirects))
    }
    if let problem = setMethod(handle) ?? setRange(handle) ?? setHeaders(handle, sentFields) {
      return problem
    }
    if let result = results.first(where: { $0 != CURLE_OK }) {
      return badRequest(String(cString: hk_curl_describe(result)))
    }
    return nil
  }

  /// What libcurl reads at once unless it is told otherwise, which only a new handle can be.
  static let bufferSize = 16 << 10

  /// Whether it may not be a stream among others: held back by a bound on its rate, libcurl 7.88 does
  /// not see what has come for it until something else happens on the connection.
  private var needsOwnConnection: Bool {
    request.limits.bytesPerSecond != nil && request.target.scheme == "https"
  }

  /// The smallest buffer that libcurl reads into.
  private static let leastBuffer = 1_024

  /// How long the bound on the rate may keep the next byte back.
  var longestHold: Duration {
    guard let rate = request.limits.bytesPerSecond else { return .zero }
    return .seconds(1 + 100 * Self.leastBuffer / max(1, rate))
  }

  /// Whether libcurl itself goes where a response sends it.
  var followsRedirects: Bool {
    switch request.method {
    case .get, .head: request.body == nil
    case .post: true
    default: false
    }
  }

  private func setMethod(_ handle: UnsafeMutableRawPointer) -> LoadError? {
    let method = request.method
    if request.body == nil, method == .get { return nil }
    if request.body == nil, method == .head {
      _ = hk_easy_set_long(handle, CURLOPT_NOBODY, 1)
      return nil
    }
    guard !method.name.isEmpty, method.name.utf8.allSatisfy(Self.isToken) else {
      return badRequest(tr("“{}” is no method", method.name.prefix(40)))
    }
    if request.body != nil || method == .post {
      let body = request.body ?? []
      _ = hk_easy_set_long(handle, CURLOPT_POST, 1)
      _ = hk_easy_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
      let result = body.withUnsafeBytes { bytes in
        // libcurl takes a null pointer for a body that is read from a function.
        bytes.baseAddress.map {
          hk_easy_set_pointer(
            handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0))
        } ?? hk_easy_set_text(handle, CURLOPT_COPYPOSTFIELDS, "")
      }
      if result != CURLE_OK { return badRequest(String(cString: hk_curl_describe(result))) }
    }
    if method != .post { _ = hk_easy_set_text(handle, CURLOPT_CUSTOMREQUEST, method.name) }
    return nil
  }

  private func setRange(_ handle: UnsafeMutableRawPointer) -> LoadError? {
    guard let range = request.range else { return nil }
    guard range.start >= 0 else {
      return badRequest(tr("a range cannot begin at {}", range.start))
    }
    var text = "\(range.start)-"
    if let count = range.count {
      guard count > 0 else { return badRequest(tr("a range of {} bytes is none", count)) }
      let (end, isTooLarge) = range.start.addingReportingOverflow(count)
      if !isTooLarge { text += "\(end - 1)" }
    }
    _ = hk_easy_set_text(handle, CURLOPT_RANGE, text)
    return nil
  }

  /// The request's own fields, and what compression is understood: all that can be undone here, unless
  /// the request wants something else. A range of what is compressed would be no range of what a parser
  /// is fed.
  private var sentFields: HeaderFields {
    var fields = request.headers
    let wanted = fields["Accept-Encoding"] ?? BodyDecoder.accepted
    let isWanted = request.range == nil && wanted.lowercased() != "identity"
    fields["Accept-Encoding"] = isWanted && !wanted.isEmpty ? wanted : nil
    return fields
  }

  /// Leaves the caller's own fields behind where a redirect has led to another origin: keys of services
  /// have many names, and were not meant for whoever is there. What only says what is wanted, or what
  /// is sent, goes on.
  func guardFields() {
    guard let handle, case .url(let url) = request.target, !hasLeftOrigin,
      let address = hk_easy_text(handle, CURLINFO_EFFECTIVE_URL).map({ String(cString: $0) }),
      address != url.absoluteString,
      RedirectRoute.origin(of: address) != RedirectRoute.origin(of: url.absoluteString)
    else { return }
    hasLeftOrigin = true
    let harmless = HeaderFields(sentFields.filter { Self.isHarmless($0.name.lowercased()) })
    _ = hk_easy_set_list(handle, CURLOPT_HTTPHEADER, nil)
    _ = setHeaders(handle, harmless)
  }

  private static func isHarmless(_ name: String) -> Bool {
    name == "accept" || ["accept-", "if-", "content-"].contains { name.hasPrefix($0) }
      || ["user-agent", "range", "cache-control", "pragma", "expect"].contains(name)
  }

  private func setHeaders(
    _ handle: UnsafeMutableRawPointer, _ fields: HeaderFields
  ) -> LoadError? {
    var list: UnsafeMutablePointer<curl_slist>?
    defer { if let list { lists.append(list) } }
    func add(_ line: String) -> Bool {
      guard let longer = hk_list_append(list, line) else { return false }
      list = longer
      return true
    }
    for field in fields {
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(Self.isToken),
        field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
      else {
        let name = field.name.prefix(40)
        return badRequest(tr("the header “{}” has a character it may not", name))
      }
      // A header without a value is written so; with a colon, libcurl would leave it out.
      let line = field.value.isEmpty ? field.name + ";" : "\(field.name): \(field.value)"
      guard add(line) else { return badRequest(tr("libcurl has no memory")) }
    }
    if let validator = request.range?.validator {
      guard validator.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), add("If-Range: \(validator)")
      else { return badRequest(tr("the range's validator has a character it may not")) }
    }
    // What libcurl would otherwise add of its own accord to what is sent.
    if request.body != nil || request.method == .post {
      if request.headers["Content-Type"] == nil { _ = add("Content-Type:") }
      if request.headers["Expect"] == nil { _ = add("Expect:") }
    }
    if let list { _ = hk_easy_set_list(handle, CURLOPT_HTTPHEADER, list) }
    return nil
  }

  private func badRequest(_ reason: String) -> LoadError {
    .badRequest(LoadFailure(request.target, reason: reason))
  }

  /// Whole milliseconds, at least one, as 0 would mean another limit; nil where there is none.
  private static func milliseconds(_ duration: Duration?) -> Int? {
    duration.map { min(max(1, $0.milliseconds), Int(Int32.max)) }
  }

  /// Whether a name of the protocol may have this byte (RFC 9110, 5.6.2).
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

extension LoadPriority {
  /// The weight of its stream among those of the same HTTP/2 connection, 1–256.
  var streamWeight: Int {
    switch self {
    case .background: 1
    case .low: 8
    case .normal: 16
    case .high: 64
    case .immediate: 256
    }
  }
}

/// Reads the heads that come line by line before a body: interim ones, of redirects, the last.
struct HeadReader {
  private(set) var status = 0
  private(set) var version: TransferVersion?
  private(set) var headers = HeaderFields()
  private var size = 0

  /// The most bytes of one head; libcurl's own limit is that of a line.
  static let limit = 256 << 10

  enum Step: Equatable {
    /// More of the head is to come.
    case more
    /// The line was the empty one at the end of a head.
    case end
    /// The head is none, or endless.
    case malformed
  }

  /// Takes a line with its break.
  mutating func take(_ line: UnsafeRawBufferPointer) -> Step {
    size += line.count
    guard size <= Self.limit else { return .malformed }
    let text = line.prefix { $0 != 0x0D && $0 != 0x0A }
    if text.isEmpty { return status == 0 ? .malformed : .end }
    if text.starts(with: "HTTP/".utf8) { return begin(text) }
    guard status != 0 else { return .malformed }
    // A line that continues the one before is a form nobody sends any more.
    guard let colon = text.firstIndex(of: 0x3A), colon > text.startIndex else { return .more }
    let value = text[(colon + 1)...].drop(while: Self.isBlank)
    let end = value.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? value.startIndex
    headers.append(
      String(decoding: text[..<colon], as: UTF8.self),
      String(decoding: value[..<end], as: UTF8.self))
    return .more
  }

  /// The length that the head announces for what comes over the wire; that which no `Int` holds is
  /// the largest there is.
  var contentLength: Int? {
    guard let field = headers["Content-Length"] else { return nil }
    let isNumber = !field.isEmpty && field.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return ResponseHead.count(field) ?? (isNumber ? .max : nil)
  }

  private mutating func begin(_ line: Slice<UnsafeRawBufferPointer>) -> Step {
    let words = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: true)
    let digits = words.count > 1 ? words[1] : line[line.endIndex...]
    guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return .malformed
    }
    self = HeadReader()
    size = line.count
    status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    switch String(decoding: words[0], as: UTF8.self) {
    case "HTTP/1.0": version = .http10
    case "HTTP/1.1": version = .http11
    case "HTTP/2", "HTTP/2.0": version = .http2
    case "HTTP/3": version = .http3
    default: version = nil
    }
    return .more
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// The addresses that a transfer has been sent to, so that it never goes to one twice, nor from TLS
/// to where everybody can read along.
struct RedirectRoute {
  private var visited: Set<String> = []
  /// Whether each redirect so far holds for later requests, too.
  private(set) var isPermanent = true

  /// Notes the status of a redirect that is followed.
  mutating func note(_ status: Int) {
    isPermanent = isPermanent && (status == 301 || status == 308)
  }

  enum Step: Equatable {
    case follow
    case circle
    case refuse
  }

  /// Whether to follow from `address`, which answered a request of this method, to `location`, as
  /// its head has it.
  ///
  /// A location without a scheme keeps that of the address. The transfer sends no cookies, so that
  /// an address that was asked before would only give the same answer again.
  mutating func follow(_ method: String, from address: String, to location: String) -> Step {
    guard visited.insert(method + " " + address).inserted else { return .circle }
    guard let scheme = Self.scheme(of: location) else { return .follow }
    switch scheme {
    case "https": return .follow
    case "http": return Self.scheme(of: address) == "https" ? .refuse : .follow
    default: return .refuse
    }
  }

  /// Scheme, host and port; nil where the address has none that can be told.
  static func origin(of address: String) -> String? {
    guard let url = URL(string: address), let scheme = url.scheme?.lowercased(),
      let host = url.host(percentEncoded: false)?.lowercased()
    else { return nil }
    return "\(scheme)://\(host):\(url.port ?? (scheme == "https" ? 443 : 80))"
  }

  /// The lower-case scheme before the first colon; nil for a relative address.
  static func scheme(of address: String) -> String? {
    let scheme = address.utf8.prefix { $0 != 0x3A && $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
    guard scheme.endIndex < address.utf8.endIndex, address.utf8[scheme.endIndex] == 0x3A
    else { return nil }
    return String(Substring(scheme)).lowercased()
  }
}
