import Foundation
import Glibc
import HikidashiBase

/// Every group, in the order in which they are run. A new part adds its own here.
let registry: [Group] = [
  recordsGroup, jsonGroup, storageGroup, postgresGroup, queuesGroup, jobsGroup, syncGroup,
  outlinesGroup, tablesGroup, indexGroup, startGroup, windowGroup, followingGroup, formsGroup,
  preferencesGroup, motionGroup, fullTextGroup, timelineGroup, archiveGroup,
  timelineWindowGroup, timelineRefreshGroup, timelinePicturesGroup, htmlGroup,
]

let options: BenchOptions
do {
  options = try BenchOptions(CommandLine.arguments.dropFirst(), known: registry.map(\.name))
} catch {
  writeError(error.description)
  exit(2)
}

switch options.action {
case .help:
  print(BenchOptions.help)
case .list:
  var table = Table([("group", .left), ("measures", .left)])
  for group in registry { table.append([group.name, group.summary]) }
  print(table.text)
case .measure:
  if let other = options.other {
    exit(PairRun(other: URL(fileURLWithPath: other), pairs: options.pairs).run(options.groups))
  }
  exit(measure(registry.filter { options.groups.contains($0.name) }, as: options.form))
}

/// Runs the groups, printing tables as they come; the status to exit with.
func measure(_ groups: [Group], as form: BenchOptions.Form) -> Int32 {
  var report = Report()
  var status: Int32 = 0
  for group in groups {
    writeError("bench: measuring \(group.name) …")
    let before = report.rows.count
    do {
      try group.run(&report)
    } catch {
      writeError("bench: \(group.name) could not be measured: \(error)")
      status = 1
    }
    let found = report.rows[before...]
    if form == .table, !found.isEmpty { print(Table(Array(found)).text + "\n") }
  }
  switch form {
  case .table:
    for peer in report.missing { print("left out, as it is not installed: \(peer)") }
  case .json:
    do {
      print(try JSONReport(report).text())
    } catch {
      writeError("bench: the report could not be written as JSON: \(error)")
      status = 1
    }
  }
  return status
}
