/// Lines of cells, set in columns that are as wide as their widest cell.
struct Table {
  private var lines: [[String]]
  private let alignments: [Alignment]

  enum Alignment { case left, right }

  init(_ columns: [(title: String, alignment: Alignment)]) {
    lines = [columns.map(\.title)]
    alignments = columns.map(\.alignment)
  }

  /// A table of measured cases with what stands beside each.
  init(_ rows: [Row]) {
    self.init([
      ("group", .left), ("case", .left), ("value", .right), ("unit", .left), ("spread", .left),
      ("peers", .left), ("limit", .left),
    ])
    for row in rows {
      let peers = row.peers.map { "\($0.name) \(Self.beside(row, $0.value))" }
      append([
        row.group, row.name, readable(row.value), row.unit,
        readable(row.spread.lowerBound) + "–" + readable(row.spread.upperBound),
        peers.isEmpty ? "–" : peers.joined(separator: ", "),
        row.limit.map { Self.beside(row, $0) } ?? "–",
      ])
    }
  }

  /// Adds a line, whose missing cells are empty.
  mutating func append(_ cells: [String]) {
    let empty = max(0, alignments.count - cells.count)
    lines.append(cells.prefix(alignments.count) + Array(repeating: "", count: empty))
  }

  /// The text, one line each, without spaces at the ends of lines.
  var text: String {
    let widths = alignments.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { cells in
      var line = ""
      for (column, cell) in cells.enumerated() {
        let space = String(repeating: " ", count: widths[column] - cell.count)
        line += alignments[column] == .left ? cell + space : space + cell
        line += "  "
      }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }

  private static func beside(_ row: Row, _ other: Double) -> String {
    guard row.value > 0 else { return readable(other) }
    return "\(readable(other)) (\(readable(other / row.value)) ×)"
  }
}

/// Three significant digits, or every digit of the whole part where it has more; grouped by comma.
func readable(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
  var scale = 1.0
  var places = 0
  while abs(value) * scale < 100, places < 6, abs(value) > 0 {
    scale *= 10
    places += 1
  }
  let digits = String(Int64((abs(value) * scale).rounded()))
  let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
  let whole = grouped(padded.dropLast(places))
  let sign = value < 0 ? "-" : ""
  return sign + whole + (places == 0 ? "" : "." + padded.suffix(places))
}

private func grouped(_ digits: Substring) -> String {
  var result = ""
  for (offset, digit) in digits.enumerated() {
    if offset > 0, (digits.count - offset).isMultiple(of: 3) { result += "," }
    result.append(digit)
  }
  return result
}
