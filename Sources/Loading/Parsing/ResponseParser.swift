import HikidashiBase

/// A parser that turns a response into a result, piece by piece, off the main thread.
///
/// A parser is a value: what it is made with says how to parse, and each attempt works on a copy of
/// its own, fresh from the start. Its calls come one after another, from any thread: ``begin(_:)``
/// once, ``feed(_:)`` for every chunk, ``finish()`` once. When the load is cancelled or breaks off, the
/// copy is dropped in between.
///
/// ```swift
/// struct ByteCounter: ResponseParser {
///   var count = 0
///   mutating func feed(_ bytes: [UInt8]) -> ParserStep {
///     count += bytes.count
///     return .more
///   }
///   mutating func finish() -> Int { count }
/// }
/// ```
///
/// Loads whose requests are equal share one transfer when their parser is `Hashable`, and equal.
public protocol ResponseParser<Output>: Sendable {
  associatedtype Output: Sendable

  /// Takes the head: of a success, of a 304 that the request itself has asked for, or of a 416 where
  /// there is nothing of the ``missingPart()`` that was asked for.
  ///
  /// Without an implementation, a success is taken and everything else refused.
  mutating func begin(_ head: ResponseHead) throws(ParserError) -> ParserStep

  /// Takes the next bytes, which are never none.
  mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep

  /// Makes the result: at the end of the body, or at once after ``ParserStep/enough``.
  mutating func finish() throws(ParserError) -> Output

  /// The part of the body that is still wanted, asked before an attempt; nil for all of it.
  ///
  /// The head says what comes in the end: ``ResponseHead/start`` is 0 where all of it does.
  mutating func missingPart() -> BodyRange?

  /// What two parsers that do the same have in common; nil where a load is not to be shared.
  var sharingKey: AnyHashableSendable? { get }

  /// Whether its calls take no longer than it takes to copy the bytes, and wait for nothing.
  ///
  /// Then they are made on the thread that the bytes come on, which serves all transfers: a load of few
  /// bytes is over much sooner so. False, if not said otherwise.
  static var isLight: Bool { get }
}

/// What a parser wants next.
public enum ParserStep: Hashable, Sendable {
  case more
  /// The parser has enough for its result; the transfer ends.
  case enough
}

extension ResponseParser {
  public mutating func begin(_ head: ResponseHead) throws(ParserError) -> ParserStep {
    if head.isNotModified { throw .notModified }
    guard head.isSuccess else {
      throw .wrongContent(reason: tr("the server does not have the rest of what is here"))
    }
    return .more
  }

  public mutating func missingPart() -> BodyRange? { nil }

  public var sharingKey: AnyHashableSendable? { nil }

  public static var isLight: Bool { false }
}

extension ResponseParser where Self: Hashable {
  public var sharingKey: AnyHashableSendable? { AnyHashableSendable(self) }
}

/// A value of any type that can be compared with others.
public struct AnyHashableSendable: Hashable, Sendable {
  private let value: any Hashable & Sendable

  public init(_ value: some Hashable & Sendable) { self.value = value }

  public static func == (first: AnyHashableSendable, second: AnyHashableSendable) -> Bool {
    AnyHashable(first.value) == AnyHashable(second.value)
  }

  public func hash(into hasher: inout Hasher) { AnyHashable(value).hash(into: &hasher) }
}

/// Returns the whole body unchanged.
///
/// ```swift
/// let bytes = try await connector.load(LoadRequest(url), parser: DataParser()).value
/// ```
///
/// The request's ``LoadLimits/decoded`` is the most that it takes.
public struct DataParser: ResponseParser, Hashable {
  private var bytes: [UInt8] = []

  public init() {}

  public mutating func begin(_ head: ResponseHead) throws(ParserError) -> ParserStep {
    if head.isNotModified { throw .notModified }
    // A length is a server's word: memory beyond this is taken when the bytes come.
    bytes.reserveCapacity(min(head.expectedLength ?? 0, 1 << 22))
    return .more
  }

  public mutating func feed(_ bytes: [UInt8]) -> ParserStep {
    if self.bytes.isEmpty { self.bytes = bytes } else { self.bytes += bytes }
    return .more
  }

  public mutating func finish() -> [UInt8] { bytes }
}
