internal import CHikidashiPostgreSQL

/// The rows that a statement returned, in PostgreSQL's binary form.
// @unchecked: a result never changes.
package final class PostgresResult: @unchecked Sendable {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { PQclear(handle) }

  package var rows: Int { Int(PQntuples(handle)) }
  package var columns: Int { Int(PQnfields(handle)) }

  /// The number of rows that the statement changed.
  package var changedRows: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

  package func isNull(_ row: Int, _ column: Int) -> Bool {
    PQgetisnull(handle, Int32(row), Int32(column)) != 0
  }

  /// Returns the bytes of a value, valid as long as the result exists; nil for null.
  package func bytes(unowned row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
    guard !isNull(row, column) else { return nil }
    let count = Int(PQgetlength(handle, Int32(row), Int32(column)))
    return UnsafeRawBufferPointer(
      start: PQgetvalue(handle, Int32(row), Int32(column)), count: count)
  }

  /// Returns an integer of two, four or eight bytes; 0 for any other value.
  package func int(_ row: Int, _ column: Int) -> Int {
    guard let bytes = bytes(unowned: row, column) else { return 0 }
    return switch bytes.count {
    case 8: Int(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
    case 4: Int(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    case 2: Int(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
    default: 0
    }
  }

  package func bool(_ row: Int, _ column: Int) -> Bool {
    bytes(unowned: row, column)?.first == 1
  }

  package func string(_ row: Int, _ column: Int) -> String {
    bytes(unowned: row, column).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  package func array(_ row: Int, _ column: Int) -> [UInt8] {
    bytes(unowned: row, column).map { Array($0) } ?? []
  }

  /// Returns an array of `bigint`; nil for null and for anything but a flat array without nulls.
  package func ints(_ row: Int, _ column: Int) -> [Int]? {
    elements(row, column)?.compactMap { element in
      element.count == 8 ? Int(Int64(bigEndian: element.loadUnaligned(as: Int64.self))) : nil
    }
  }

  /// Returns an array of texts; nil for null and for anything but a flat array without nulls.
  package func strings(_ row: Int, _ column: Int) -> [String]? {
    elements(row, column)?.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the elements of an array of one dimension without nulls; nil for any other value.
  private func elements(_ row: Int, _ column: Int) -> [UnsafeRawBufferPointer]? {
    guard let bytes = bytes(unowned: row, column), bytes.count >= 12 else { return nil }
    func word(at offset: Int) -> Int {
      guard offset + 4 <= bytes.count else { return -1 }
      return Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
    }
    let dimensions = word(at: 0)
    if dimensions == 0 { return [] }
    guard dimensions == 1 else { return nil }
    var found: [UnsafeRawBufferPointer] = []
    var offset = 20
    for _ in 0..<max(0, word(at: 12)) {
      let length = word(at: offset)
      guard length >= 0, offset + 4 + length <= bytes.count else { return nil }
      found.append(UnsafeRawBufferPointer(rebasing: bytes[(offset + 4)..<(offset + 4 + length)]))
      offset += 4 + length
    }
    return found
  }
}
