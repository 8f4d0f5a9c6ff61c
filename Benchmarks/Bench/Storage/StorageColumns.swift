import BenchPeers
import HikidashiBase
import HikidashiRecords

/// Records made from a seed, as Swift and as C have them.
final class StorageColumns {
  static let size = Field<Int>("size")
  static let rate = Field<Double>("rate")
  static let day = Field<Double>("day")
  static let active = Field<Bool>("active")
  static let name = Field<String>("name", collation: .binary)

  static func schema() throws -> Schema { try Schema(size, rate, day, active, name) }

  let sizes: [Int]
  let rates: [Double]
  let days: [Double]
  let actives: [Bool]
  let names: [String]
  /// The same in C's own memory.
  let plain: bench_columns

  init(count: Int) {
    var random = SeededGenerator(seed: 40)
    sizes = (0..<count).map { _ in Int.random(in: 0..<1_000_000, using: &random) }
    rates = (0..<count).map { _ in Double.random(in: 0..<5, using: &random) }
    days = (0..<count).map { _ in Double.random(in: 0..<1e9, using: &random).rounded() }
    actives = (0..<count).map { _ in Bool.random(using: &random) }
    names = (0..<count).map { _ in
      "name \(Int.random(in: 0..<10_000_000, using: &random)) 山田"
    }
    plain = Self.copy(sizes, rates, days, actives, names)
  }

  deinit {
    var plain = plain
    bench_columns_free(&plain)
  }

  var count: Int { sizes.count }

  /// The columns as a table takes them.
  var columns: [RecordColumn] {
    [
      Self.size.column(sizes), Self.rate.column(rates), Self.day.column(days),
      Self.active.column(actives), Self.name.column(names),
    ]
  }

  /// What was read, as sums that both sides must have.
  static func check(_ table: RecordTable) -> String {
    let bytes = table.values(of: name).reduce(0) { $0 + $1.utf8.count }
    return "\(table.count) \(table.values(of: size).reduce(0, &+)) "
      + "\(table.values(of: rate).reduce(0, +)) \(bytes)"
  }

  static func check(_ columns: bench_columns) -> String {
    var sizes = 0
    var rates = 0.0
    for index in 0..<columns.count {
      sizes &+= Int(columns.size[index])
      rates += columns.rate[index]
    }
    let bytes = columns.count > 0 ? columns.name[columns.count] : 0
    return "\(columns.count) \(sizes) \(rates) \(bytes)"
  }

  private static func copy(
    _ sizes: [Int], _ rates: [Double], _ days: [Double], _ actives: [Bool], _ names: [String]
  ) -> bench_columns {
    let text = names.flatMap { $0.utf8.map { CChar(bitPattern: $0) } }
    var starts = [0]
    for name in names { starts.append((starts.last ?? 0) + name.utf8.count) }
    return bench_columns(
      count: sizes.count, size: memory(sizes.map(Int64.init)), rate: memory(rates),
      day: memory(days), active: memory(actives.map { $0 ? 1 : 0 }), text: memory(text),
      name: memory(starts))
  }

  /// Memory that C frees.
  private static func memory<Element: BitwiseCopyable>(
    _ values: [Element]
  ) -> UnsafeMutablePointer<Element>? {
    let pointer = UnsafeMutablePointer<Element>.allocate(capacity: values.count)
    pointer.initialize(from: values, count: values.count)
    return pointer
  }
}
