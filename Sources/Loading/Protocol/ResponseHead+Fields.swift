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

  /// How long the server wants to be left alone; only a count of seconds is understood, not a date.
  public var retryAfter: Duration? {
    headers["Retry-After"].flatMap(Self.count).map { .seconds(min($0, 7 * 86_400)) }
  }
}
