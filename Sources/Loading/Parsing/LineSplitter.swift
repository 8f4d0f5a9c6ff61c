import Support

/// Cuts chunks into lines, however they are split.
struct LineSplitter: Hashable, Sendable {
  /// The most bytes of a line.
  let limit: Int
  /// The beginning of a line whose end has not come.
  private var rest: [UInt8] = []
  /// The lines that came whole.
  private var count = 0

  init(limit: Int) { self.limit = max(1, limit) }

  /// The lines that end in `bytes`, without their ends: a line feed, and a carriage return before it.
  mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      if rest.isEmpty {
        lines.append(try line(bytes[start..<end]))
      } else {
        rest += bytes[start..<end]
        lines.append(try line(rest[...]))
        rest = []
      }
      start = end + 1
    }
    rest += bytes[start...]
    // A carriage return may yet be a part of the end.
    if rest.count > limit + 1 { throw tooLong }
    return lines
  }

  /// The last line, where it has no end.
  mutating func finish() throws(ParserError) -> ArraySlice<UInt8>? {
    defer { rest = [] }
    return rest.isEmpty ? nil : try line(rest[...])
  }

  private mutating func line(_ bytes: ArraySlice<UInt8>) throws(ParserError) -> ArraySlice<UInt8> {
    let bytes = bytes.last == 0x0D ? bytes.dropLast() : bytes
    guard bytes.count <= limit else { throw tooLong }
    count += 1
    return bytes
  }

  private var tooLong: ParserError { .tooLarge(what: tr("line {}", count + 1), limit: limit) }
}
