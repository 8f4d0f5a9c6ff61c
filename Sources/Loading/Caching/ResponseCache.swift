import FoundationEssentials
import HikidashiBase

/// Keeps responses, so that the server need not send again what has not changed.
///
/// ```swift
/// let cache = ResponseCache("/home/me/.cache/reader/responses.db")
/// let connector = Connector(transports: [HTTPTransport()], cache: cache)
/// ```
///
/// Calls wait for the disk and are made off the main thread by the connector. The cache in a file is in
/// the module `HikidashiLoadingCache`, so that who keeps nothing needs no database.
public final class ResponseCache: Sendable {
  /// The most bytes of bodies that are kept; the least recently used are removed first.
  public let limit: Int
  private let storage: any ResponseCacheStorage

  package init(_ storage: any ResponseCacheStorage, limit: Int) {
    self.storage = storage
    self.limit = max(0, limit)
  }

  /// Forgets everything.
  public func removeAll() { storage.removeAll() }

  /// How many responses are kept, and the bytes of their bodies.
  public var usage: (count: Int, bytes: Int) { storage.usage }

  /// The most bytes of a body that is kept, 16 MB: until it is whole it is held in memory, whatever its
  /// parser does with it.
  public static let longestBody = 16 << 20

  /// The largest body that is kept here.
  var bodyLimit: Int { min(limit / 4, Self.longestBody) }

  /// What is kept for a key; nil where there is nothing whole.
  func response(for key: String) -> CachedResponse? {
    guard let found = storage.response(for: key) else { return nil }
    guard BodyHash.hash(found.body) == found.hash else {
      remove(key)
      return nil
    }
    return found
  }

  /// Notes that a response was given away as it is kept. One that the server is asked about is noted with the answer.
  func touch(_ key: String, at now: Duration) { storage.touch(key, at: now) }

  /// Keeps a response, and lets go of the least recently used where there are too many bytes.
  func store(_ response: CachedResponse, for key: String) {
    guard response.body.count <= bodyLimit else { return remove(key) }
    storage.store(response, for: key, limit: limit)
  }

  /// Notes that the server has called a response current.
  func confirm(_ key: String, at now: Duration) { storage.confirm(key, at: now) }

  func remove(_ key: String) { storage.remove(key) }
}

/// The storage in which a ``ResponseCache`` keeps responses. What cannot be kept is left out
/// without a word.
package protocol ResponseCacheStorage: Sendable {
  var usage: (count: Int, bytes: Int) { get }
  func response(for key: String) -> CachedResponse?
  /// Keeps a response, then removes the least recently used others until all bodies have `limit` bytes
  /// or less.
  func store(_ response: CachedResponse, for key: String, limit: Int)
  /// Notes when a response was confirmed by its server, and so used.
  func confirm(_ key: String, at now: Duration)
  /// Notes when a response was used.
  func touch(_ key: String, at now: Duration)
  func remove(_ key: String)
  func removeAll()
}

/// A response that was kept.
package struct CachedResponse: Sendable {
  package var head: ResponseHead
  package var body: [UInt8]
  package var hash: UInt64
  /// When the server last sent or confirmed the response, as the time since 1970.
  package var confirmed: Duration

  package init(head: ResponseHead, body: [UInt8], hash: UInt64? = nil, confirmed: Duration) {
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

/// A 64-bit checksum that tells one body from another; it does not resist deliberate collisions.
///
/// - Source: Fowler, Noll, Vo, FNV-1a (RFC 9923).
package struct BodyHash: Hashable, Sendable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func add(_ bytes: [UInt8]) {
    var value = value
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    self.value = value
  }

  package static func hash(_ bytes: [UInt8]) -> UInt64 {
    var hash = BodyHash()
    hash.add(bytes)
    return hash.value
  }
}
