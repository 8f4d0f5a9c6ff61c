import BenchPeers
import Foundation
import HikidashiBase
import Testing

@testable import Bench

/// The limits in C++ and SQLite beside what is obvious, on few records.
struct RecordsLimitTests {
  struct Record {
    var id: Int
    var rate: Double
    var active: Bool
    var name: String
  }

  /// A file of records that is removed with it.
  final class Sample {
    let folder: TemporaryFolder
    let task: RecordsTask
    let text: String
    let records: [Record]

    init(_ text: String) throws {
      self.text = text
      folder = try TemporaryFolder()
      let file = folder.url.appendingPathComponent("records.tsv")
      try Data(text.utf8).write(to: file)
      records = text.split(separator: "\n").dropFirst().map { line in
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
        return Record(
          id: Int(cells[0]) ?? 0, rate: Double(cells[1]) ?? 0, active: cells[2] == "true",
          name: String(cells[3]))
      }
      task = RecordsTask(
        file: file.path, folder: folder.url.path, name: records.last?.name ?? "", runs: 1)
    }

    deinit { folder.remove() }

    func order(_ precedes: (Record, Record) -> Bool) -> [Int64] {
      records.indices.sorted { precedes(records[$0], records[$1]) }.map(Int64.init)
    }

    func rows(_ matches: (Record) -> Bool) -> [Int64] {
      records.indices.filter { matches(records[$0]) }.map(Int64.init)
    }
  }

  private func generated(_ count: Int) throws -> Sample {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = folder.url.appendingPathComponent("records.tsv")
    try GeneratedRecords(count: count).write(to: file)
    return try Sample(String(contentsOf: file, encoding: .utf8))
  }

  /// Few letters, so that texts share beginnings and bytes of zero look like their ends; numbers
  /// of all sizes.
  private func nasty(_ count: Int, of letters: [String], seed: UInt64) throws -> Sample {
    var random = SeededGenerator(seed: seed)
    var text = GeneratedRecords.header
    for _ in 0..<count {
      let name = (0..<random.below(12)).map { _ in
        letters[Int(random.below(UInt64(letters.count)))]
      }.joined()
      let id = Int(truncatingIfNeeded: random.next()) >> Int(random.below(64))
      let rates = [
        0.0, -0.5, 1e300, 2.5, 0.1 + 0.2, .leastNonzeroMagnitude, -1e10, 123_456.789, 2.9999,
      ]
      let rate = rates[Int(random.below(9))]
      text += "\(id)\t\(rate)\t\(random.below(2) == 0)\t\(name)\n"
    }
    return try Sample(text)
  }

  private func take(_ numbers: BenchNumbers) -> [Int64] {
    defer { bench_numbers_free(numbers) }
    return Array(numbers.buffer)
  }

  private func narrow(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      let isWide = scalar.value > 0xFF00 && scalar.value < 0xFF5F
      text.unicodeScalars.append(
        isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar)
    }
    return text.lowercased()
  }

  private func expectAsObvious(_ sample: Sample) throws {
    let limit = try RecordsLimit(sample.task)
    let records = limit.records
    try #require(limit.count == sample.records.count)
    for (row, record) in sample.records.enumerated() {
      #expect(bench_records_ids(records)[row] == record.id)
      #expect(limit.rate(row) == record.rate)
      #expect(bench_records_active(records, row) == record.active)
      #expect(limit.name(row).elementsEqual(record.name.utf8))
    }
    #expect(take(bench_records_sort_ids(records)) == sample.order { $0.id < $1.id })
    #expect(take(bench_records_sort_rates(records)) == sample.order { $0.rate < $1.rate })
    #expect(
      take(bench_records_sort_names(records))
        == sample.order { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    #expect(
      take(bench_records_containing(records, Array("rimo".utf8), 4))
        == sample.rows { self.narrow($0.name).utf8.contains("rimo".utf8) })
    let name = Array(sample.task.name.utf8)
    #expect(
      take(bench_records_named(records, name, name.count))
        == sample.rows { $0.name.utf8.elementsEqual(name) })
    #expect(take(bench_records_rated(records, 2, 3)) == sample.rows { $0.rate >= 2 && $0.rate < 3 })
    try expectGroups(limit, sample)
    withExtendedLifetime(limit) {}
  }

  private func expectGroups(_ limit: RecordsLimit, _ sample: Sample) throws {
    func expect(_ groups: BenchGroups, _ key: (Record) -> String) {
      defer { BenchGroups.free(groups) }
      let counts = Dictionary(grouping: sample.records) { Array(key($0).utf8) }
      var seen: Set<[UInt8]> = []
      let firsts = sample.rows { seen.insert(Array(key($0).utf8)).inserted }
      #expect(Array(groups.first.buffer) == firsts)
      for (first, count) in zip(groups.first.buffer, groups.counts.buffer) {
        #expect(counts[Array(key(sample.records[Int(first)]).utf8)]?.count == Int(count))
      }
    }
    expect(bench_records_group_active(limit.records)) { "\($0.active)" }
    expect(bench_records_group_names(limit.records)) { $0.name }
  }

  private func expectLocalized(_ sample: Sample) throws {
    let limit = try RecordsLimit(sample.task)
    let order = take(bench_records_sort_localized(limit.records, "ja")).map { UInt32($0) }
    #expect(order.sorted() == sample.records.indices.map { UInt32($0) })
    var ties = 0
    #expect(bench_records_disorder(limit.records, "ja", order, order.count, &ties) == 0)
    #expect(ties == 0)
    #expect(take(bench_records_sort_by_keys(limit.records, "ja")) == order.map(Int64.init))
    withExtendedLifetime(limit) {}
  }

  @Test(arguments: [0, 1, 63, 64, 65, 129, 20_000])
  func generatedRecords(count: Int) throws {
    let sample = try generated(count)
    try expectAsObvious(sample)
    try expectLocalized(sample)
    let path = sample.task.folder + "/out.tsv"
    let limit = try RecordsLimit(sample.task)
    #expect(withExtendedLifetime(limit) { bench_records_export($0.records, path) })
    #expect(try String(contentsOfFile: path, encoding: .utf8) == sample.text)
  }

  @Test(arguments: 0..<20)
  func nastyRecords(seed: Int) throws {
    let letters = ["a", "b", "aaaaaaaa", "\0", "rimo", "Ri", "ｒｉ", "ＭＯ", "mo", "ﾘ"]
    let sample = try nasty(300 * seed, of: letters, seed: UInt64(seed))
    try expectAsObvious(sample)
    try expectLocalized(sample)
  }

  /// Marks that mean something else behind every character, at the beginning in some.
  @Test(arguments: 1..<10)
  func kana(seed: Int) throws {
    let kana = ["か", "ガ", "ｶ", "ん", "ッ", "ァ", "ｱ", "山", "B", "ｂ", "　"]
    let marks = ["ー", "ｰ", "ﾞ", "ﾟ"]
    let sample = try nasty(500 * seed, of: kana + (seed > 4 ? marks : []), seed: UInt64(seed))
    try expectLocalized(sample)
    // No mark without a character before it, for which the limit asks ICU alone.
    let pairs = kana + kana.flatMap { kana in marks.map { kana + $0 } }
    try expectLocalized(nasty(500 * seed, of: pairs, seed: UInt64(seed)))
  }

  @Test(arguments: [
    "", "id\trate\tactive\tname", "id\nx\n", "id\n1\t2\ttrue\n", "id\n1\tx\ttrue\ta\n",
  ])
  func otherFilesAreRefused(text: String) throws {
    let sample = try TemporaryFolder()
    defer { sample.remove() }
    let file = sample.url.appendingPathComponent("records.tsv")
    try Data(text.utf8).write(to: file)
    #expect(bench_records_load(file.path) == nil)
    #expect(bench_records_load(file.path + ".none") == nil)
  }

  @Test func sqliteFindsTheSame() throws {
    let sample = try generated(2_000)
    let judge = try RecordsLimit(sample.task)
    let ours = try judge.measure()
    let theirs = try RecordsSQLite(task: sample.task, judge: judge).measure()
    // It is not asked to export, nor for sums.
    #expect(theirs.count == RecordsWork.allCases.count - 2)
    // LIKE ignores no width.
    for finding in theirs where finding.work != .contains {
      #expect(finding.check == ours.first { $0.work == finding.work }?.check)
    }
  }

  @Test func thisProjectFindsTheSame() throws {
    let sample = try generated(2_000)
    let judge = try RecordsLimit(sample.task)
    let limits = try judge.measure()
    let ours = try OurRecords(task: sample.task).findings()
    #expect(Set(ours.map(\.work)) == Set(RecordsWork.allCases))
    let sums = ours.filter { $0.work == .groupSums }
    #expect(sums.count == 2 && Set(sums.map(\.check)).count == 1)
    for finding in ours where finding.work != .groupSums {
      let limit = try #require(limits.first { $0.work == finding.work })
      #expect(RecordsVerdict(finding, reference: limit, judge: judge) == .same)
    }
  }

  @Test func theOriginalIdeaFindsTheSame() throws {
    let sample = try generated(2_000)
    let judge = try RecordsLimit(sample.task)
    let ours = try judge.measure()
    for finding in try OriginalIdea.measure(sample.task) where finding.work != .sortLocalized {
      #expect(finding.check == ours.first { $0.work == finding.work }?.check)
    }
  }

  @Test func ordersAreJudged() throws {
    let sample = try Sample(
      GeneratedRecords.header + "1\t2.0\ttrue\tb\n2\t2.0\ttrue\ta\n3\t1.0\ttrue\ta\n")
    let judge = try RecordsLimit(sample.task)
    #expect(judge.isOrder([2, 1, 0], .sortDouble))
    #expect(judge.isOrder([2, 0, 1], .sortDouble))
    #expect(!judge.isOrder([0, 1, 2], .sortDouble))
    #expect(!judge.isOrder([2, 2, 0], .sortDouble))
    #expect(!judge.isOrder([2, 1], .sortDouble))
    #expect(judge.isOrder([2, 1, 0], .sortLocalized))
    #expect(!judge.isOrder([0, 1, 2], .sortLocalized))
    #expect(judge.localizedGroups() == 2)
    #expect(judge.isOrder([1, 2, 0], .sortBytes))
    #expect(!judge.isOrder([1, 0, 2], .sortBytes))
  }
}
