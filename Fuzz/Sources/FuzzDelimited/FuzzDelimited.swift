import HikidashiRecords

private let schema = try? Schema(
  Field<Int>("id"), Field<Double?>("rate"), Field<Bool?>("ok"), Field<String?>("name"),
  Field<String>("note", default: "", rules: [.length(0...9)]), Field<[Int]?>("list"),
  version: 1)

/// Takes the first byte as the choice of a format and the rest as text, once as it is and once behind
/// a header, so that records are reached at once.
///
/// Must hold: no trap; what is accepted comes back; stopping and collecting agree; text in parts is
/// what it is in one piece.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDelimited(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  guard let choice = bytes.first, let schema else { return 0 }
  let text = Array(bytes.dropFirst())
  switch choice % 6 {
  case 0: check(text, .tsv, schema)
  case 1: check(text, .csv, schema)
  case 2: check(text, .jsonLines, schema)
  case 3: check(text, .delimited(.tsv(hasHeader: false, nullText: "NULL")), schema)
  case 4: check(text, .delimited(.csv(separator: ";", hasHeader: false, nullText: "0")), schema)
  default:
    check(Array("name,rate,id\n".utf8) + text, .csv, schema)
    check(Array("name\trate\tid\n".utf8) + text, .tsv, schema)
  }
  return 0
}

private func check(_ text: [UInt8], _ format: RecordFormat, _ schema: Schema) {
  var table = RecordTable(schema)
  let options = ReadingOptions(refusals: .collect(limit: 2), unknownFields: .ignore)
  guard let report = try? table.append(from: .bytes(text), as: format, options: options) else {
    return
  }
  precondition(report.appended == table.count, "a wrong count")
  precondition(report.refused.count == min(2, report.refusedCount), "a refused record is lost")
  for refused in report.refused {
    precondition(refused.line > 0 && !refused.error.description.isEmpty, "an error of nothing")
  }
  if let strict = try? RecordTable(schema, from: .bytes(text), as: format) {
    precondition(report.refusedCount == 0, "refused, and not")
    precondition(strict.count == table.count, "other records when it stops")
  }
  let written = bytes(of: table, format)
  var back = RecordTable(schema)
  let parts = Parts(written)
  precondition(
    (try? back.append(from: .parts { parts.next() }, as: format)) != nil, "not read back")
  precondition(bytes(of: back, format) == written, "something else came back")
}

private func bytes(of table: RecordTable, _ format: RecordFormat) -> [UInt8] {
  guard let bytes = try? table.bytes(as: format) else { preconditionFailure("not written") }
  return bytes
}

/// The text in short parts.
// @unchecked: a source is read by one thread at a time.
private final class Parts: @unchecked Sendable {
  private var rest: ArraySlice<UInt8>

  init(_ text: [UInt8]) { rest = text[...] }

  func next() -> [UInt8]? {
    guard !rest.isEmpty else { return nil }
    defer { rest = rest.dropFirst(7) }
    return Array(rest.prefix(7))
  }
}
