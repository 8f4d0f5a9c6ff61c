import HikidashiBase

/// Splits a UTF-8 text into its lines.
///
/// ```swift
/// let names = try await connector.load(LoadRequest(url), parser: LinesParser()).value
/// ```
///
/// A line ends at a line feed, and a carriage return before it belongs to the end. The last line needs
/// none. A byte order mark is left out.
public struct LinesParser: ResponseParser, Hashable {
  private let most: Int?
  private var splitter: LineSplitter
  private var lines: [String] = []

  /// - Parameters:
  ///   - most: How many lines are wanted: after them the transfer ends. Nil for all.
  ///   - lineLimit: The most bytes of a line.
  public init(most: Int? = nil, lineLimit: Int = 1 << 24) {
    self.most = most.map { max(0, $0) }
    splitter = LineSplitter(limit: lineLimit)
  }

  public mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep {
    for line in try splitter.feed(bytes) { try take(line) }
    return isEnough ? .enough : .more
  }

  /// - Throws: ``ParserError/malformed(reason:line:column:)`` where the text is not UTF-8.
  public mutating func finish() throws(ParserError) -> [String] {
    if let line = try splitter.finish() { try take(line) }
    return lines
  }

  private var isEnough: Bool { most.map { lines.count >= $0 } ?? false }

  private mutating func take(_ line: ArraySlice<UInt8>) throws(ParserError) {
    guard !isEnough else { return }
    let isMarked = lines.isEmpty && line.starts(with: [0xEF, 0xBB, 0xBF])
    lines.append(try UTF8Text.string(isMarked ? line.dropFirst(3) : line, line: lines.count + 1))
  }
}

/// Text in UTF-8, with the place of what is none.
enum UTF8Text {
  static func string(_ bytes: ArraySlice<UInt8>, line: Int) throws(ParserError) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var valid = 0
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&rest) {
      valid += UTF8.width(scalar)
    }
    throw .malformed(reason: tr("this is not text in UTF-8"), line: line, column: valid + 1)
  }
}

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
