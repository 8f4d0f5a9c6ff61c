internal import CHikidashiScan

/// Writes records as JSON objects, one a line.
struct JSONLinesPrinter: RowPrinter {
  /// `{"key":` or `,"key":` of the number and of each field.
  private let numberKey: [UInt8]?
  private let keys: [[UInt8]]

  private static let mostValueBytes = 80

  init(_ format: JSONLinesFormat, schema: Schema) {
    func key(_ name: String, isFirst: Bool) -> [UInt8] {
      var buffer = TextBuffer(capacity: 64)
      buffer.append(Array((isFirst ? "{" : ",").utf8))
      let bytes = Array(name.utf8)
      bytes.withUnsafeBufferPointer { JSONText.write($0, to: &buffer) }
      buffer.append(Array(":".utf8))
      return Array(buffer.bytes)
    }
    numberKey = format.numberKey.map { key($0, isFirst: true) }
    keys = schema.names.enumerated().map { index, name in
      key(name, isFirst: index == 0 && format.numberKey == nil)
    }
  }

  func printHeader(to buffer: inout TextBuffer) {}

  func print(
    _ bits: UnsafePointer<UInt64>, chunk: Int, _ columns: [PrintedColumn],
    to buffer: inout TextBuffer
  ) {
    let columns = columns.map { column in
      var column = column
      if let start = column.values.arena {
        column.isPlain = !hk_needs_json_escapes(start, column.textCount)
      }
      return column
    }
    forEachPlace(bits) { place in
      if let numberKey {
        buffer.append(numberKey)
        buffer.reserve(Self.mostValueBytes)
        buffer.next += NumberText.write(chunk << ChunkLayout.shift | place, to: buffer.next)
      }
      for index in columns.indices {
        buffer.append(keys[index])
        print(columns[index], place, to: &buffer)
      }
      buffer.reserve(2)
      buffer.put("}\n")
    }
  }

  private func print(_ column: PrintedColumn, _ place: Int, to buffer: inout TextBuffer) {
    let values = column.values
    buffer.reserve(Self.mostValueBytes)
    guard values.holdsValue(at: place) else { return buffer.put("null") }
    switch column.type {
    case .integer: buffer.next += NumberText.write(values.integer(at: place), to: buffer.next)
    case .double: printDouble(values.double(at: place), to: &buffer)
    case .date:
      buffer.put(UInt8(ascii: "\""))
      buffer.next += DateText.write(values.double(at: place), to: buffer.next)
      buffer.put(UInt8(ascii: "\""))
    case .boolean: buffer.put(values.boolean(at: place) ? "true" : "false")
    case .string:
      let text = values.bytes(at: place)
      guard column.isPlain else { return JSONText.write(text, to: &buffer) }
      buffer.put(UInt8(ascii: "\""))
      buffer.append(text, isPadded: true)
      buffer.reserve(1)
      buffer.put(UInt8(ascii: "\""))
    case .data:
      let bytes = values.bytes(at: place)
      buffer.reserve(Base64Text.textCount(bytes.count) + 2)
      buffer.put(UInt8(ascii: "\""))
      buffer.next += Base64Text.write(bytes, to: buffer.next)
      buffer.put(UInt8(ascii: "\""))
    case .json:
      let text = values.bytes(at: place)
      buffer.reserve(text.count)
      for byte in text { buffer.put(Self.onOneLine(byte)) }
    }
  }

  /// A byte of a value as it is kept and printed: the ends of lines, which can only stand between the parts
  /// of a value, are spaces.
  static func onOneLine(_ byte: UInt8) -> UInt8 {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") ? 0x20 : byte
  }

  private func printDouble(_ value: Double, to buffer: inout TextBuffer) {
    guard !value.isFinite else {
      buffer.next += NumberText.write(value, to: buffer.next)
      return
    }
    buffer.put(value.isNaN ? "\"NaN\"" : value < 0 ? "\"-Infinity\"" : "\"Infinity\"")
  }
}

/// Writes strings as JSON.
package enum JSONText {
  /// Writes the text with its quotes.
  static func write(_ text: UnsafeBufferPointer<UInt8>, to buffer: inout TextBuffer) {
    let digits = Array("0123456789abcdef".utf8)
    buffer.reserve(text.count * 6 + 2)
    buffer.put(UInt8(ascii: "\""))
    for byte in text {
      let letter: UInt8? =
        switch byte {
        case 0x22, 0x5C: byte
        case 0x08: UInt8(ascii: "b")
        case 0x09: UInt8(ascii: "t")
        case 0x0A: UInt8(ascii: "n")
        case 0x0C: UInt8(ascii: "f")
        case 0x0D: UInt8(ascii: "r")
        default: nil
        }
      if let letter {
        buffer.put(UInt8(ascii: "\\"))
        buffer.put(letter)
      } else if byte < 0x20 {
        for prefix in "\\u00".utf8 { buffer.put(prefix) }
        buffer.put(digits[Int(byte >> 4)])
        buffer.put(digits[Int(byte & 15)])
      } else {
        buffer.put(byte)
      }
    }
    buffer.put(UInt8(ascii: "\""))
  }

  /// The text as a JSON string, quotes included.
  package static func quoted(_ text: String) -> String {
    var buffer = TextBuffer(capacity: 64)
    let bytes = Array(text.utf8)
    bytes.withUnsafeBufferPointer { write($0, to: &buffer) }
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}

/// The options of JSON Lines, a format with one JSON object a line for each record
/// (<https://jsonlines.org>).
///
/// The keys are the names of the fields. Values of custom types are embedded as they are kept, data
/// is base64 text, dates are ISO 8601 text, and doubles that JSON has no numbers for are the texts
/// `"NaN"`, `"Infinity"` and `"-Infinity"`. Fields without a value are written as `null`; on reading,
/// a key that is missing stands for the field's default.
public struct JSONLinesFormat: Hashable, Sendable {
  /// The key under which the records' numbers are written; nil for none.
  public let numberKey: String?

  /// Makes a format, with or without the records' numbers.
  ///
  /// - Parameter numberKey: the key under which the records' numbers are written, first in each
  ///   object, and read; no name of a field.
  public init(numberKey: String? = nil) {
    self.numberKey = numberKey
  }

  /// A message that tells why the format cannot be used with a schema; nil if it can.
  func complaint(for schema: Schema) -> String? {
    guard let numberKey, schema[numberKey] != nil else { return nil }
    return "the key of record numbers is called “\(numberKey)”, as a field is"
  }
}
