/// Reads the heads that come line by line before a body: interim ones, of redirects, the last.
struct HeadReader {
  private(set) var status = 0
  private(set) var version: TransferVersion?
  private(set) var headers = HeaderFields()
  private var size = 0

  /// The most bytes of one head; libcurl's own limit is that of a line.
  static let limit = 256 << 10

  enum Step: Equatable {
    /// More of the head is to come.
    case more
    /// The line was the empty one at the end of a head.
    case end
    /// The head is none, or endless.
    case malformed
  }

  /// Takes a line with its break.
  mutating func take(_ line: UnsafeRawBufferPointer) -> Step {
    size += line.count
    guard size <= Self.limit else { return .malformed }
    let text = line.prefix { $0 != 0x0D && $0 != 0x0A }
    if text.isEmpty { return status == 0 ? .malformed : .end }
    if text.starts(with: "HTTP/".utf8) { return begin(text) }
    guard status != 0 else { return .malformed }
    // A line that continues the one before is a form nobody sends any more.
    guard let colon = text.firstIndex(of: 0x3A), colon > text.startIndex else { return .more }
    let value = text[(colon + 1)...].drop(while: Self.isBlank)
    let end = value.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? value.startIndex
    headers.append(
      String(decoding: text[..<colon], as: UTF8.self),
      String(decoding: value[..<end], as: UTF8.self))
    return .more
  }

  /// The length that the head announces for what comes over the wire; that which no `Int` holds is
  /// the largest there is.
  var contentLength: Int? {
    guard let field = headers["Content-Length"] else { return nil }
    let isNumber = !field.isEmpty && field.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return ResponseHead.count(field) ?? (isNumber ? .max : nil)
  }

  private mutating func begin(_ line: Slice<UnsafeRawBufferPointer>) -> Step {
    let words = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: true)
    let digits = words.count > 1 ? words[1] : line[line.endIndex...]
    guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return .malformed
    }
    self = HeadReader()
    size = line.count
    status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    switch String(decoding: words[0], as: UTF8.self) {
    case "HTTP/1.0": version = .http10
    case "HTTP/1.1": version = .http11
    case "HTTP/2", "HTTP/2.0": version = .http2
    case "HTTP/3": version = .http3
    default: version = nil
    }
    return .more
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
