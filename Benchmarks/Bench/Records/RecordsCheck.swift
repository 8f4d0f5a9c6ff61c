import Foundation

/// What came out of one kind of work, in words that are the same for the same result.
///
/// The peers in Python say it in the same way, see `checks.py`.
enum RecordsCheck {
  /// How many record numbers there are, and a sum that depends on their order.
  static func numbers(_ numbers: some Sequence<some BinaryInteger>) -> String {
    var sum: UInt64 = 0
    var place: UInt64 = 0
    for number in numbers {
      place += 1
      let mixed =
        ((UInt64(truncatingIfNeeded: number) &+ 1) &* 0x9E37_79B9_7F4A_7C15)
        ^ (place &* 0xD6E8_FEB8_6659_FD93)
      sum &+= mixed &* (mixed >> 32 | 1)
    }
    return "\(place) records, \(hexadecimal(sum, digits: 16))"
  }

  /// How many groups there are, and a sum of their keys and sizes in any order.
  static func groups<Key: Sequence<UInt8>>(
    _ groups: some Sequence<(key: Key, count: Int)>
  ) -> String {
    var checksum = CRC32()
    var sum: UInt64 = 0
    var count = 0
    for group in groups {
      sum &+= (UInt64(checksum.of(group.key)) + 1) &* UInt64(group.count)
      count += 1
    }
    return "\(count) groups, \(hexadecimal(sum, digits: 16))"
  }

  /// How many groups there are, and a sum of their keys, sizes and sums in any order: of the whole
  /// numbers, and of the others in ten-thousandths.
  static func sums(
    _ groups: some Sequence<(key: String, count: Int, whole: [Int], rate: Double)>
  ) -> String {
    var checksum = CRC32()
    var sum: UInt64 = 0
    var count = 0
    for group in groups {
      let numbers = [group.count] + group.whole + [Int((group.rate * 10_000).rounded())]
      let key = UInt64(checksum.of(group.key.utf8)) + 1
      for (place, number) in numbers.enumerated() {
        sum &+= (key &+ UInt64(place)) &* UInt64(truncatingIfNeeded: number)
      }
      count += 1
    }
    return "\(count) groups, \(hexadecimal(sum, digits: 16))"
  }

  static func file(at path: String) throws -> String {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var checksum = CRC32()
    let sum = bytes.withUnsafeBytes { checksum.of($0) }
    return "\(bytes.count) bytes, \(hexadecimal(UInt64(sum), digits: 8))"
  }

  /// Sums over the columns: whole numbers, so that no order of adding changes them.
  struct Load: CustomStringConvertible {
    private var records = 0
    private var ids = 0
    private var rates = 0
    private var actives = 0
    private var names = 0

    mutating func add(id: Int, rate: Double, active: Bool, nameBytes: Int) {
      records += 1
      ids &+= id
      rates &+= Int((rate * 10_000).rounded())
      actives += active ? 1 : 0
      names += nameBytes
    }

    var description: String {
      "\(records) records, ids \(ids), rates \(rates), active \(actives), names \(names)"
    }
  }

  private static func hexadecimal(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

/// The checksum of zip and PNG (ISO 3309).
struct CRC32 {
  private let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
  }

  mutating func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      ~bytes.reduce(UInt32.max) { sum, byte in
        sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)]
      }
    }
  }
}
