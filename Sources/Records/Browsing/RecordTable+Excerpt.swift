extension RecordTable {
  /// Some fields of some records as a table of its own, in the order given: what is copied or written
  /// of what a person sees.
  ///
  /// It has the names and the types of the fields, and none of their rules. Numbers that no record has
  /// are passed over.
  ///
  /// - Complexity: O(*k*) for *k* values.
  package func excerpt(
    _ records: [RecordNumber], fields: [FieldDefinition]
  ) throws -> RecordTable {
    let kept = records.filter(contains)
    let plain = fields.map {
      FieldDefinition(
        name: $0.name, title: $0.title, type: $0.type, isOptional: true, format: $0.format)
    }
    var excerpt = RecordTable(try Schema(fields: plain))
    let places = try fields.map { try schema.checkedIndex(of: $0) }
    try excerpt.append(
      columns: zip(plain, places).map { field, place in
        field.column(cells: kept.map { cell(at: $0.rawValue, field: place) })
      })
    return excerpt
  }
}

extension RecordTable {
  /// The value of a field of a record; nil where there is none such.
  package func cell(_ field: FieldDefinition, at number: RecordNumber) -> CellValue? {
    guard contains(number), let index = schema.index(of: field) else { return nil }
    return cell(at: number.rawValue, field: index)
  }
}

extension FieldDefinition {
  /// The values among which one is to be chosen, where a rule lists them.
  package var choices: [CellValue]? {
    for case .oneOf(let cells) in rules { return cells }
    return nil
  }
}
