import HikidashiRecords

extension OurRecords {
  /// Groups, each with its first record and its size, as the limit and SQLite have them; the values
  /// are read from the records. Making strings of all of them is a row of its own.
  func groups() throws -> [Finding] {
    let table = try load()
    let people = Field<String>("name", collation: .localized(locale: task.locale))
    let localized = try load(naming: people)
    let words = [false: Array("false".utf8), true: Array("true".utf8)]

    let (byActive, actives) = timeRuns(task.runs, prepare: table.dropCaches) {
      table.groups(by: active)
    }
    let (byName, names) = timeRuns(task.runs, prepare: table.dropCaches) { table.groups(by: name) }
    let (withValues, values) = timeRuns(task.runs, prepare: table.dropCaches) {
      table.groups(by: name).map { (value: $0.value, count: $0.count) }
    }
    let (localizedly, equal) = timeRuns(task.runs, prepare: localized.dropCaches) {
      localized.groups(by: people)
    }
    var found = [
      finding(
        .groupBool, byActive,
        RecordsCheck.groups(actives.lazy.map { (words[$0.value] ?? [], $0.count) })),
      finding(
        .groupName, byName,
        RecordsCheck.groups(names.lazy.map { (Array($0.value.utf8), $0.count) })),
      finding(
        .groupName, withValues,
        RecordsCheck.groups(values.lazy.map { (Array($0.value.utf8), $0.count) })),
      finding(
        .groupName, localizedly,
        RecordsCheck.groups(equal.lazy.map { (Array($0.value.utf8), $0.count) })),
    ]
    found[2].note = "and their strings"
    found[3].note = Self.localized
    return found
  }

  /// A thousand cities, and the sums of three fields for each: once as they are asked for, once as the
  /// rows of a table, where all records stand in the order of their groups.
  func groupSums() throws -> [Finding] {
    let city = Field<String>("city", collation: .binary)
    let weight = Field<Int>("weight")
    let stored = try load()
    var table = RecordTable(try Schema(id, rate, weight, city))
    let ids = stored.values(of: id)
    try table.append(columns: [
      id.column(ids), rate.column(stored.values(of: rate)), weight.column(ids.map { $0 % 97 }),
      city.column(ids.map { "City \($0 * 7_919 % 1_000)" }),
    ])
    let (asked, groups) = try timeRuns(task.runs, prepare: table.dropCaches) {
      let groups = table.groups(by: city)
      return (groups, try groups.sums(of: id), try groups.sums(of: weight), groups.sums(of: rate))
    }
    let check = RecordsCheck.sums(
      groups.0.indices.lazy.map { index in
        (
          key: groups.0[index].value, count: groups.0[index].count,
          whole: [groups.1[index], groups.2[index]], rate: groups.3[index]
        )
      })
    let grouping = RecordGrouping(by: city, sums: id, weight, rate)
    let (shown, view) = timeRuns(task.runs, prepare: table.dropCaches) {
      GroupedView(of: table, groupedBy: grouping, opensGroups: false)
    }
    let rows = (0..<view.count).compactMap { row -> GroupedView.Group? in
      if case .group(let group) = view[row] { group } else { nil }
    }
    let shownCheck = RecordsCheck.sums(
      rows.lazy.map { group in
        (
          key: String(cell: group.value) ?? "", count: group.count,
          whole: group.sums.prefix(2).map { Int(cell: $0) ?? 0 },
          rate: Double(cell: group.sums[2]) ?? 0
        )
      })
    var found = [finding(.groupSums, asked, check), finding(.groupSums, shown, shownCheck)]
    found[1].note = "as the rows of a table"
    return found
  }
}
