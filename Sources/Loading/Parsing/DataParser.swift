/// Gives the whole body as it is.
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
