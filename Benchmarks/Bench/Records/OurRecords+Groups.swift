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
}
