import TestSupport
import Testing

@testable import HikidashiRecords

/// Records in groups under random edits, held against grouping and summing anew.
@Suite struct GroupedViewTests {
  private static let name = Field<String>(
    "name", collation: .localized(locale: "ja"), reading: Field<String?>("yomi"))
  private static let yomi = Field<String?>("yomi", collation: .localized(locale: "ja"))
  private static let size = Field<Int>("size")
  private static let rate = Field<Double?>("rate")
  private static let flag = Field<Bool>("flag")
  private static let fields: [any FieldHandle] = [name, yomi, size, rate, flag]

  private struct Shape {
    var grouping: RecordGrouping
    var keys: [SortKey] = []
    var filter: Query?
    var slow: SlowGroups
  }

  private static func shape(_ random: inout RandomRecords) -> Shape {
    var levels: [RecordGrouping.Level] = []
    for _ in 0..<random.below(4) {
      let field = fields[random.below(fields.count)].definition
      guard !levels.contains(where: { $0.field == field }) else { continue }
      levels.append(RecordGrouping.Level(field, isDescending: random.chance(30)))
    }
    let sums = random.chance(80) ? [size.definition, rate.definition] : []
    let groups = levels.map {
      SlowView.Key(
        field: $0.field, isDescending: $0.isDescending, nullsFirst: $0.isDescending)
    }
    var shape = Shape(
      grouping: RecordGrouping(levels: levels, sums: sums),
      slow: SlowGroups(
        view: SlowView(groups: groups, keys: []) { _ in true }, sums: sums))
    if random.chance(50) {
      let isDescending = random.chance(50)
      shape.keys = [isDescending ? .descending(size) : .ascending(size)]
      shape.slow.view.keys = [
        SlowView.Key(
          field: size.definition, isDescending: isDescending, nullsFirst: isDescending)
      ]
    }
    if random.chance(40) {
      shape.filter = rate < 2 || flag == true
      shape.slow.view.isShown = { ($0[rate] ?? 9) < 2 || $0[flag] }
    }
    return shape
  }

  private static func fill(_ draft: inout RecordDraft, _ random: inout RandomRecords) {
    if random.chance(60) { draft[name] = random.text() }
    if random.chance(40) { draft[yomi] = random.chance(50) ? random.text() : nil }
    if random.chance(50) { draft[size] = random.integer() }
    if random.chance(50) { draft[rate] = random.chance(70) ? random.number() : nil }
    if random.chance(30) { draft[flag] = random.chance(50) }
  }

  private static func append(_ table: inout RecordTable, _ random: inout RandomRecords) throws {
    try table.append {
      $0[name] = random.text()
      $0[size] = random.integer()
      $0[flag] = random.chance(50)
      fill(&$0, &random)
    }
  }

  private static func edit(_ table: inout RecordTable, _ random: inout RandomRecords) throws {
    for _ in 0..<(random.chance(70) ? 1 : random.below(random.chance(10) ? 120 : 6)) {
      let number = RecordNumber(random.below(table.nextPosition))
      switch random.below(4) {
      case 0: try append(&table, &random)
      case 1 where table.contains(number) && random.chance(60): try table.remove(number)
      default:
        if table.contains(number) { try table.update(number) { fill(&$0, &random) } }
      }
    }
  }

  @Test func groupsAreWhatGroupingAnewGives() throws {
    let seed = testSeed()
    print("groupsAreWhatGroupingAnewGives: HIKIDASHI_SEED=\(seed)")
    for sequence in 0..<testSteps(150) {
      var random = RandomRecords(seed: seed &+ UInt64(sequence))
      if let failure = try Self.failure(of: &random) {
        Issue.record("HIKIDASHI_SEED=\(seed &+ UInt64(sequence)): \(failure)")
        return
      }
    }
  }

  private static func failure(of random: inout RandomRecords) throws -> String? {
    var table = RecordTable(try Schema(name, yomi, size, rate, flag))
    for _ in 0..<random.below(random.chance(10) ? 300 : 40) { try append(&table, &random) }
    var shape = shape(&random)
    shape.slow.opensGroups = random.chance(70)
    var view = GroupedView(
      of: table, groupedBy: shape.grouping, by: shape.keys, where: shape.filter,
      opensGroups: shape.slow.opensGroups)
    for step in 0..<12 {
      let before = (0..<view.count).map { RowName(view[$0]) }
      let copy = random.chance(20) ? view : nil
      let change: RowsChange
      if random.chance(30) {
        change = fold(&view, &shape.slow, table, &random)
      } else {
        try edit(&table, &random)
        change = view.update(to: table)
      }
      let context = "step \(step), \(shape.grouping.levels.map(\.field.name)): \(change)"
      if let failure = view.invariantFailure { return "\(context): \(failure)" }
      if let failure = failure(view, shape.slow, table) { return "\(context): \(failure)" }
      let after = (0..<view.count).map { RowName(view[$0]) }
      guard change.oldCount == before.count, change.newCount == after.count,
        before.prefix(change.prefix) == after.prefix(change.prefix),
        before.suffix(change.suffix) == after.suffix(change.suffix),
        change.prefix + change.suffix <= min(before.count, after.count)
      else { return "\(context): leads from \(before) to \(after)" }
      if let copy, (0..<copy.count).map({ RowName(copy[$0]) }) != before {
        return "\(context): the copy changed"
      }
    }
    return nil
  }

  /// Opens and closes groups.
  private static func fold(
    _ view: inout GroupedView, _ slow: inout SlowGroups, _ table: RecordTable,
    _ random: inout RandomRecords
  ) -> RowsChange {
    let isOpen = random.chance(50)
    let rows = slow.rows(in: table)
    let row = random.below(rows.count)
    if rows.isEmpty || random.chance(20) {
      slow.opensGroups = isOpen
      slow.exceptions = []
      return view.setAllOpen(isOpen)
    }
    if case .group(_, let path, _, _) = rows[row] { slow.setOpen(path, isOpen) }
    return view.setOpen(isOpen, row: row)
  }

  /// What stands in a row, without what edits change of it.
  private enum RowName: Equatable {
    case group(UInt64)
    case record(RecordNumber)

    init(_ row: GroupedView.Row) {
      switch row {
      case .group(let group): self = .group(group.id)
      case .record(let number): self = .record(number)
      }
    }
  }

  private static func failure(
    _ view: GroupedView, _ slow: SlowGroups, _ table: RecordTable
  ) -> String? {
    let expected = slow.rows(in: table)
    guard view.count == expected.count else { return "\(view.count) rows, not \(expected.count)" }
    var around: [Int] = []
    for (row, wanted) in expected.enumerated() {
      switch (view[row], wanted) {
      case (.record(let number), .record(let other)):
        guard number == other, view.row(of: number) == row else { return "record in row \(row)" }
        guard view.row(around: row) == around.last else { return "row around \(row)" }
      case (.group(let group), .group(let level, _, let isOpen, let numbers)):
        guard group.level == level, group.isOpen == isOpen, view.numbers(in: group) == numbers
        else {
          return "group \(group) in row \(row), not \(wanted)"
        }
        around.removeSubrange(level...)
        guard view.row(ofGroup: group.id) == row, view.row(around: row) == around.last else {
          return "row around heading \(row)"
        }
        around.append(row)
        for (field, sum) in zip(slow.sums, group.sums)
        where !slow.isSum(sum, of: field, numbers, in: table) {
          return "sum of \(field.name) in row \(row): \(sum)"
        }
      default: return "row \(row) is \(view[row]), not \(wanted)"
      }
    }
    let all = slow.view.numbers(in: table)
    guard Array(view.records) == all else { return "records" }
    for (field, sum) in zip(slow.sums, view.sums)
    where !slow.isSum(sum, of: field, all, in: table) {
      return "sum of \(field.name): \(sum)"
    }
    return nil
  }

  @Test func aRecordIsRevealed() throws {
    var random = RandomRecords(seed: 5)
    var table = RecordTable(try Schema(Self.name, Self.yomi, Self.size, Self.rate, Self.flag))
    for _ in 0..<50 { try Self.append(&table, &random) }
    var view = GroupedView(
      of: table, groupedBy: RecordGrouping(by: Self.flag, Self.size), opensGroups: false)
    #expect(view.count == 2)
    #expect(view.row(of: 7) == nil)
    #expect(view.row(aroundRecord: 7).map { $0 < 2 } == true)
    _ = view.reveal(7)
    let row = try #require(view.row(of: 7))
    #expect(view.row(around: row).flatMap { view.row(around: $0) } != nil)
  }

  /// What is open stays so when the records are sorted in another way, and when a filter has hidden it.
  @Test func whatIsOpenStaysSo() throws {
    var random = RandomRecords(seed: 6)
    var table = RecordTable(try Schema(Self.name, Self.yomi, Self.size, Self.rate, Self.flag))
    for _ in 0..<50 { try Self.append(&table, &random) }
    let grouping = RecordGrouping(by: Self.flag, sums: Self.rate)
    var view = GroupedView(of: table, groupedBy: grouping)
    _ = view.setOpen(false, row: 0)
    let hidden = GroupedView(of: table, groupedBy: grouping, where: Self.flag == true)
      .opened(like: view)
    guard case .group(let only) = hidden[0] else { return }
    #expect(only.isOpen && hidden.count == only.count + 1)
    let sorted = GroupedView(of: table, groupedBy: grouping, by: [.descending(Self.size)])
      .opened(like: hidden)
    #expect(sorted.count == view.count)
    let other = GroupedView(of: table, groupedBy: RecordGrouping(by: Self.size))
      .opened(like: view)
    #expect(other.count > view.count)
  }
}
