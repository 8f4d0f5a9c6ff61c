import HikidashiRecords

/// Reads any text as the JSON of a schema.
///
/// Must hold: no trap; errors say something; a schema that is accepted is written as JSON that reads
/// as the same schema, and takes its own defaults.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSchema(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  do throws(SchemaError) {
    let schema = try Schema(json: text)
    guard let back = try? Schema(json: schema.json) else {
      preconditionFailure("what was written is not read")
    }
    precondition(back.json == schema.json, "something else came back")
    precondition(back.names == schema.names, "other fields came back")
    for field in schema.fields where !field.defaultValue.isNull {
      precondition(field.complaint(about: field.defaultValue) == nil, "a default is refused")
    }
    let table = RecordTable(schema)
    precondition((try? table.migrated(to: back)) != nil, "no schema for itself")
  } catch {
    precondition(!error.description.isEmpty, "an error of nothing")
  }
  return 0
}
