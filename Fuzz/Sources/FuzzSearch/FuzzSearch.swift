import HikidashiRecords

private let title = Field<String>(
  "title", title: "Title of it", collation: .localized(locale: "ja"))
private let code = Field<String?>("code", collation: .binary)
private let number = Field<Int?>("number", title: "番号")
private let cards = makeCards()

private func makeCards() -> RecordTable? {
  guard
    let schema = try? Schema(
      title, code, number, Field<Double?>("rate"), Field<Bool?>("passed"))
  else { return nil }
  var cards = RecordTable(schema)
  for (row, text) in ["quic", "ＱＵＩＣ v2", "山田 か゛", "", "a*\"b\\"].enumerated() {
    _ = try? cards.append {
      $0[title] = text
      $0[code] = row == 2 ? nil : text
      $0[number] = row
    }
  }
  return cards
}

/// Reads any text as a search.
///
/// Must hold: no trap; a refusal points into the text or right behind it; what is written of a query
/// is read as the same query; a query and its opposite divide the records.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSearch(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  guard let cards else { return 0 }
  do {
    let query = try Query(parsing: text, schema: cards.schema)
    check(query, in: cards)
  } catch {
    precondition(error.column >= 1 && error.length >= 0, "a place before the text")
    precondition(error.column - 1 + error.length <= max(text.count, 1), "a place behind the text")
    precondition(!error.description.isEmpty)
  }
  return 0
}

private func check(_ query: Query, in cards: RecordTable) {
  let written = query.description
  do {
    let again = try Query(parsing: written, schema: cards.schema)
    precondition(again == query, "\(written) is read as \(again)")
  } catch {
    // What is written has groups where the text needed none.
    guard case .tooDeep = error.problem else { preconditionFailure("\(written): \(error)") }
  }
  guard let found = try? cards.search(checking: query),
    let others = try? cards.search(checking: !query)
  else { return }
  precondition(found.intersection(others).isEmpty, "a record is found twice")
  precondition(found.union(others) == cards.numbers, "a record is found neither way")
}
