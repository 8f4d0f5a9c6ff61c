/// One measured case: what it is, its value, and what stands beside it.
struct Row: Sendable {
  var group: String
  var name: String
  /// Median of the runs, in `unit`.
  var value: Double
  var unit: String
  /// Fastest and slowest run, in `unit`.
  var spread: ClosedRange<Double>
  /// The same work by others, measured in the same run, in `unit`.
  var peers: [(name: String, value: Double)] = []
  /// What the machine itself allows, in `unit`.
  var limit: Double?
}

/// A set of cases that are measured together.
struct Group: Sendable {
  var name: String
  var summary: String
  /// Measures every case; reports peers that are not installed through `missing`.
  var run: @Sendable (inout Report) throws -> Void
}

/// What the groups that were run have found.
struct Report {
  private(set) var rows: [Row] = []
  private(set) var missing: [String] = []
  /// Where windows are drawn, if the bench had to start a display of its own.
  var display: VirtualDisplay?

  mutating func add(_ row: Row) { rows.append(row) }

  /// Names a peer that is left out because it is not installed.
  mutating func leaveOut(_ peer: String) {
    if !missing.contains(peer) { missing.append(peer) }
  }
}
