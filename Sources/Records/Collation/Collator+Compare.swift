internal import CICU
internal import Glibc

/// The bytes of a string in UTF-8.
typealias UTF8Bytes = UnsafeBufferPointer<UInt8>

extension Collator {
  /// Below zero when `left` comes before `right`, zero when they are equal, above when after:
  /// exactly `ucol_strcollUTF8`, but see ``comparesByKeys``.
  func compare(_ left: UTF8Bytes, _ right: UTF8Bytes) -> Int {
    if Self.sameBytes(left, right) { return 0 }
    if comparesByKeys, !(left.allSatisfy { $0 < 0x80 } && right.allSatisfy { $0 < 0x80 }) {
      return Self.compare(key(for: left), key(for: right))
    }
    var error: Int32 = 0
    let order = hk_compare(
      handle, left.baseAddress, Int32(clamping: left.count), right.baseAddress,
      Int32(clamping: right.count), &error)
    // ICU fails for want of memory only; any order that is one will do then.
    return error > 0 ? left.count - right.count : Int(order)
  }

  /// Whether strings beyond ASCII are compared by their sort keys.
  ///
  /// ICU's comparison of two strings skips what they have in common at the beginning, also where
  /// what it skips still matters: a number of full-width digits, a mark behind ignored punctuation,
  /// accents that count from the end, marks that are put in order. There it contradicts ICU's own
  /// sort keys (and itself: the order is not transitive), so the keys decide.
  var comparesByKeys: Bool {
    comparesNumbers || traits.backward_accents || traits.ignores_punctuation || traits.normalizes
  }

  private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    let order = memcmp(left, right, min(left.count, right.count))
    return order != 0 ? Int(order.signum()) : (left.count - right.count).signum()
  }

  /// Whether the two are equal under the collation.
  func areEqual(_ left: UTF8Bytes, _ right: UTF8Bytes) -> Bool { compare(left, right) == 0 }

  private static func sameBytes(_ left: UTF8Bytes, _ right: UTF8Bytes) -> Bool {
    guard left.count == right.count else { return false }
    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
    return first == second || memcmp(first, second, left.count) == 0
  }

  func compare(_ left: String, _ right: String) -> Int {
    withBytes(of: left) { left in withBytes(of: right) { right in compare(left, right) } }
  }

  /// Bytes that are equal for equal strings, and are ordered by `memcmp` as the strings are: ICU's
  /// sort key, which ends in a zero byte.
  func key(for text: UTF8Bytes) -> [UInt8] {
    var error: Int32 = 0
    let count = Int32(clamping: text.count)
    let guess = min(text.count * 3 + 32, Int(Int32.max))
    var needed = 0
    let key = [UInt8](unsafeUninitializedCapacity: guess) { buffer, initialized in
      needed = Int(
        hk_sort_key(handle, text.baseAddress, count, buffer.baseAddress, Int32(guess), &error))
      initialized = max(0, min(needed, guess))
    }
    guard needed > guess else { return key }
    return [UInt8](unsafeUninitializedCapacity: needed) { buffer, initialized in
      _ = hk_sort_key(
        handle, text.baseAddress, count, buffer.baseAddress, Int32(needed), &error)
      initialized = needed
    }
  }

  func key(for text: String) -> [UInt8] { withBytes(of: text) { key(for: $0) } }
}

/// Lends the UTF-8 of a string, which is contiguous or made so.
func withBytes<Result>(of text: String, _ body: (UTF8Bytes) -> Result) -> Result {
  var text = text
  return text.withUTF8 { body($0) }
}
