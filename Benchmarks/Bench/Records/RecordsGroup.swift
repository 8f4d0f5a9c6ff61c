import HikidashiRecords

/// A million records: this project beside its peers, all on one file.
let recordsGroup = Group(
  name: "records",
  summary: "loading, sorting, searching and grouping a million records, beside polars, DuckDB, …"
) { report in
  var run = try RecordsRun()
  defer { run.remove() }
  let ours = OurRecords(task: run.task)
  run.footprints.append(try Footprint.measure(OurRecords.side) { try ours.load() })
  if !Peers.areLeftOut { try run.weighOthers() }
  run.say("this project")
  run.findings += try ours.findings()
  if !Peers.areLeftOut { try run.measureOthers() }
  for row in run.rows() { report.add(row) }
  for row in try ours.ownRows(rawBytes: run.judge.rawBytes) { report.add(row) }
  for peer in run.missing { report.leaveOut(peer) }
}
