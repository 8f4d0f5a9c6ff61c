import HikidashiCommands
import RFCKit

/// Entries as lines of text with tabs between the fields.
enum EntryTable {
  /// The names of the fields in the first line.
  static let columns = [
    "number", "isIssued", "title", "authors", "date", "formats", "obsoletes", "obsoletedBy",
    "updates", "updatedBy", "also", "status", "doi",
  ]

  /// Writes the first line and one line for every entry.
  static func write(_ entries: [RFCEntry], to output: CommandOutput) throws {
    try output.write(columns.joined(separator: "\t") + "\n")
    try output.write(
      all: entries.lazy.map { fields(of: $0).map(escaped).joined(separator: "\t") + "\n" })
  }

  private static func fields(of entry: RFCEntry) -> [String] {
    func documents(_ references: [DocumentReference]) -> String {
      references.map { $0.series + String($0.number) }.joined(separator: ", ")
    }
    return [
      String(entry.number), String(entry.isIssued), entry.title,
      entry.authors.map(\.description).joined(separator: "; "), entry.date?.description ?? "",
      entry.formats.map(\.description).joined(separator: ", "), documents(entry.obsoletes),
      documents(entry.obsoletedBy), documents(entry.updates), documents(entry.updatedBy),
      documents(entry.also), entry.status.printed, entry.doi ?? "",
    ]
  }

  /// The text with a backslash, `t`, `n` or `r` in the place of what would divide fields and lines.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\\") }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\t": result += "\\t"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
