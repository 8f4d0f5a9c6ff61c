extension RecordsRun {
  /// The rows of the report: each kind of work from cold beside the peers and the limit, then what
  /// else was measured of it.
  func rows() -> [Row] {
    var rows: [Row] = []
    for work in RecordsWork.allCases {
      let ours = findings.filter { $0.side == OurRecords.side && $0.work == work }
      for finding in ours { rows.append(row(finding)) }
    }
    return rows + [memory].compactMap(\.self)
  }

  private func row(_ finding: Finding) -> Row {
    let limit = limit(finding.work)
    let remark = limit.flatMap { verdict(finding, beside: $0).remark }
    let words = [finding.work.title, finding.note, remark ?? ""].filter { !$0.isEmpty }
    var row = Row(
      group: "records", name: words.joined(separator: ", "), value: finding.measured.median,
      unit: TimeUnit.milliseconds.rawValue, spread: finding.measured.spread)
    guard finding.note.isEmpty else { return row }
    row.peers = peers(finding.work).map { ($0.name, $0.milliseconds) }
    row.limit = limit?.measured.median
    return row
  }

  private var memory: Row? {
    guard let ours = megabytes(OurRecords.side) else { return nil }
    let apart = [OurRecords.side, RecordsLimit.side]
    let others = footprints.map(\.side).filter { !apart.contains($0) }
    return Row(
      group: "records", name: "memory after loading", value: ours, unit: "MB",
      spread: ours...ours, peers: others.compactMap { side in megabytes(side).map { (side, $0) } },
      limit: megabytes(RecordsLimit.side))
  }

  private func megabytes(_ side: String) -> Double? {
    footprints.first { $0.side == side }.map { Double($0.bytes) / 1e6 }
  }
}
