import TestSupport
import Testing

@testable import HikidashiRecords

/// Views under random edits, held against sorting and filtering anew.
@Suite struct ViewPropertyTests {
  private static let name = Field<String>(
    "name", collation: .localized(locale: "ja"), reading: Field<String?>("yomi"))
  private static let yomi = Field<String?>("yomi", collation: .localized(locale: "ja"))
  private static let code = Field<String?>("code", collation: .binary)
  private static let size = Field<Int>("size")
  private static let rate = Field<Double?>("rate")
  private static let flag = Field<Bool>("flag")

  private typealias Shape = (keys: [SortKey], filter: Query?, slow: SlowView)

  /// A view's keys and filter, and the slow view for them.
  private static func shape(_ random: inout RandomRecords) -> Shape {
    let nulls: [SortKey.Nulls?] = [nil, .first, .last]
    var keys: [SortKey] = []
    var slow: [SlowView.Key] = []
    func add<Value: SortableValue>(_ field: Field<Value>) {
      let isDescending = random.chance(50)
      let place = nulls[random.below(3)]
      keys.append(
        isDescending ? .descending(field, nulls: place) : .ascending(field, nulls: place))
      slow.append(
        SlowView.Key(
          field: field.definition, isDescending: isDescending,
          nullsFirst: place.map { $0 == .first } ?? isDescending))
    }
    for _ in 0..<random.below(4) {
      switch random.below(5) {
      case 0, 1: add(name)
      case 2: add(code)
      case 3: add(size)
      default: add(rate)
      }
    }
    switch random.below(4) {
    case 0: return (keys, size >= 0, SlowView(keys: slow) { $0[size] >= 0 })
    case 1:
      return (
        keys, rate < 2 || flag == true, SlowView(keys: slow) { ($0[rate] ?? 9) < 2 || $0[flag] }
      )
    default: return (keys, nil, SlowView(keys: slow) { _ in true })
    }
  }

  private static func fill(_ draft: inout RecordDraft, _ random: inout RandomRecords) {
    if random.chance(60) { draft[name] = random.text() }
    if random.chance(40) { draft[yomi] = random.chance(50) ? random.text() : nil }
    if random.chance(40) { draft[code] = random.chance(70) ? random.text() : nil }
    if random.chance(50) { draft[size] = random.integer() }
    if random.chance(50) { draft[rate] = random.chance(70) ? random.number() : nil }
    if random.chance(30) { draft[flag] = random.chance(50) }
  }

  private static func edit(_ table: inout RecordTable, _ random: inout RandomRecords) throws {
    for _ in 0..<(random.chance(70) ? 1 : random.below(random.chance(10) ? 120 : 6)) {
      let number = RecordNumber(random.below(table.nextPosition))
      switch random.below(4) {
      case 0:
        try table.append {
          $0[name] = random.text()
          $0[size] = random.integer()
          $0[flag] = false
          fill(&$0, &random)
        }
      case 1 where table.contains(number) && random.chance(60): try table.remove(number)
      default:
        if table.contains(number) { try table.update(number) { fill(&$0, &random) } }
      }
    }
  }

  @Test func aViewIsWhatSortingAndFilteringAnewGives() throws {
    let seed = testSeed()
    print("aViewIsWhatSortingAndFilteringAnewGives: HIKIDASHI_SEED=\(seed)")
    for sequence in 0..<testSteps(150) {
      var random = RandomRecords(seed: seed &+ UInt64(sequence))
      if let failure = try Self.failure(of: &random) {
        Issue.record("HIKIDASHI_SEED=\(seed &+ UInt64(sequence)): \(failure)")
        return
      }
    }
  }

  private static func failure(of random: inout RandomRecords) throws -> String? {
    var table = RecordTable(try Schema(name, yomi, code, size, rate, flag))
    for _ in 0..<random.below(random.chance(10) ? 1_500 : 40) {
      try table.append {
        $0[name] = random.text()
        $0[size] = random.integer()
        $0[flag] = random.chance(50)
        fill(&$0, &random)
      }
    }
    var shape = shape(&random)
    var view = SortedView(of: table, by: shape.keys, where: shape.filter)
    var snapshots = [table]
    for step in 0..<12 {
      let before = Array(view)
      let copy = random.chance(20) ? view : nil
      var changes: [ViewChange]
      if random.chance(8) {
        shape = self.shape(&random)
        changes = view.sort(by: shape.keys)
        changes += view.filter(by: shape.filter)
      } else {
        try edit(&table, &random)
        if random.chance(10), let older = random.element(of: snapshots) { table = older }
        if random.chance(20) { snapshots.append(table) }
        changes = view.update(to: table)
      }
      let context = "step \(step), keys \(shape.keys.count), changes \(changes.prefix(5))"
      if let failure = failure(view, shape.slow, table, random.below(table.nextPosition)) {
        return "\(context): \(failure)"
      }
      guard before.applying(changes, of: view) == Array(view) else {
        return "\(context): do not lead from \(before.prefix(20)) to \(view.prefix(20))"
      }
      if let copy, Array(copy) != before { return "\(context): the copy changed" }
    }
    return nil
  }

  private static func failure(
    _ view: SortedView, _ slow: SlowView, _ table: RecordTable, _ probe: Int
  ) -> String? {
    let expected = slow.numbers(in: table)
    guard Array(view) == expected else { return "\(Array(view)), not \(expected)" }
    if let failure = view.rows.invariantFailure(in: view.order.bound(to: table)) { return failure }
    let number = RecordNumber(probe)
    return view.row(of: number) == expected.firstIndex(of: number) ? nil : "row of \(number)"
  }
}
