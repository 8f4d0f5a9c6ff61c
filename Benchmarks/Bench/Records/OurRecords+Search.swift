import HikidashiRecords

extension OurRecords {
  /// Searches, whose sets of records are made into arrays as the peers give them.
  func searches() throws -> [Finding] {
    let table = try load()
    return [
      numbers(.equals, table) { table.search(name == task.name).numbers },
      numbers(.range, table) { table.search(rate >= task.low && rate < task.high).numbers },
    ] + (try widely())
  }

  /// With case and width ignored, by fields that each spell the locale in another way.
  private func widely() throws -> [Finding] {
    // What the process keeps of Unicode's tables is filled by the first search.
    let plainly = Field<String>("name", collation: .localized(locale: task.locale))
    let fresh = try load(naming: plainly)
    let (first, firstFound) = timeOnce { fresh.search(plainly.contains(task.needle)).numbers }
    let (measured, result, (name, table)) = try onFreshTables("-x-wide") { name, table in
      table.search(name.contains(task.needle)).numbers
    }
    return [
      finding(.contains, measured, result),
      finding(.contains, first, firstFound, note: "first search of the process"),
      numbers(.contains, table, note: Self.cached) {
        table.search(name.contains(task.needle)).numbers
      },
    ]
  }
}
