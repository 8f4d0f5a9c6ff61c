internal import CHikidashiICU

/// The order in which a locale puts scripts (kana before Han, Cyrillic first …).
///
/// ICU gives collation elements in the order of the root, and moves whole scripts when it compares
/// primary weights, by changing their first byte. What each script's byte becomes is read from sort
/// keys: for every script ICU has a string, U+FDD1 and a letter, whose only weight is the script's
/// first.
///
/// - Source: UTS #35, part 5, "Collation Reordering"; CLDR's root collation, "U+FDD1 boundaries".
struct PrimaryOrder: Sendable {
  /// The first weight of each script, 16 bits of it, ascending, and what is added to the first byte.
  private var scripts: [(start: UInt32, change: UInt32)] = []

  /// Nil when scripts are moved and their beginnings are not known.
  init?(_ collator: OpaquePointer, scripts samples: [UInt32]) {
    guard hk_collator_traits(collator).reorders_scripts else { return }
    var error: Int32 = 0
    guard let elements = hk_elements_open(collator, &error) else { return nil }
    defer { hk_elements_close(elements) }
    for sample in samples {
      guard let opener = Unicode.Scalar(0xFDD1 as UInt32), let letter = Unicode.Scalar(sample)
      else { continue }
      let found = withBytes(of: "\(opener)\(letter)") { text in
        Self.weights(of: text, collator, elements)
      }
      guard let (weight, byte) = found else { continue }
      scripts.append((weight >> 16, (byte &- weight >> 24) & 0xFF))
    }
    guard scripts.count > 1 else { return nil }
    scripts.sort { $0.start < $1.start }
  }

  /// The first primary weight of a text, and the first byte of its sort key.
  private static func weights(
    of text: UTF8Bytes, _ collator: OpaquePointer, _ elements: OpaquePointer
  ) -> (weight: UInt32, byte: UInt32)? {
    var error: Int32 = 0
    var element: UInt64 = 0
    let count = hk_elements_get(
      elements, text.baseAddress, Int32(text.count), &element, 1, &error)
    guard error <= 0, count > 0, element >> 32 != 0 else { return nil }
    var byte: UInt8 = 0
    _ = hk_sort_key(collator, text.baseAddress, Int32(text.count), &byte, 1, &error)
    return error <= 0 ? (UInt32(element >> 32), UInt32(byte)) : nil
  }

  /// The weight as it is compared.
  func reordered(_ primary: UInt32) -> UInt32 {
    guard !scripts.isEmpty else { return primary }
    let key = primary >> 16
    var low = 0
    var high = scripts.count
    while low < high {
      let middle = (low + high) / 2
      if scripts[middle].start <= key { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return primary }
    return primary &+ scripts[low - 1].change << 24
  }
}
