import Foundation
import TestSupport
import Testing

@testable import HikidashiRecords

/// Which groups are open, in another run of the program.
@Suite struct GroupFoldingTests {
  private static let city = Field<String>("city", collation: .localized(locale: "ja"))
  private static let size = Field<Int?>("size")
  private static let flag = Field<Bool>("flag")

  private static func table(_ random: inout RandomRecords) throws -> RecordTable {
    var table = RecordTable(try Schema(city, size, flag))
    for _ in 0..<random.below(60) {
      try table.append {
        $0[city] = random.text()
        $0[size] = random.chance(80) ? random.below(5) : nil
        $0[flag] = random.chance(50)
      }
    }
    return table
  }

  /// Rows as a person sees them: a heading by its level, its records and whether it is open.
  private static func rows(_ view: GroupedView) -> [String] {
    (0..<view.count).map { row in
      switch view[row] {
      case .record(let number): "\(number)"
      case .group(let group): "\(group.level) \(group.isOpen) \(view.numbers(in: group))"
      }
    }
  }

  @Test func groupsAreOpenAsTheyWere() throws {
    let seed = testSeed()
    for sequence in 0..<testSteps(200) {
      var random = RandomRecords(seed: seed &+ UInt64(sequence))
      let table = try Self.table(&random)
      let fields: [any FieldHandle] = [Self.city, Self.flag, Self.size]
      let levels = fields.shuffled(using: &random.random).prefix(1 + random.below(3)).map {
        RecordGrouping.Level($0.definition, isDescending: random.chance(30))
      }
      let grouping = RecordGrouping(levels: levels)
      var view = GroupedView(of: table, groupedBy: grouping)
      for _ in 0..<random.below(8) where view.count > 0 {
        if random.chance(20) { _ = view.setAllOpen(random.chance(50)) }
        _ = view.setOpen(random.chance(50), row: random.below(view.count))
      }
      let text = try JSONEncoder().encode(view.folding)
      let folding = try JSONDecoder().decode(GroupFolding.self, from: text)
      // Sorted in another way, and grouped anew.
      let keys: [SortKey] = random.chance(50) ? [.descending(Self.size)] : []
      var again = GroupedView(of: table, groupedBy: grouping, by: keys)
      let wanted = GroupedView(of: table, groupedBy: grouping, by: keys).opened(like: view)
      #expect(again.isGrouped(like: folding))
      let before = again.count
      let change = again.fold(like: folding)
      #expect(change.oldCount == before && change.newCount == again.count)
      #expect(again.invariantFailure == nil)
      #expect(
        Self.rows(again) == Self.rows(wanted), "HIKIDASHI_SEED=\(seed &+ UInt64(sequence))")
      #expect(again.folding.isOpen == folding.isOpen)
    }
  }

  @Test func whatIsNotThereAnyMoreIsPassedOver() throws {
    var random = RandomRecords(seed: 3)
    var table = try Self.table(&random)
    let grouping = RecordGrouping(by: Self.flag)
    var view = GroupedView(of: table, groupedBy: grouping)
    _ = view.setOpen(false, row: 0)
    let folding = view.folding
    #expect(folding.others.count == 1)
    for number in table.numbers { try table.remove(number) }
    var empty = GroupedView(of: table, groupedBy: grouping)
    _ = empty.fold(like: folding)
    #expect(empty.count == 0)
    #expect(
      !GroupedView(of: table, groupedBy: RecordGrouping(by: Self.size)).isGrouped(like: folding))
    #expect(!GroupedView(of: table).isGrouped(like: folding))
  }
}
