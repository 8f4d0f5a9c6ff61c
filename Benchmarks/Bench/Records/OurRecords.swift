import HikidashiRecords

/// This project's records, asked the same as the peers.
///
/// Before each run that is not said to be cached, everything that was derived from a table is
/// dropped. What a language needs to be compared is kept by the process under the name of the
/// locale, so those runs have tables whose fields spell it each in another way.
struct OurRecords {
  static let side = "ours"
  static let cached = "cached"
  static let localized = "localized"

  let task: RecordsTask
  let id = Field<Int>("id")
  let rate = Field<Double>("rate")
  let active = Field<Bool>("active")
  /// Compared byte by byte, as the peers do where nothing else is said.
  let name = Field<String>("name", collation: .binary)

  func load() throws -> RecordTable { try load(naming: name) }

  func load(naming name: Field<String>) throws -> RecordTable {
    try RecordTable(Schema(id, rate, active, name), tsv: .file(task.file))
  }

  func findings() throws -> [Finding] {
    let (loading, table) = try timeRuns(task.runs) { try load() }
    var found = [finding(.load, loading, check(table))]
    found += sorts(table)
    found += try localizedSorts()
    found += try searches()
    found += try groups()
    found += try groupSums()
    found.append(try export(table))
    return found
  }

  /// One kind of work whose result is record numbers, with what was derived dropped before.
  func numbers(
    _ work: RecordsWork, _ table: RecordTable, note: String = "", _ body: () -> [RecordNumber]
  ) -> Finding {
    let isCached = note == Self.cached
    let (measured, result) = timeRuns(
      task.runs, prepare: { if !isCached { table.dropCaches() } }, body)
    return finding(work, measured, result, note: note)
  }

  func finding(
    _ work: RecordsWork, _ measured: Measured, _ numbers: [RecordNumber], note: String = ""
  ) -> Finding {
    var found = finding(work, measured, RecordsCheck.numbers(numbers.lazy.map(\.rawValue)))
    found.note = note
    if work.isSort { found.order = numbers.map { UInt32($0.rawValue) } }
    return found
  }

  func finding(_ work: RecordsWork, _ measured: Measured, _ check: String) -> Finding {
    Finding(side: Self.side, work: work, measured: measured, check: check)
  }

  private func sorts(_ table: RecordTable) -> [Finding] {
    var found: [Finding] = []
    for note in ["", Self.cached] {
      found += [
        numbers(.sortInt, table, note: note) { table.sorted(by: id) },
        numbers(.sortDouble, table, note: note) { table.sorted(by: rate) },
        numbers(.sortBytes, table, note: note) { table.sorted(by: name) },
      ]
    }
    return found
  }

  /// Every run on a table of its own, with a spelling of the locale that was not used before.
  private func localizedSorts() throws -> [Finding] {
    let (measured, result, (name, table)) = try onFreshTables { name, table in
      table.sorted(by: name)
    }
    return [
      finding(.sortLocalized, measured, result),
      // The collation's own tables are there, the order of the records is not.
      numbers(.sortLocalized, table, note: "in a locale used before") { table.sorted(by: name) },
      numbers(.sortLocalized, table, note: Self.cached) { table.sorted(by: name) },
    ]
  }

  /// Times work on tables of its own for each run, the locale of which was not used before.
  ///
  /// - Parameter suffix: What keeps the locale apart from those of other measurements.
  /// - Returns: The times, what the work gave, and the last table.
  func onFreshTables<Result>(
    _ suffix: String = "", _ work: (Field<String>, RecordTable) -> Result
  ) throws -> (Measured, Result, (Field<String>, RecordTable)) {
    var tables = try spellings.prefix(task.runs + 1).map { spelling in
      let name = Field<String>("name", collation: .localized(locale: spelling + suffix))
      return (name, try load(naming: name))
    }
    var last = tables[0]
    let (measured, result) = timeRuns(
      tables.count - 1,
      prepare: {
        if let next = tables.popLast() { last = next }
      },
      { work(last.0, last.1) })
    return (measured, result, last)
  }

  /// The same locale in as many spellings as there are runs.
  var spellings: [String] {
    let locale = task.locale
    return [
      locale, "\(locale)_JP", "\(locale)-JP", "\(locale)_JP.UTF-8", "\(locale)-Jpan",
      "\(locale)-Jpan-JP", "\(locale)_JP@collation=standard", "\(locale)-u-co-standard",
    ]
  }

  private func export(_ table: RecordTable) throws -> Finding {
    let path = task.folder + "/ours.tsv"
    let (measured, _) = try timeRuns(task.runs, prepare: table.dropCaches) {
      try table.write(to: .file(path), as: .tsv)
    }
    return finding(.export, measured, try RecordsCheck.file(at: path))
  }

  private func check(_ table: RecordTable) -> String {
    var sums = RecordsCheck.Load()
    for record in table {
      sums.add(
        id: record[id], rate: record[rate], active: record[active],
        nameBytes: record[name].utf8.count)
    }
    return sums.description
  }
}
