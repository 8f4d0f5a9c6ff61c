import BenchPeers
import Foundation
import HikidashiBase

/// All sides on one file, in one run.
struct RecordsRun {
  private let folder: TemporaryFolder
  let task: RecordsTask
  /// The limit's columns, by which every result is judged.
  let judge: RecordsLimit
  var findings: [Finding] = []
  var footprints: [Footprint] = []
  private(set) var missing: [String] = []

  init(records count: Int = 1_000_000, runs: Int = 11) throws {
    folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("records.tsv")
    let generated = GeneratedRecords(count: count)
    try generated.write(to: file)
    task = RecordsTask(
      file: file.path, folder: folder.url.path, name: generated.name(at: count / 2), runs: runs)
    judge = try RecordsLimit(task)
  }

  func remove() { folder.remove() }

  /// What the peers in this process take in memory: before anything else, as a process that has
  /// freed memory would use it again.
  mutating func weighOthers() throws {
    let task = task
    footprints.append(
      Footprint.measure(RecordsLimit.side, free: RecordsLimit.free) {
        bench_records_load(task.file)
      })
    footprints.append(
      Footprint.measure(RecordsSQLite.side, free: RecordsSQLite.free) {
        bench_sqlite_load(task.file, task.locale)
      })
    footprints.append(
      try Footprint.measure(OriginalIdea.side) { try OriginalIdea(contentsOf: task.file) })
  }

  mutating func measureOthers() throws {
    say("C++")
    findings += try judge.measure()
    for peer in PythonPeer.all {
      say(peer.title)
      guard let (footprint, measured) = try peer.measure(task) else {
        missing.append("\(peer.title) (make bench-peers installs it)")
        continue
      }
      footprints += [footprint].compactMap(\.self)
      findings += measured
    }
    say("SQLite")
    findings += try RecordsSQLite(task: task, judge: judge).measure()
    say("the original idea, once")
    findings += try OriginalIdea.measure(task)
  }

  func limit(_ work: RecordsWork) -> Finding? {
    findings.first { $0.side == RecordsLimit.side && $0.work == work }
  }

  /// What stands beside a result of ours. What came out otherwise is said on standard error.
  func peers(_ work: RecordsWork) -> [RecordsPeer] {
    // What has no limit is held against our own.
    let own = findings.first { $0.side == OurRecords.side && $0.work == work }
    guard let reference = limit(work) ?? own else { return [] }
    let sides = [RecordsLimit.side, OurRecords.side]
    let others = findings.filter { $0.work == work && !sides.contains($0.side) }
    return RecordsPeer.choose(others.map { ($0, verdict($0, beside: reference)) })
  }

  func verdict(_ finding: Finding, beside reference: Finding) -> RecordsVerdict {
    let verdict = RecordsVerdict(finding, reference: reference, judge: judge)
    if verdict == .differs {
      let note = finding.note.isEmpty ? "" : " (\(finding.note))"
      say(
        "\(finding.work.title): \(finding.side)\(note) has \(finding.check), where the limit has"
          + " \(reference.check)")
    }
    return verdict
  }

  func say(_ what: String) { writeError("bench: records: \(what)") }
}
