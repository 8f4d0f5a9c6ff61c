import Foundation
import HikidashiBase
import Testing

@testable import HikidashiRecords

@Suite struct RecordGroupsTests {
  let city = Field<String?>("city", collation: .localized(locale: "ja"))
  let code = Field<String>("code", default: "", collation: .binary)
  let yomi = Field<String?>("yomi")
  let name: Field<String?>
  let amount = Field<Int?>("amount")
  let rate = Field<Double?>("rate")
  let passed = Field<Bool?>("passed")
  let born = Field<Date?>("born")

  init() { name = Field<String?>("name", collation: .localized(locale: "ja"), reading: yomi) }

  private func table() throws -> RecordTable {
    try RecordTable(Schema(city, code, yomi, name, amount, rate, passed, born))
  }

  private func table(_ count: Int, _ generator: inout SeededGenerator) throws -> RecordTable {
    var table = try table()
    let cities: [String?] = [nil, "", "東京", "おおさか", "オオサカ", "ｵｵｻｶ", "Kyoto", "KYOTO", "kyotō"]
    for _ in 0..<count {
      try table.append {
        $0[city] = cities.randomElement(using: &generator) ?? nil
        $0[name] = cities.randomElement(using: &generator) ?? nil
        $0[yomi] = cities.randomElement(using: &generator) ?? nil
        $0[code] = ["a", "A", "b"].randomElement(using: &generator) ?? ""
        $0[amount] =
          Int.random(in: 0...9, using: &generator) == 0
          ? nil : .random(in: -9...9, using: &generator)
        $0[rate] = [nil, 0.5, 1.5, -2].randomElement(using: &generator) ?? nil
        $0[passed] = [nil, true, false].randomElement(using: &generator) ?? nil
      }
    }
    for number in table.numbers where Int.random(in: 0..<5, using: &generator) == 0 {
      try table.remove(number)
    }
    return table
  }

  /// The numbers of the records of each group, by comparing each with the first of every group.
  private func expected<Value>(
    _ table: RecordTable, _ numbers: RecordSet?, _ field: Field<Value>,
    _ areEqual: (Value, Value) -> Bool
  ) -> [[RecordNumber]] {
    var groups: [[RecordNumber]] = []
    for number in table.numbers where numbers?.contains(number) ?? true {
      let value = table[number, field]
      if let group = groups.firstIndex(where: { areEqual(table[$0[0], field], value) }) {
        groups[group].append(number)
      } else {
        groups.append([number])
      }
    }
    return groups
  }

  @Test func recordsAreGroupedAsTheirFieldsCollationSays() throws {
    var generator = kernelGenerator()
    let table = try table(300, &generator)
    let ja = try #require(Collator.shared(for: city.definition.collation))
    let equal = { (left: String?, right: String?) -> Bool in
      guard let left, let right else { return left == nil && right == nil }
      return ja.compare(left, right) == 0
    }
    for numbers in [nil, RecordSet((0..<200).map { RecordNumber($0) } + [5_000])] {
      let cities = table.groups(by: city, in: numbers)
      #expect(
        cities.recordNumbers() == expected(table, numbers, city, equal),
        "HIKIDASHI_SEED=\(generator.seed)")
      #expect(
        table.groups(by: name, in: numbers).recordNumbers() == expected(table, numbers, name, equal)
      )
      #expect(
        table.groups(by: code, in: numbers).recordNumbers() == expected(table, numbers, code, ==))
      #expect(
        table.groups(by: passed, in: numbers).recordNumbers()
          == expected(table, numbers, passed, ==))
      #expect(
        table.groups(by: amount, in: numbers).recordNumbers()
          == expected(table, numbers, amount, ==))
      #expect(cities.counts == expected(table, numbers, city, equal).map(\.count))
      #expect(
        table.distinct(code, in: numbers)
          == expected(table, numbers, code, ==).map { table[$0[0], code] })
    }
  }

  @Test func otherFieldsAreSummedUpForEveryGroup() throws {
    var generator = kernelGenerator()
    let table = try table(300, &generator)
    let groups = table.groups(by: city)
    for (index, numbers) in groups.recordNumbers().enumerated() {
      let amounts = numbers.compactMap { table[$0, amount] }
      let rates = numbers.compactMap { table[$0, rate] }
      #expect(try groups.sums(of: amount)[index] == amounts.reduce(0, +))
      #expect(groups.sums(of: rate)[index] == rates.reduce(0, +))
      #expect(groups.minima(of: amount)[index] == amounts.min())
      #expect(groups.maxima(of: amount)[index] == amounts.max())
      #expect(groups.minima(of: rate)[index] == rates.min())
      #expect(groups.maxima(of: rate)[index] == rates.max())
      let mean = amounts.isEmpty ? nil : Double(amounts.reduce(0, +)) / Double(amounts.count)
      #expect(groups.means(of: amount)[index] == mean)
      #expect(groups[index].first == numbers[0])
    }
  }

  @Test func theMostFrequentComeFirst() throws {
    var table = try table()
    for text in ["b", "a", "c", "a", "c", "a"] { try table.append { $0[code] = text } }
    #expect(table.counts(by: code).map(\.value) == ["a", "c", "b"])
    #expect(table.counts(by: code).map(\.count) == [3, 2, 1])
    #expect(table.groups(by: code).first == RecordGroup(value: "b", count: 1, first: 0))
  }

  @Test func aFieldIsSummedUp() throws {
    var generator = kernelGenerator()
    let table = try table(500, &generator)
    let some = RecordSet((100..<300).map { RecordNumber($0) })
    for numbers in [nil, some] {
      let taken = table.numbers.filter { numbers?.contains($0) ?? true }
      let amounts = taken.compactMap { table[$0, amount] }
      let rates = taken.compactMap { table[$0, rate] }
      #expect(try table.sum(amount, in: numbers) == amounts.reduce(0, +))
      #expect(table.sum(rate, in: numbers) == rates.reduce(0, +))
      #expect(table.min(amount, in: numbers) == amounts.min())
      #expect(table.max(rate, in: numbers) == rates.max())
      #expect(table.mean(rate, in: numbers) == rates.reduce(0, +) / Double(rates.count))
      // What sorts first, whatever its kind.
      let sorted = table.sorted(by: name, in: numbers).filter {
        table[$0, name] != nil || table[$0, yomi] ?? "" != ""
      }
      #expect(table.min(name, in: numbers) == sorted.first.flatMap { table[$0, name] })
    }
  }

  @Test func extremesOfTextAreThoseOfItsOrder() throws {
    var table = try table()
    for text in ["b", "B", "ア", "a", "Ａ"] { try table.append { $0[city] = text } }
    #expect(table.min(city) == "a")
    #expect(table.max(city) == "ア")
    #expect(table.min(born) == nil)
    try table.append { $0[born] = Date(timeIntervalSinceReferenceDate: 5) }
    try table.append { $0[born] = Date(timeIntervalSinceReferenceDate: -5) }
    #expect(table.min(born) == Date(timeIntervalSinceReferenceDate: -5))
    #expect(table.max(born) == Date(timeIntervalSinceReferenceDate: 5))
  }

  @Test func aSumThatOverflowsIsAnErrorAndNotATrap() throws {
    var table = try table()
    for _ in 0..<2 { try table.append { $0[amount] = .max } }
    #expect(throws: RecordError.overflow(field: "amount")) { try table.sum(amount) }
    #expect(throws: RecordError.overflow(field: "amount")) {
      try table.groups(by: code).sums(of: amount)
    }
    #expect(table.mean(amount) == Double(Int.max))
    #expect(try table.sum(amount, in: RecordSet([0])) == .max)
  }

  @Test func anEmptyTableHasNoGroups() throws {
    let table = try table()
    #expect(table.groups(by: city).isEmpty)
    #expect(table.groups(by: passed).isEmpty)
    #expect(table.distinct(amount).isEmpty)
    #expect(try table.sum(amount) == 0)
    #expect(table.mean(amount) == nil)
    #expect(table.max(code) == nil)
    #expect(table.sorted(by: city).isEmpty)
  }
}
