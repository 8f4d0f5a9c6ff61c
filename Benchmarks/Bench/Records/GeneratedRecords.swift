import Foundation
import HikidashiBase

/// Made-up records as a tab-separated file, the same for the same seed.
///
/// `id` is a permutation of 1 … n, `rate` a number from 0 to 10 with up to four decimals, `active`
/// `true` or `false`, and `name` some twelve characters: a third ASCII, a third the same in full
/// width, a third Japanese in kana, half-width kana and kanji. About four names in five are
/// distinct. A million records are about 46 MB.
struct GeneratedRecords {
  let count: Int
  private let seed: UInt64

  static let header = "id\trate\tactive\tname\n"

  init(count: Int = 1_000_000, seed: UInt64 = 2026) {
    self.count = count
    self.seed = seed
  }

  /// The name of the record at `position`, which repeats where the drawn number does.
  func name(at position: Int) -> String {
    var source = SeededGenerator(seed: seed &+ 3 &+ UInt64(position) &* 0x1F_FFFF)
    return GeneratedName(number: source.below(UInt64(max(count, 1)) * 2)).text
  }

  /// Writes the file, header first.
  func write(to url: URL) throws {
    var text: [UInt8] = Array(Self.header.utf8)
    text.reserveCapacity(count * 50)
    let ids = permutation()
    var random = SeededGenerator(seed: seed &+ 1)
    for position in 0..<count {
      text.append(contentsOf: "\(ids[position])".utf8)
      text.append(9)
      text.append(contentsOf: Self.rate(from: &random).utf8)
      text.append(contentsOf: random.below(2) == 0 ? "\tfalse\t".utf8 : "\ttrue\t".utf8)
      text.append(contentsOf: name(at: position).utf8)
      text.append(10)
    }
    try Data(text).write(to: url)
  }

  /// 1 … count, shuffled (Fisher and Yates).
  private func permutation() -> [UInt32] {
    var random = SeededGenerator(seed: seed &+ 2)
    var ids = (0..<count).map { UInt32($0) + 1 }
    for last in ids.indices.reversed() {
      ids.swapAt(last, Int(random.below(UInt64(last) + 1)))
    }
    return ids
  }

  /// As a person writes it, at least one decimal and no zeros behind: 4.5, 3.25, 0.0107.
  private static func rate(from random: inout SeededGenerator) -> String {
    let places = Int(random.below(3)) + 2
    let scale: UInt64 = [100, 1_000, 10_000][places - 2]
    let value = random.below(10 * scale + 1)
    var decimals = String(scale + value % scale).dropFirst()
    while decimals.count > 1, decimals.last == "0" { decimals.removeLast() }
    return "\(value / scale).\(decimals)"
  }
}

extension SeededGenerator {
  /// A number below `limit`; the same whatever the standard library does to draw one.
  mutating func below(_ limit: UInt64) -> UInt64 {
    next().multipliedFullWidth(by: limit).high
  }
}
