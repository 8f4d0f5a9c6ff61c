import Foundation

/// A report as other programs read it.
struct JSONReport: Codable, Equatable {
  var rows: [Case]
  /// Peers that were left out because this machine does not have them.
  var missing: [String]

  struct Case: Codable, Equatable {
    var group: String
    var name: String
    /// Median, in `unit`.
    var value: Double
    var unit: String
    /// Fastest and slowest run, in `unit`.
    var spread: [Double]
    var peers: [Peer]
    var limit: Double?

    enum CodingKeys: String, CodingKey {
      case group, value, unit, spread, peers, limit
      case name = "case"
    }
  }

  struct Peer: Codable, Equatable {
    var name: String
    var value: Double
  }

  init(_ report: Report) {
    missing = report.missing
    rows = report.rows.map { row in
      Case(
        group: row.group, name: row.name, value: row.value, unit: row.unit,
        spread: [row.spread.lowerBound, row.spread.upperBound],
        peers: row.peers.map { Peer(name: $0.name, value: $0.value) }, limit: row.limit)
    }
  }

  /// The JSON text, with its keys in a fixed order.
  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
