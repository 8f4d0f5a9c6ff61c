import Foundation

extension OriginalIdea {
  static let side = "original idea"

  /// Everything once: the slowest takes the better part of a minute.
  static func measure(_ task: RecordsTask) throws -> [Finding] {
    let (measured, idea) = try timeOnce { try OriginalIdea(contentsOf: task.file) }
    var found = [finding(.load, measured, idea.loadCheck)]
    let locale = Locale(identifier: task.locale)
    let widely: String.CompareOptions = [.caseInsensitive, .widthInsensitive]
    func sort(_ work: RecordsWork, _ body: () -> [Int]) {
      let (measured, result) = timeOnce(body)
      var sorted = finding(work, measured, RecordsCheck.numbers(result))
      sorted.order = result.map { UInt32($0) }
      found.append(sorted)
    }
    func search(_ work: RecordsWork, _ body: () -> [Int]) {
      let (measured, result) = timeOnce(body)
      found.append(finding(work, measured, RecordsCheck.numbers(result)))
    }
    sort(.sortInt) { idea.sorted(by: "id", as: Int.self, <) }
    sort(.sortDouble) { idea.sorted(by: "rate", as: Double.self, <) }
    sort(.sortBytes) {
      idea.sorted(by: "name", as: String.self) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
    sort(.sortLocalized) {
      idea.sorted(by: "name", as: String.self) {
        $0.compare($1, options: widely, range: nil, locale: locale) == .orderedAscending
      }
    }
    search(.contains) {
      idea.search("name", as: String.self) {
        $0.range(of: task.needle, options: widely, range: nil, locale: locale) != nil
      }
    }
    search(.equals) { idea.search("name", as: String.self) { $0 == task.name } }
    search(.range) { idea.search("rate", as: Double.self) { $0 >= task.low && $0 < task.high } }
    found += idea.groups()
    let path = task.folder + "/original.tsv"
    let (exported, _) = try timeOnce { try idea.write(to: path) }
    found.append(finding(.export, exported, try RecordsCheck.file(at: path)))
    return found
  }

  private func groups() -> [Finding] {
    let (byActive, actives) = timeOnce { counts(by: "active", as: Bool.self) }
    let (byName, names) = timeOnce { counts(by: "name", as: String.self) }
    return [
      Self.finding(
        .groupBool, byActive,
        RecordsCheck.groups(actives.lazy.map { (Array("\($0.key)".utf8), $0.value) })),
      Self.finding(
        .groupName, byName,
        RecordsCheck.groups(names.lazy.map { (Array($0.key.utf8), $0.value) })),
    ]
  }

  private static func finding(
    _ work: RecordsWork, _ measured: Measured, _ check: String
  ) -> Finding {
    Finding(side: side, note: "once", work: work, measured: measured, check: check)
  }

  private var loadCheck: String {
    var sums = RecordsCheck.Load()
    for record in records.indices {
      sums.add(
        id: value(record, "id") as? Int ?? 0, rate: value(record, "rate") as? Double ?? 0,
        active: value(record, "active") as? Bool ?? false,
        nameBytes: (value(record, "name") as? String)?.utf8.count ?? 0)
    }
    return sums.description
  }
}
