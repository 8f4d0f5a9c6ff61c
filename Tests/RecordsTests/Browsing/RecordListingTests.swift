import TestSupport
import Testing

@testable import HikidashiRecords

/// What a table of records shows, held against lists that are kept the obvious way.
@Suite struct RecordListingTests {
  private static let name = Field<String>("name", collation: .binary)
  private static let size = Field<Int>("size")
  private static let flag = Field<Bool>("flag")

  private static func schema() throws -> Schema { try Schema(name, size, flag) }

  private static func table(_ count: Int, _ random: inout RandomRecords) throws -> RecordTable {
    var table = RecordTable(try schema())
    for _ in 0..<count { try append(to: &table, &random) }
    return table
  }

  private static func append(to table: inout RecordTable, _ random: inout RandomRecords) throws {
    let (text, number, flag) = (random.text(), random.below(20), random.chance(50))
    try table.append {
      $0[Self.name] = text
      $0[size] = number
      $0[Self.flag] = flag
    }
  }

  /// A range goes on from a record that is there, though one that is not was asked for, too.
  @Test func theSelectionGoesOnFromARecordThatIsThere() throws {
    var random = RandomRecords(seed: 1)
    var table = try Self.table(5, &random)
    try table.remove(RecordNumber(0))
    var listing = RecordListing(GroupedView(of: table))
    listing.select(RecordSet([RecordNumber(0), RecordNumber(2)]))
    #expect(listing.anchor == RecordNumber(2))
    listing.extendSelection(to: 3, keepingOthers: false)
    #expect(Array(listing.selection) == [2, 3, 4].map { RecordNumber($0) })
  }

  @Test func changesTellWhichRowsAreTheSame() throws {
    let seed = testSeed()
    var random = RandomRecords(seed: seed)
    for step in 0..<testSteps(200) {
      var table = try Self.table(random.below(120), &random)
      let keys: [SortKey] = random.chance(70) ? [.ascending(Self.size)] : []
      let filter: Query? = random.chance(50) ? Self.size < 12 : nil
      var listing = RecordListing(GroupedView(of: table, by: keys, where: filter))
      for _ in 0..<5 {
        let before = Array(listing.records)
        let old = Set(listing.selection)
        let edits = random.below(6)
        for _ in 0..<edits { try Self.edit(&table, &random) }
        let change = listing.update(to: table)
        let after = Array(listing.records)
        let context: Comment = "seed \(seed), step \(step): \(change)"
        #expect(after == Array(SortedView(of: table, by: keys, where: filter)), context)
        #expect((change.oldCount, change.newCount) == (before.count, after.count), context)
        #expect(before.prefix(change.prefix) == after.prefix(change.prefix), context)
        #expect(before.suffix(change.suffix) == after.suffix(change.suffix), context)
        #expect(change.prefix + change.suffix <= min(before.count, after.count), context)
        // Of several edits, one may take back what another did to the order.
        #expect(edits > 1 || change.isNone == (before == after), context)
        #expect(Set(listing.selection) == old.filter(table.contains), context)
        if let row = after.indices.randomElement(using: &random.random) {
          listing.setSelected(row: row, random.chance(70))
        }
      }
    }
  }

  private static func edit(_ table: inout RecordTable, _ random: inout RandomRecords) throws {
    guard let number = random.element(of: table.numbers.numbers), random.chance(60) else {
      return try append(to: &table, &random)
    }
    if random.chance(40) {
      try table.remove(number)
    } else {
      let value = random.below(20)
      try table.update(number) { $0[size] = value }
    }
  }

  @Test func selectingIsAsInAListOfRows() throws {
    let seed = testSeed()
    var random = RandomRecords(seed: seed)
    var listing = RecordListing(GroupedView(of: try Self.table(200, &random)))
    var selected: Set<RecordNumber> = []
    var anchor: RecordNumber?
    for step in 0..<testSteps(400) {
      let row = random.below(listing.count)
      let rows = Array(listing.records)
      switch random.below(8) {
      case 0, 1:
        listing.select(only: row)
        selected = [rows[row]]
        anchor = rows[row]
      case 2, 3:
        let isOn = random.chance(60)
        listing.setSelected(row: row, isOn)
        if isOn { selected.insert(rows[row]) } else { selected.remove(rows[row]) }
        anchor = rows[row]
      case 4, 5:
        let keeps = random.chance(50)
        listing.extendSelection(to: row, keepingOthers: keeps)
        let start = anchor.flatMap { rows.firstIndex(of: $0) } ?? row
        if !keeps { selected = [] }
        selected.formUnion(rows[min(start, row)...max(start, row)])
        anchor = anchor ?? rows[row]
      case 6:
        listing.selectAll()
        selected = Set(rows)
      default:
        let keys: [SortKey] = random.chance(50) ? [.descending(Self.size)] : []
        let filter: Query? = random.chance(40) ? Self.flag == true : nil
        let table = listing.table
        _ = listing.take(GroupedView(of: table, by: keys, where: filter), of: table)
      }
      let shown = listing.records.filter(selected.contains)
      #expect(Set(listing.selection) == selected, "seed \(seed), step \(step)")
      #expect(listing.selectedNumbers == shown, "seed \(seed), step \(step)")
      #expect(listing.selectedCount == shown.count, "seed \(seed), step \(step)")
    }
  }

  @Test func aClickOnAHeaderSortsAndTurns() throws {
    let schema = try Self.schema()
    func click(_ keys: [SortKey], _ field: FieldDefinition, shift: Bool = false) -> [SortKey] {
      RecordListing.keys(keys, clicked: field, of: schema, keepingOthers: shift)
    }
    let (name, size) = (Self.name.definition, Self.size.definition)
    var keys = click([], name)
    #expect(keys == [.ascending(Self.name)])
    keys = click(keys, name)
    #expect(keys == [.descending(Self.name)])
    keys = click(keys, name)
    #expect(keys == [.ascending(Self.name)])
    keys = click(keys, size, shift: true)
    #expect(keys == [.ascending(Self.name), .ascending(Self.size)])
    keys = click(keys, name, shift: true)
    #expect(keys == [.descending(Self.name), .ascending(Self.size)])
    keys = click(keys, name, shift: true)
    #expect(keys == [.ascending(Self.size)])
    #expect(click(keys + [.ascending(Self.name)], size) == [.ascending(Self.size)])
    // Truth values have no order.
    #expect(click(keys, Self.flag.definition) == keys)
    #expect(click(keys, Self.flag.definition, shift: true) == keys)
  }

  @Test func whatWasSortedElsewhereMeetsEditsMadeMeanwhile() throws {
    var random = RandomRecords(seed: 7)
    var table = try Self.table(40, &random)
    var listing = RecordListing(GroupedView(of: table))
    let sorted = GroupedView(of: table, by: [.descending(Self.size)])
    try Self.append(to: &table, &random)
    _ = listing.update(to: table)
    let change = listing.take(sorted, of: table)
    #expect(change.newCount == 41)
    #expect(Array(listing.records) == table.sorted(by: Self.size, descending: true))
  }

  @Test func anExcerptHasTheOrderAndTheColumnsThatAreShown() throws {
    var random = RandomRecords(seed: 3)
    let table = try Self.table(5, &random)
    let excerpt = try table.excerpt(
      [4, 0, 99, 2], fields: [Self.size.definition, Self.name.definition])
    #expect(excerpt.schema.names == ["size", "name"])
    #expect(excerpt.count == 3)
    let sizes = try excerpt.map { try $0.cell(named: "size") }
    #expect(sizes == [4, 0, 2].map { table[$0, Self.size].cell })
    #expect(throws: RecordError.self) {
      try table.excerpt([0], fields: [Field<Int>("other").definition])
    }
  }
}
