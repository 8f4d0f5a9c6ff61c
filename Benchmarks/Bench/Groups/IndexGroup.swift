import BenchPeers
import Foundation
import HikidashiBase
import RFCKit

let indexGroup = Group(
  name: "index",
  summary: "reading the RFC index of 2026-08-21 and filtering it, beside PCRE2 in C++"
) { report in
  let (bytes, source) = try indexBytes()
  let index = try RFCIndex(parsing: bytes)
  try measureParsing(bytes, entries: index.entries.count, source, &report)
  measureFilter(index.entries, &report)
  measureSearch(index.entries, &report)
}

private enum IndexFailure: Error, CustomStringConvertible {
  case differs(ours: Int, theirs: Int)

  var description: String {
    switch self {
    case .differs(let ours, let theirs):
      "the peer finds \(theirs) entries and we find \(ours); one of them reads it wrong"
    }
  }
}

/// The real index, or one of its size made from a fixed seed where the data is missing.
private func indexBytes() throws -> (bytes: [UInt8], source: String) {
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  if let mirror = try IndexMirror(in: folder.url) {
    let file = mirror.folder.appendingPathComponent("rfc-index.txt")
    return (Array(try Data(contentsOf: file)), "2026-08-21")
  }
  return (GeneratedIndex(entries: 10_000, seed: 8_650).bytes, "generated")
}

private func measureParsing(
  _ bytes: [UInt8], entries: Int, _ source: String, _ report: inout Report
) throws {
  let theirs = bytes.withUnsafeBufferPointer { buffer in
    buffer.baseAddress.map { Int(bench_index_scan($0, buffer.count).entries) } ?? 0
  }
  guard theirs == entries else { throw IndexFailure.differs(ours: entries, theirs: theirs) }
  let ours = try measure(.milliseconds, runs: 15) { blackHole(try RFCIndex(parsing: bytes)) }
  var row = Row(
    group: "index", name: "read \(entries) entries (\(source), \(bytes.count / 1_000) kB)",
    value: ours.median, unit: TimeUnit.milliseconds.rawValue, spread: ours.spread)
  bytes.withUnsafeBufferPointer { buffer in
    guard let base = buffer.baseAddress else { return }
    let scan = measure(.milliseconds, runs: 15) { blackHole(bench_index_scan(base, buffer.count)) }
    let lines = measure(.milliseconds, runs: 15) {
      blackHole(bench_count_lines(base, buffer.count))
    }
    row.peers = [("C++ with PCRE2", scan.median)]
    row.limit = lines.median
  }
  report.add(row)
}

private func measureFilter(_ entries: [RFCEntry], _ report: inout Report) {
  let make = measure(.milliseconds) { blackHole(RFCFilter(entries)) }
  report.add(
    Row(
      group: "index", name: "make the filter", value: make.median,
      unit: TimeUnit.milliseconds.rawValue, spread: make.spread))
  let filter = RFCFilter(entries)
  for query in ["e", "protocol", "the internet protocol", "rfc2119", "braden 11"] {
    let key = measure(.milliseconds, iterations: 20) {
      for _ in 0..<20 { blackHole(filter.matches(query)) }
    }
    report.add(
      Row(
        group: "index", name: "filter by “\(query)”, a key", value: key.median,
        unit: TimeUnit.milliseconds.rawValue, spread: key.spread))
  }
}

/// A key of the search field, by words and filters, over an index with keywords and abstracts of the length
/// that those of 2026 have.
private func measureSearch(_ entries: [RFCEntry], _ report: inout Report) {
  var random = SeededGenerator(seed: 8_650)
  let words = entries.prefix(2_000).flatMap { $0.title.split(separator: " ").map(String.init) }
  func text(_ count: Int) -> String {
    (0..<count).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
  }
  var details: [Int: RFCDetails] = [:]
  for entry in entries {
    details[entry.number] = RFCDetails(
      stream: "IETF", area: "rtg", workingGroup: text(1), keywords: [text(1), text(2)],
      abstract: text(90))
  }
  let make = measure(.milliseconds, runs: 9) { blackHole(RFCSearch(entries, details: details)) }
  report.add(
    Row(
      group: "index", name: "make the search, with keywords and abstracts", value: make.median,
      unit: TimeUnit.milliseconds.rawValue, spread: make.spread))
  let search = RFCSearch(entries, details: details)
  for query in [
    "e", "tcp", "the internet protocol", "9110", "quic year:2020.. obsolete:no", "status:standard",
  ] {
    let key = measure(.milliseconds, iterations: 20) {
      for _ in 0..<20 { blackHole(search.found(query)) }
    }
    report.add(
      Row(
        group: "index", name: "search by “\(query)”, a key", value: key.median,
        unit: TimeUnit.milliseconds.rawValue, spread: key.spread))
  }
}
