internal import HikidashiBase
internal import HikidashiRecords

/// The first line of a file of records.
///
/// ```json
/// {"hikidashi-records":1,"checksum":"44bc2cf5ad770999","records":2,"nextNumber":3,"schema":{ … }}
/// ```
///
/// Tab-separated values have a `#` before it. The checksum is that of all bytes behind it, to the
/// end of the file. Members are written, and must stand, in this order.
struct SnapshotHeader {
  var recordCount: Int
  var nextNumber: Int
  var schema: Schema

  /// The version of this format.
  static let version = 1

  /// Why a file cannot be read.
  enum Problem: Error {
    case damaged(String)
    case newer(Int)
  }

  private static let opening = "{\"hikidashi-records\":"
  private static let checksumKey = ",\"checksum\":\""

  /// The beginning of a file, up to the checksum, and what follows up to the records.
  private func texts(_ format: StoreFormat) -> (start: String, rest: String) {
    // Within texts of JSON, line ends are written as escapes: these are only for the eye.
    let json = String(schema.json.map { $0 == "\n" ? " " : $0 })
    return (
      (format == .tsv ? "#" : "") + Self.opening + "\(Self.version)" + Self.checksumKey,
      "\",\"records\":\(recordCount),\"nextNumber\":\(nextNumber),\"schema\":\(json)}\n"
    )
  }

  /// A file of these records, and its checksum.
  func file(
    of records: [UInt8], _ format: StoreFormat
  ) -> (bytes: [UInt8], checksum: UInt64) {
    let (start, rest) = texts(format)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(start.utf8.count + 16 + rest.utf8.count + records.count)
    bytes += start.utf8
    bytes += "0000000000000000".utf8
    bytes += rest.utf8
    bytes += records
    let checksumStart = start.utf8.count
    let checksum = bytes.withUnsafeBytes {
      XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[(checksumStart + 16)...]))
    }
    bytes.replaceSubrange(checksumStart..<checksumStart + 16, with: Self.hexadecimal(checksum).utf8)
    return (bytes, checksum)
  }

  /// Reads a header; also the checksum, and where the records begin.
  static func read(
    _ bytes: [UInt8]
  ) throws(Problem) -> (header: SnapshotHeader, checksum: UInt64, recordsStart: Int) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      throw .damaged(tr("its first line has no end"))
    }
    var line = LineScanner(String(decoding: bytes[..<end], as: UTF8.self))
    _ = line.skip("#")
    guard line.skip(opening), let version = line.number(), version >= 1 else {
      throw .damaged(tr("its first line does not begin as that of a file of records"))
    }
    guard version <= Self.version else { throw .newer(version) }
    guard line.skip(checksumKey), let checksum = line.hexadecimal() else {
      throw .damaged(tr("its first line has no checksum"))
    }
    let hashed = bytes.withUnsafeBytes {
      XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[line.offset...]))
    }
    guard hashed == checksum else { throw .damaged(tr("the checksum is not that of its bytes")) }
    guard line.skip("\",\"records\":"), let count = line.number(),
      line.skip(",\"nextNumber\":"), let next = line.number(),
      line.skip(",\"schema\":"), let json = line.rest(before: "}")
    else { throw .damaged(tr("its first line cannot be read")) }
    do throws(SchemaError) {
      let header = SnapshotHeader(
        recordCount: count, nextNumber: next, schema: try Schema(json: json))
      return (header, checksum, end + 1)
    } catch {
      throw .damaged("\(error)")
    }
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

/// Reads a line from left to right.
private struct LineScanner {
  private var text: Substring.UTF8View
  private let start: String.Index

  init(_ text: String) {
    self.text = Substring(text).utf8
    start = text.startIndex
  }

  /// Bytes that were read.
  var offset: Int { Substring(text).base.utf8.distance(from: start, to: text.startIndex) }

  mutating func skip(_ prefix: String) -> Bool {
    guard text.starts(with: prefix.utf8) else { return false }
    text = text.dropFirst(prefix.utf8.count)
    return true
  }

  mutating func number() -> Int? {
    let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    text = text.dropFirst(digits.count)
    return Int(Substring(digits))
  }

  mutating func hexadecimal() -> UInt64? {
    let digits = text.prefix(16)
    guard digits.count == 16 else { return nil }
    text = text.dropFirst(16)
    return UInt64(Substring(digits), radix: 16)
  }

  /// What is left before an ending.
  func rest(before ending: String) -> String? {
    let rest = Substring(text)
    return rest.hasSuffix(ending) ? String(rest.dropLast(ending.count)) : nil
  }
}
