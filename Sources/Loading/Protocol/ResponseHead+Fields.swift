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

  /// What a range of the same body may be asked for with: a strong ETag, or else the date.
  ///
  /// - Source: RFC 9110, 13.1.5.
  public var rangeValidator: String? {
    if let etag { return etag.hasPrefix("W/") ? nil : etag }
    return lastModified
  }

  /// Whether the body is what was asked for: a status of 2xx, or none at all.
  public var isSuccess: Bool { status.map { (200..<300).contains($0) } ?? true }

  /// Whether the server says that what is known is current (304).
  public var isNotModified: Bool { status == 304 }

  /// How long the server wants to be left alone, from now on: a count of seconds, or a date.
  ///
  /// A date is counted from when the response was sent, where it says so, as clocks differ. No wait is
  /// longer than a week.
  ///
  /// - Parameter now: The time since 1970-01-01 00:00 UTC.
  /// - Source: RFC 9110, 10.2.3.
  public func retryAfter(now: Duration) -> Duration? {
    guard let field = headers["Retry-After"] else { return nil }
    let week = 7 * 86_400
    if let seconds = Self.count(field) { return .seconds(min(seconds, week)) }
    let today = Int(now.components.seconds)
    guard let date = HTTPDate.seconds(field, now: today) else { return nil }
    let sent = headers["Date"].flatMap { HTTPDate.seconds($0, now: today) } ?? today
    let (wait, isTooFar) = date.subtractingReportingOverflow(sent)
    return .seconds(isTooFar ? week : min(max(0, wait), week))
  }
}
