import FoundationEssentials
import HikidashiBase
import HikidashiValues

/// Decodes a body of JSON.
///
/// ```swift
/// struct Release: Decodable { var version: String }
/// let parser = JSONParser(Release.self)
/// let release = try await connector.load(LoadRequest(url), parser: parser).value
/// ```
///
/// Dates are read as RFC 3339 has them. For a long list of records, one to a line, see
/// ``JSONLinesParser``.
public struct JSONParser<Value: Decodable & Sendable>: ResponseParser, Hashable {
  private var bytes: [UInt8] = []

  public init(_ type: Value.Type = Value.self) {}

  public mutating func feed(_ bytes: [UInt8]) -> ParserStep {
    self.bytes += bytes
    return .more
  }

  /// - Throws: ``ParserError/malformed(reason:line:column:)`` where it is no JSON, or none of the
  ///   type: then the reason has the path of the value, and there is no line.
  public mutating func finish() throws(ParserError) -> Value {
    try JSONDecoding.decode(Value.self, bytes[...], line: nil)
  }
}

/// Decodes a body of JSON values, one on each line.
///
/// - Source: <https://jsonlines.org>; lines that are empty are left out.
public struct JSONLinesParser<Value: Decodable & Sendable>: ResponseParser, Hashable {
  private var splitter: LineSplitter
  private var values: [Value] = []
  /// Behind a byte order mark, which a file may begin with.
  private var lineNumber = 0

  /// - Parameters:
  ///   - type: What stands on each line.
  ///   - lineLimit: The most bytes of a line.
  public init(_ type: Value.Type = Value.self, lineLimit: Int = 1 << 24) {
    splitter = LineSplitter(limit: lineLimit)
  }

  public mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep {
    for line in try splitter.feed(bytes) { try take(line) }
    return .more
  }

  /// - Throws: ``ParserError/malformed(reason:line:column:)`` with the line that is wrong.
  public mutating func finish() throws(ParserError) -> [Value] {
    if let line = try splitter.finish() { try take(line) }
    return values
  }

  private mutating func take(_ line: ArraySlice<UInt8>) throws(ParserError) {
    lineNumber += 1
    let isMarked = lineNumber == 1 && line.starts(with: [0xEF, 0xBB, 0xBF])
    let line = isMarked ? line.dropFirst(3) : line
    guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
    values.append(try JSONDecoding.decode(Value.self, line, line: lineNumber))
  }

  public static func == (first: Self, second: Self) -> Bool { first.splitter == second.splitter }

  public func hash(into hasher: inout Hasher) { hasher.combine(splitter) }
}

/// JSON decoding whose errors tell the place of the fault.
package enum JSONDecoding {
  /// - Parameter line: The line that the bytes are; nil where they are a whole text.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, _ bytes: ArraySlice<UInt8>, line: Int?
  ) throws(ParserError) -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do {
      return try decoder.decode(type, from: Data(bytes))
    } catch {
      // The decoder does not say where a text stops being JSON.
      if let problem = complaint(about: bytes, line) { throw problem }
      throw mismatch(error, line)
    }
  }

  private static func complaint(about bytes: ArraySlice<UInt8>, _ line: Int?) -> ParserError? {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    guard let found = bytes.withUnsafeBufferPointer({ JSONScanner.complaint(about: $0) }) else {
      return nil
    }
    let before = bytes.prefix(found.offset)
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? before.startIndex
    return .malformed(
      reason: tr("this is not JSON: {}", found.reason),
      line: line ?? before.count { $0 == 0x0A } + 1, column: before.endIndex - start + 1)
  }

  private static func mismatch(_ error: any Error, _ line: Int?) -> ParserError {
    let context: DecodingError.Context? =
      switch error as? DecodingError {
      case .dataCorrupted(let context), .typeMismatch(_, let context),
        .valueNotFound(_, let context), .keyNotFound(_, let context):
        context
      case nil: nil
      @unknown default: nil
      }
    let keys = (context?.codingPath ?? []).map {
      $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)"
    }
    let path = String(keys.joined().drop { $0 == "." })
    let words = context?.debugDescription ?? "\(error)"
    return .malformed(
      reason: path.isEmpty ? words : "\(path): \(words)", line: line ?? 0,
      column: line == nil ? 0 : 1)
  }
}
