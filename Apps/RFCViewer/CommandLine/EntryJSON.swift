import HikidashiCommands
import RFCKit

extension RFCEntry {
  /// The entry as JSON: the names of its properties, `date` as in ISO 8601, documents as `RFC2119`.
  var members: [(key: String, value: JSONValue)] {
    func documents(_ references: [DocumentReference]) -> JSONValue {
      .array(references.map { .string($0.series + String($0.number)) })
    }
    func author(_ author: RFCAuthor) -> JSONValue {
      .object([("name", .string(author.name)), ("role", JSONValue(author.role))])
    }
    func format(_ format: RFCFormat) -> JSONValue {
      .object([("name", .string(format.name)), ("bytes", JSONValue(format.bytes))])
    }
    return [
      ("number", .number(number)), ("isIssued", .boolean(isIssued)), ("title", .string(title)),
      ("authors", .array(authors.map(author))), ("date", JSONValue(date?.description)),
      ("formats", .array(formats.map(format))),
      ("obsoletes", documents(obsoletes)), ("obsoletedBy", documents(obsoletedBy)),
      ("updates", documents(updates)), ("updatedBy", documents(updatedBy)),
      ("also", documents(also)), ("status", .string(status.printed)), ("doi", JSONValue(doi)),
    ]
  }
}

/// Writes entries as one JSON array, an entry a line.
func writeJSON(_ entries: [RFCEntry], to output: CommandOutput) throws {
  try output.write(rows: entries.map(\.members))
}
