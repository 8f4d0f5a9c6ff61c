internal import CScan

/// The values of one record.
struct RowCells {
  /// The fields that have a column, by their place in the schema.
  var values: [(field: Int, cell: CellValue)] = []
  var number: Int?
}

extension DelimitedParser {
  /// Reads one record, in whatever form its values are.
  func row(_ row: UnsafeBufferPointer<UInt8>) -> Result<RowCells, RowFailure> {
    if let failure = shapeFailure(of: row) { return .failure(failure) }
    var cells = RowCells()
    var plain: [UInt8] = []
    for (column, range) in fields(of: row).enumerated() {
      let text = UnsafeBufferPointer(rebasing: row[range])
      let fail = { (problem: RecordProblem, offset: Int) in
        Result<RowCells, RowFailure>.failure(
          RowFailure(
            problem: problem, column: column, field: name(ofColumn: column),
            offset: range.lowerBound + offset))
      }
      let marks = TextMarks(style: style)
      if marks.occur(in: text), !NullText(self).matches(text) {
        plain.removeAll(keepingCapacity: true)
        if let failure = marks.decode(text, { plain.append($0) }) {
          return fail(failure.problem, failure.offset)
        }
      } else {
        plain = Array(text)
      }
      switch targets[column] {
      case .ignored: break
      case .number:
        guard let number = plain.withUnsafeBufferPointer(NumberText.integer), number >= 0 else {
          return fail(.badNumber(text: FieldText.shortened(plain)), 0)
        }
        cells.number = number
      case .field(let index):
        switch cell(of: schema.fields[index], raw: text, plain) {
        case .success(let cell): cells.values.append((index, cell))
        case .failure(let problem): return fail(problem, 0)
        }
      }
    }
    return .success(cells)
  }

  private func cell(
    of field: FieldDefinition, raw: UnsafeBufferPointer<UInt8>, _ plain: [UInt8]
  ) -> Result<CellValue, RecordProblem> {
    let isText = field.type == .string || field.type == .data
    let found: Result<CellValue, RecordProblem>
    if NullText(self).matches(raw), field.isOptional || !raw.isEmpty || !isText {
      found = .success(.null)
    } else {
      found = plain.withUnsafeBufferPointer { FieldText.cell(of: field.type, $0) }
    }
    return found.flatMap { cell in
      field.complaint(about: cell).map { .failure(.refused($0)) } ?? .success(cell)
    }
  }

  /// What is wrong with a record before its values are looked at.
  func shapeFailure(of row: UnsafeBufferPointer<UInt8>) -> RowFailure? {
    let fields = fields(of: row)
    if let offset = firstInvalidByte(of: row) {
      let column = fields.firstIndex { $0.contains(offset) || $0.upperBound == offset }
      return RowFailure(
        problem: .notUTF8, column: column, field: column.flatMap(name(ofColumn:)), offset: offset)
    }
    if style == .quotes, !row.count(where: { $0 == mark }).isMultiple(of: 2) {
      // The odd quote is in the last value, which reaches up to the end for that reason.
      let last = fields.count - 1
      let text = UnsafeBufferPointer(rebasing: row[fields[last]])
      let failure = TextMarks(style: style).decode(text) { _ in }
      return RowFailure(
        problem: failure?.problem ?? .openQuote, column: last, field: name(ofColumn: last),
        offset: fields[last].lowerBound + (failure?.offset ?? 0))
    }
    guard fields.count == targets.count else {
      return RowFailure(
        problem: .wrongCount(expected: targets.count, found: fields.count), offset: 0)
    }
    return nil
  }

  /// Where the values of a record lie; there is always one.
  func fields(of row: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var start = 0
    var isInside = false
    for (place, byte) in row.enumerated() {
      if style == .quotes, byte == mark {
        isInside.toggle()
      } else if byte == separator, !isInside {
        fields.append(start..<place)
        start = place + 1
      }
    }
    let endsInReturn = row.count > start && row[row.count - 1] == UInt8(ascii: "\r")
    fields.append(start..<(endsInReturn ? row.count - 1 : row.count))
    return fields
  }

  private func name(ofColumn column: Int) -> String? {
    guard column < targets.count, case .field(let index) = targets[column] else { return nil }
    return schema.fields[index].name
  }
}

/// The place of the first byte that keeps the text from being UTF-8.
func firstInvalidByte(of text: UnsafeBufferPointer<UInt8>) -> Int? {
  if let start = text.baseAddress, hk_is_utf8(start, text.count) { return nil }
  var bytes = text.makeIterator()
  var parser = Unicode.UTF8.ForwardParser()
  var place = 0
  while true {
    switch parser.parseScalar(from: &bytes) {
    case .valid(let scalar): place += scalar.count
    case .error: return place
    case .emptyInput: return nil
    }
  }
}
