/// A response that was kept.
struct CachedResponse: Sendable {
  var head: ResponseHead
  var body: [UInt8]
  var hash: UInt64
  /// When the server has last said that it is current, since 1970.
  var confirmed: Duration

  init(head: ResponseHead, body: [UInt8], hash: UInt64? = nil, confirmed: Duration) {
    self.head = head
    self.body = body
    self.hash = hash ?? BodyHash.hash(body)
    self.confirmed = confirmed
  }

  /// The fields that make a server send the body only when it is another.
  ///
  /// - Source: RFC 9110, 13.1.2 and 13.1.3.
  var conditions: [HeaderFields.Field] {
    var fields: [HeaderFields.Field] = []
    if let etag = head.etag { fields.append(HeaderFields.Field("If-None-Match", etag)) }
    if let date = head.lastModified {
      fields.append(HeaderFields.Field("If-Modified-Since", date))
    }
    return fields
  }

  /// How old it is; never negative, and as old as can be where the clock was set back.
  func age(at now: Duration) -> Duration { now >= confirmed ? now - confirmed : .seconds(1 << 40) }
}

/// A checksum of 64 bits that tells one body from another; no protection from people.
///
/// - Source: Fowler, Noll, Vo, FNV-1a (RFC 9923).
struct BodyHash: Hashable, Sendable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: [UInt8]) {
    var value = value
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    self.value = value
  }

  static func hash(_ bytes: [UInt8]) -> UInt64 {
    var hash = BodyHash()
    hash.add(bytes)
    return hash.value
  }
}
