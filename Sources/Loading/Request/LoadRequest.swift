public import FoundationEssentials

/// A request to a transport: target, method, headers, body, priority and limits.
///
/// ```swift
/// var request = LoadRequest(url)
/// request.headers["Accept-Language"] = "ja"
/// request.timeouts.total = .seconds(60)
/// ```
///
/// Parts that a transport has no use for, such as headers for a serial device, it ignores.
public struct LoadRequest: Hashable, Sendable {
  /// What is loaded: an address, a program, a connection or a device.
  public var target: LoadTarget
  /// The method over HTTP; other transports ignore it.
  public var method: LoadMethod
  /// The header fields to send over HTTP; other transports ignore them.
  public var headers: HeaderFields
  /// The bytes to send: the body over HTTP, standard input for a program.
  public var body: [UInt8]?
  /// The part of the whole that is wanted; nil for all of it.
  public var range: BodyRange?
  /// How urgent the load is beside others that wait.
  public var priority: LoadPriority
  /// How long each part of an attempt may take.
  public var timeouts: LoadTimeouts
  /// How much the load accepts, and how fast.
  public var limits: LoadLimits

  /// A request for what is at a target.
  ///
  /// - Parameters:
  ///   - target: What is loaded.
  ///   - method: The method of HTTP.
  ///   - headers: The header fields to send over HTTP.
  ///   - body: The bytes to send: the body over HTTP, standard input for a program.
  ///   - range: The part of the whole that is wanted; nil for all of it.
  ///   - priority: How urgent it is beside others that wait.
  ///   - timeouts: How long each part of an attempt may take; without them those of ``LoadTimeouts/web`` for an
  ///     address of the web, and those of `LoadTimeouts.init` for other targets.
  ///   - limits: How much it accepts, and how fast.
  public init(
    _ target: LoadTarget, method: LoadMethod = .get, headers: HeaderFields = HeaderFields(),
    body: [UInt8]? = nil, range: BodyRange? = nil, priority: LoadPriority = .normal,
    timeouts: LoadTimeouts? = nil, limits: LoadLimits = LoadLimits()
  ) {
    self.target = target
    self.method = method
    self.headers = headers
    self.body = body
    self.range = range
    self.priority = priority
    let isWeb = ["http", "https"].contains(target.scheme ?? "")
    self.timeouts = timeouts ?? (isWeb ? .web : LoadTimeouts())
    self.limits = limits
  }

  /// A request for what is at an address.
  public init(_ url: URL) { self.init(.url(url)) }

  /// Whether sending it twice does what sending it once does, so that it may be repeated.
  ///
  /// Over HTTP that is the method's affair (RFC 9110, 9.2.2); a file can be read twice; of a
  /// program, a connection and a device nobody knows.
  public var isRepeatable: Bool {
    guard case .url = target else { return false }
    return method.isIdempotent
  }
}

/// The method of an HTTP request; other transports take ``get`` for reading.
public struct LoadMethod: Hashable, Sendable, CustomStringConvertible {
  /// The method's name, upper-case where the standards define it.
  public let name: String

  /// A method of this name, which is sent as it is written.
  public init(_ name: String) { self.name = name }

  /// Reads what is at the address.
  public static let get = LoadMethod("GET")
  /// Reads the head of the response only.
  public static let head = LoadMethod("HEAD")
  /// Has the server process the body. It is never repeated by itself.
  public static let post = LoadMethod("POST")
  /// Stores the body at the address.
  public static let put = LoadMethod("PUT")
  /// Removes what is at the address.
  public static let delete = LoadMethod("DELETE")

  /// Whether the method is idempotent: repeating the request has the same effect as sending it
  /// once.
  ///
  /// - Source: RFC 9110, 9.2.2.
  public var isIdempotent: Bool {
    ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"].contains(name)
  }

  public var description: String { name }
}

/// A part of a body, from a byte on.
public struct BodyRange: Hashable, Sendable {
  /// The first byte wanted, counted from 0.
  public var start: Int
  /// How many bytes are wanted; nil for all that follow.
  public var count: Int?
  /// An ETag or a date: where the whole has changed since, all of it is sent (`If-Range`).
  public var validator: String?

  /// A part from a byte on.
  ///
  /// - Parameters:
  ///   - start: The first byte wanted, counted from 0.
  ///   - count: How many bytes are wanted; nil for all that follow.
  ///   - validator: An ETag or a date; where the whole has changed since, all of it is sent.
  public init(from start: Int, count: Int? = nil, unlessChangedSince validator: String? = nil) {
    self.start = start
    self.count = count
    self.validator = validator
  }
}
