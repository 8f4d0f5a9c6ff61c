internal import CHikidashiPostgreSQL

/// The bound parameters of a statement, in PostgreSQL's binary form.
package struct PostgresArguments: Sendable {
  /// The numbers that PostgreSQL gives to the types of parameters (`pg_type.dat`).
  enum TypeID {
    static let bool: UInt32 = 16, bytes: UInt32 = 17, int8: UInt32 = 20, text: UInt32 = 25
    static let json: UInt32 = 114, double: UInt32 = 701, uuid: UInt32 = 2950
    static let texts: UInt32 = 1009, int8s: UInt32 = 1016
  }

  /// All values, concatenated; at least one byte, so that an empty value has an address.
  private var bytes: [UInt8] = [0]
  private var starts: [Int] = []
  private var lengths: [Int32] = []
  private var types: [UInt32] = []

  package init() {}

  package mutating func add(_ value: Int) {
    begin(TypeID.int8, 8)
    append(UInt64(bitPattern: Int64(value)))
  }

  package mutating func add(_ value: Double) {
    begin(TypeID.double, 8)
    append(value.bitPattern)
  }

  package mutating func add(_ value: Bool) {
    begin(TypeID.bool, 1)
    bytes.append(value ? 1 : 0)
  }

  package mutating func add(_ value: String) {
    begin(TypeID.text, value.utf8.count)
    bytes.append(contentsOf: value.utf8)
  }

  package mutating func add(text value: UnsafeBufferPointer<UInt8>) {
    begin(TypeID.text, value.count)
    bytes.append(contentsOf: value)
  }

  package mutating func add(bytes value: some Collection<UInt8>) {
    begin(TypeID.bytes, value.count)
    bytes.append(contentsOf: value)
  }

  package mutating func add(_ value: TransactionID) {
    begin(TypeID.uuid, 16)
    append(value.high)
    append(value.low)
  }

  /// Adds null; if `type` is 0, the server infers the type from the use of the parameter.
  package mutating func addNull(type: UInt32 = 0) {
    starts.append(0)
    lengths.append(-1)
    types.append(type)
  }

  package mutating func add(_ values: [Int]) {
    beginArray(of: TypeID.int8, as: TypeID.int8s, values.count, 12 * values.count)
    for value in values {
      append(UInt32(8))
      append(UInt64(bitPattern: Int64(value)))
    }
  }

  package mutating func add(_ values: [String]) {
    let size = values.reduce(0) { $0 + 4 + $1.utf8.count }
    beginArray(of: TypeID.text, as: TypeID.texts, values.count, size)
    for value in values {
      append(UInt32(truncatingIfNeeded: value.utf8.count))
      bytes.append(contentsOf: value.utf8)
    }
  }

  private mutating func begin(_ type: UInt32, _ count: Int) {
    starts.append(bytes.count)
    // The server refuses longer values, as its messages hold at most 1 GB.
    lengths.append(Int32(clamping: count))
    types.append(type)
  }

  /// Begins an array without nulls; it has one dimension, or none if it is empty.
  private mutating func beginArray(
    of element: UInt32, as type: UInt32, _ count: Int, _ size: Int
  ) {
    begin(type, count == 0 ? 12 : 20 + size)
    append(UInt32(count == 0 ? 0 : 1))
    append(UInt32(0))
    append(element)
    guard count > 0 else { return }
    append(UInt32(truncatingIfNeeded: count))
    append(UInt32(1))
  }

  private mutating func append(_ word: some FixedWidthInteger) {
    withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
  }

  var count: Int { types.count }
  var typeIDs: [UInt32] { types }

  /// Calls `body` with the values, their lengths and their formats as libpq takes them.
  func withValues<Result>(
    _ body: (
      UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { memory in
      let base = memory.bindMemory(to: CChar.self).baseAddress
      let values = zip(starts, lengths).map { start, length in
        length < 0 ? nil : base.map { $0 + start }
      }
      return body(values, lengths, [Int32](repeating: 1, count: types.count))
    }
  }
}

/// A statement with its bound parameters.
package struct PostgresStatement: Sendable {
  package let sql: String
  package let arguments: PostgresArguments
  /// Whether the server keeps the prepared statement for its next run on the connection.
  package let isKept: Bool

  package init(
    _ sql: String, isKept: Bool = true, _ bind: (inout PostgresArguments) -> Void = { _ in }
  ) {
    self.sql = sql
    self.isKept = isKept
    var arguments = PostgresArguments()
    bind(&arguments)
    self.arguments = arguments
  }
}

/// The unique ID of a transaction: a random UUID (version 4 of RFC 9562).
package struct TransactionID: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init() {
    high = UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000
    low = UInt64.random(in: .min ... .max) & ~(3 << 62) | 2 << 62
  }

  /// The ID as 32 hexadecimal digits.
  package var hexadecimal: String {
    func digits(_ word: UInt64) -> String {
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return digits(high) + digits(low)
  }
}
