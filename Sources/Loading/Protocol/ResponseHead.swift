public import FoundationEssentials

/// The head of a response: status, header fields, length and range.
///
/// For what is not HTTP, ``status`` is nil and the fields are those that the transport knows.
public struct ResponseHead: Hashable, Sendable {
  /// The body's address after all redirects; nil when there is no address.
  public var url: URL?
  /// The address that is to be asked from now on, as all redirects that led to it were permanent; nil where none
  /// was followed, or one of them was for this time.
  ///
  /// - Source: RFC 9110, 15.4.2 (301) and 15.4.9 (308).
  public var movedTo: URL?
  /// The status of HTTP, as in 200; nil for every other transport.
  public var status: Int?
  /// The header fields, or what a transport other than HTTP knows in their place.
  public var headers: HeaderFields
  /// How many bytes the body will have as it is fed to a parser; nil where nobody knows, as for
  /// what is compressed.
  public var expectedLength: Int?
  /// The offset of the body's first byte in the whole: above 0 only where a range was honoured.
  public var start: Int
  /// The size of the whole of which this is a part; nil where it is not known.
  public var wholeLength: Int?
  /// The version of HTTP; nil for every other transport.
  public var version: TransferVersion?

  /// A head whose lengths and range are given, as for what is not HTTP.
  public init(
    url: URL? = nil, status: Int? = nil, headers: HeaderFields = HeaderFields(),
    expectedLength: Int? = nil, start: Int = 0, wholeLength: Int? = nil,
    version: TransferVersion? = nil
  ) {
    self.url = url
    self.status = status
    self.headers = headers
    self.expectedLength = expectedLength
    self.start = start
    self.wholeLength = wholeLength
    self.version = version
  }

  /// The head of an HTTP response, with lengths and range as its fields have them.
  ///
  /// - Source: RFC 9110, 8.6 (`Content-Length`) and 14.4 (`Content-Range`).
  public init(
    http status: Int, headers: HeaderFields, url: URL? = nil, version: TransferVersion? = nil
  ) {
    self.init(url: url, status: status, headers: headers, version: version)
    let length = headers["Content-Length"].flatMap(Self.count)
    let encoding = headers["Content-Encoding"] ?? "identity"
    if encoding.lowercased() == "identity" || encoding.isEmpty { expectedLength = length }
    wholeLength = status == 200 ? expectedLength : nil
    if status == 206, let range = headers["Content-Range"].flatMap(ContentRange.init) {
      start = range.start
      wholeLength = range.wholeLength
    }
  }

  /// The digits of a length; nil for anything else, a number too large for an `Int` included.
  static func count(_ text: some StringProtocol) -> Int? {
    let text = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }
    let digits = text.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, text[digits.endIndex...].allSatisfy({ $0 == 0x20 || $0 == 0x09 })
    else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}

/// The field `Content-Range`, as in `bytes 100-199/1000`.
struct ContentRange {
  var start: Int
  var wholeLength: Int?

  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let sides = parts[1].split(separator: "/", maxSplits: 1)
    guard sides.count == 2 else { return nil }
    let bounds = sides[0].split(separator: "-", maxSplits: 1)
    guard bounds.count == 2, let first = ResponseHead.count(bounds[0]),
      let last = ResponseHead.count(bounds[1]), first <= last
    else { return nil }
    start = first
    wholeLength = ResponseHead.count(sides[1])
  }
}

/// The version of HTTP that a response came over.
public enum TransferVersion: String, Hashable, Sendable {
  case http10 = "HTTP/1.0"
  case http11 = "HTTP/1.1"
  case http2 = "HTTP/2"
  case http3 = "HTTP/3"
}

// MARK: - Fields

extension ResponseHead {
  /// The type of the body in lower case and without parameters, as in `text/html`.
  public var mediaType: String? {
    guard let field = headers["Content-Type"] else { return nil }
    let type = field.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    return type.isEmpty ? nil : type
  }

  /// The encoding of the body's text as the type names it, in lower case, as in `utf-8`.
  public var charset: String? {
    guard let field = headers["Content-Type"] else { return nil }
    for parameter in field.split(separator: ";").dropFirst() {
      let sides = parameter.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, sides[0].filter({ !$0.isWhitespace }).lowercased() == "charset"
      else { continue }
      return sides[1].filter { !$0.isWhitespace && $0 != "\"" }.lowercased()
    }
    return nil
  }

  /// The server's name for this state of the body, quotes and `W/` included.
  public var etag: String? { headers["ETag"] }

  /// When the body was last changed, in the server's words.
  public var lastModified: String? { headers["Last-Modified"] }

  /// The validator for requesting a range of the same body: a strong ETag, or else the date.
  ///
  /// - Source: RFC 9110, 13.1.5.
  public var rangeValidator: String? {
    if let etag { return etag.hasPrefix("W/") ? nil : etag }
    return lastModified
  }

  /// Whether the body is what was asked for: a status of 2xx, or none at all.
  public var isSuccess: Bool { status.map { (200..<300).contains($0) } ?? true }

  /// Whether the server says that the kept response is current (304).
  public var isNotModified: Bool { status == 304 }

  /// Returns how long the server asks clients to wait, from now on: a count of seconds, or a date.
  ///
  /// A date is counted from when the response was sent, where it says so, as clocks differ. No wait
  /// is longer than a week. A server that only says when it counts requests anew, as Mastodon's do with
  /// `X-RateLimit-Reset`, means the same where it has answered 429, or no request is left.
  ///
  /// - Parameter now: The time since 1970-01-01 00:00 UTC.
  /// - Source: RFC 9110, 10.2.3.
  public func retryAfter(now: Duration) -> Duration? {
    let today = Int(now.components.seconds)
    guard let field = headers["Retry-After"] else { return resetOfAllowance(now: today) }
    if let seconds = Self.count(field) { return .seconds(min(seconds, Self.week)) }
    return HTTPDate.seconds(field, now: today).map { wait(until: $0, now: today) }
  }

  private static let week = 7 * 86_400

  private func wait(until date: Int, now today: Int) -> Duration {
    let sent = headers["Date"].flatMap { HTTPDate.seconds($0, now: today) } ?? today
    let (wait, isTooFar) = date.subtractingReportingOverflow(sent)
    return .seconds(isTooFar ? Self.week : min(max(0, wait), Self.week))
  }

  /// Seconds until requests are counted anew, or the time of that, in seconds since 1970 or as a date.
  ///
  /// - Source: Mastodon, "Rate limits"; draft-ietf-httpapi-ratelimit-headers-07.
  private func resetOfAllowance(now today: Int) -> Duration? {
    let left = ["X-RateLimit-Remaining", "RateLimit-Remaining", "X-Rate-Limit-Remaining"]
      .lazy.compactMap { headers[$0] }.first
    guard status == 429 || left == "0" else { return nil }
    let reset = ["X-RateLimit-Reset", "RateLimit-Reset", "X-Rate-Limit-Reset"]
      .lazy.compactMap { headers[$0] }.first
    guard let reset else { return nil }
    guard let count = Self.count(reset) else {
      return (HTTPDate.isoSeconds(reset) ?? HTTPDate.seconds(reset, now: today))
        .map { wait(until: $0, now: today) }
    }
    // Larger numbers are times: no server counts requests for thirty years.
    return count < 1_000_000_000
      ? .seconds(min(count, Self.week)) : wait(until: count, now: today)
  }
}
