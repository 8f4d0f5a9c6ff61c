import RFCKit

extension RFCEntry {
  /// The entry as JSON: the names of its properties, `date` as in ISO 8601, documents as `RFC2119`.
  var json: JSONText {
    func documents(_ references: [DocumentReference]) -> JSONText {
      .array(references.map { .string($0.series + String($0.number)) })
    }
    return .object([
      ("number", .number(number)),
      ("isIssued", .bool(isIssued)),
      ("title", .string(title)),
      (
        "authors",
        .array(authors.map { .object([("name", .string($0.name)), ("role", .optional($0.role))]) })
      ),
      ("date", .optional(date?.description)),
      (
        "formats",
        .array(
          formats.map {
            .object([
              ("name", .string($0.name)), ("bytes", $0.bytes.map { .number($0) } ?? .null),
            ])
          })
      ),
      ("obsoletes", documents(obsoletes)),
      ("obsoletedBy", documents(obsoletedBy)),
      ("updates", documents(updates)),
      ("updatedBy", documents(updatedBy)),
      ("also", documents(also)),
      ("status", .string(status.printed)),
      ("doi", .optional(doi)),
    ])
  }
}

/// Writes entries as one JSON array, an entry a line.
func writeJSON(_ entries: [RFCEntry], to output: CommandOutput) throws(CommandError) {
  try output.write("[")
  try output.write(
    all: entries.indices.lazy.map { ($0 == 0 ? "\n" : ",\n") + entries[$0].json.text })
  try output.write("\n]\n")
}
