internal import Records

/// The cells of a table, until their widths are known.
struct MarkdownTable {
  private var rows: [[String]] = []

  mutating func beginRow() { rows.append([]) }

  mutating func beginCell() {
    if !rows.isEmpty { rows[rows.count - 1].append("") }
  }

  /// Adds text to the cell that is open. False when none is.
  mutating func write(_ text: String) -> Bool {
    guard let row = rows.indices.last, let cell = rows[row].indices.last else { return false }
    rows[row][cell] += text
    return true
  }

  /// The rows in columns, with a line below the first.
  var lines: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].columnCount : 0 }.max() ?? 0
    }
    var lines = rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.columnCount)
      }
      return MarkdownTable.trimmed(cells.joined(separator: "  "))
    }
    if !lines.isEmpty {
      let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "──")
      lines.insert(rule, at: 1)
    }
    return lines.joined(separator: "\n")
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
