import HikidashiLoading

/// The bytes of a file; nil where the server says that it has not changed.
struct FileBodyParser: ResponseParser {
  private var bytes: [UInt8] = []
  private var isUnchanged = false

  static let isLight = true

  mutating func begin(_ head: ResponseHead) -> ParserStep {
    isUnchanged = head.isNotModified
    // A length is the server's word, which no memory is given for before the bytes come.
    bytes.reserveCapacity(min(head.expectedLength ?? 0, 1 << 20))
    return isUnchanged ? .enough : .more
  }

  mutating func feed(_ bytes: [UInt8]) -> ParserStep {
    self.bytes += bytes
    return .more
  }

  mutating func finish() -> [UInt8]? { isUnchanged ? nil : bytes }
}
