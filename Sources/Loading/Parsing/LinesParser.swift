import Support

/// Gives the lines of a text in UTF-8.
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
