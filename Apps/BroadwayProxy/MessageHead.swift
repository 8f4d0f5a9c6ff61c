/// A request or an answer of HTTP/1, as far as the blank line.
///
/// It is read strictly (RFC 9112): what two readers could understand in two ways is malformed.
struct MessageHead: Equatable {
  /// How many bytes a head may have, with its blank line: browsers send the cookies of every server of
  /// this machine along, whatever its port.
  static let limit = 65_536

  enum Problem: Error, Equatable {
    case malformed
    case tooLong
  }

  /// The method, the target and the version; or the version, the status and its reason.
  private(set) var start: [String]
  private var fields: [String: [String]] = [:]

  /// The head that `bytes` begin with, and how many they are; nil while its end has not come.
  static func read(_ bytes: [UInt8]) throws(Problem) -> (head: MessageHead, length: Int)? {
    guard let length = length(bytes) else {
      guard bytes.count < limit else { throw .tooLong }
      return nil
    }
    guard length <= limit else { throw .tooLong }
    return (try MessageHead(bytes[..<(length - 4)]), length)
  }

  private static func length(_ bytes: [UInt8]) -> Int? {
    let end: [UInt8] = [13, 10, 13, 10]
    var index = 0
    while index + end.count <= bytes.count {
      if bytes[index] == 13, bytes[index..<(index + end.count)].elementsEqual(end) {
        return index + end.count
      }
      index += 1
    }
    return nil
  }

  private init(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    let parts = Self.lines(bytes)
    // Beyond ASCII there is nothing but in the values of fields, as of others' cookies.
    let isText = { (byte: UInt8) in byte == 9 || (32..<127).contains(byte) }
    guard parts[0].allSatisfy(isText), parts.joined().allSatisfy({ isText($0) || $0 >= 128 }) else {
      throw .malformed
    }
    var lines = parts.map { String(decoding: $0, as: UTF8.self) }
    start = lines.removeFirst().split(
      separator: " ", maxSplits: 2, omittingEmptySubsequences: false
    ).map(String.init)
    guard start.count >= 2, !start.contains("") else { throw .malformed }
    for line in lines { try add(line) }
  }

  /// What stands between CR LF; a CR or LF of its own stays in its line.
  private static func lines(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    for index in bytes.indices.dropLast() where bytes[index] == 13 && bytes[index + 1] == 10 {
      lines.append(bytes[start..<index])
      start = index + 2
    }
    return lines + [bytes[start...]]
  }

  private mutating func add(_ line: String) throws(Problem) {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { throw .malformed }
    let name = line[..<colon]
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenByte) else { throw .malformed }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    let trailing = value.reversed().prefix { $0 == " " || $0 == "\t" }.count
    fields[name.lowercased(), default: []].append(String(value.dropLast(trailing)))
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// The value of a field, whose name is in small letters; nil where it is absent.
  ///
  /// - Throws: `malformed` where it was sent twice.
  func only(_ name: String) throws(Problem) -> String? {
    let values = fields[name] ?? []
    guard values.count <= 1 else { throw .malformed }
    return values.first
  }

  /// Whether a field that lists words has this one; both are in small letters.
  func lists(_ word: String, in name: String) -> Bool {
    (fields[name] ?? []).contains { value in
      value.split(separator: ",").contains {
        $0.lowercased().filter { $0 != " " && $0 != "\t" } == word
      }
    }
  }
}
