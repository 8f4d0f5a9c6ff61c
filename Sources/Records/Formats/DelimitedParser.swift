internal import CHikidashiScan
internal import FoundationEssentials

/// Reads lines of values between separators.
///
/// The places of all separators of a run are found first, with vectors. Where every record has the
/// right number of values and the text is UTF-8, each column is then read from top to bottom. A
/// value that is not in the common form (and records of the wrong shape) is looked at again by
/// ``row(_:)``, which knows all forms and tells what is wrong.
struct DelimitedParser: RowParser {
  /// The use of a column of the text.
  enum Target: Hashable, Sendable {
    case field(Int)
    case number
    case ignored
  }

  let schema: Schema
  let style: DelimitedFormat.Style
  let separator: UInt8
  let nullText: [UInt8]
  let targets: [Target]
  /// How many refused records of a batch are described.
  let mostRefusals: Int
  /// Whether the place of each record in the text is recorded.
  let notesOrigins: Bool
  /// Whether values that their type writes in another way are refused.
  let keepsText: Bool
  /// Whether the text for no value could also be that of a number.
  let isNullLikeValue: Bool

  init(_ format: DelimitedFormat, schema: Schema, targets: [Target], options: ReadingOptions) {
    self.schema = schema
    style = format.style
    separator = UInt8(ascii: format.separator)
    nullText = Array(format.nullText.utf8)
    self.targets = targets
    keepsText = options.keepsText
    notesOrigins = options.keys != nil || targets.contains(.number)
    mostRefusals =
      if case .collect(let limit) = options.refusals { limit } else { 1 }
    isNullLikeValue = nullText.withUnsafeBufferPointer { text in
      [FieldType.integer, .double, .boolean, .date].contains { type in
        if case .success = FieldText.cell(of: type, text) { true } else { false }
      }
    }
  }

  var quote: Int32 { style == .quotes ? Int32(UInt8(ascii: "\"")) : noQuote }

  /// The byte that makes a value's text differ from the value: an escape or a quote.
  var mark: UInt8 { style == .quotes ? UInt8(ascii: "\"") : UInt8(ascii: "\\") }

  func parse(_ text: RowText, memory: ColumnMemory) -> RowBatch {
    let grid = FieldGrid(
      text, columns: targets.count, separator: separator, mark: mark, quoting: style == .quotes)
    if let grid, grid.isRegular { return columns(of: grid, text, memory: memory) }
    var mended = mend(text)
    return mended.bytes.withUnsafeBufferPointer { bytes -> RowBatch in
      var batch: RowBatch
      if let start = bytes.baseAddress, mended.count > 0 {
        let good = RowText(
          start: start, count: bytes.count, rows: mended.count, readable: bytes.count,
          firstLine: text.firstLine)
        // Regular now, or else nothing is read that was not understood.
        let grid = FieldGrid(
          good, columns: targets.count, separator: separator, mark: mark,
          quoting: style == .quotes)
        if let grid, grid.isRegular {
          batch = columns(of: grid, good, origins: mended.origins, memory: memory)
        } else {
          batch = empty()
        }
      } else {
        batch = empty()
      }
      mended.refusals += batch.refusals
      mended.refusals.sort { $0.line < $1.line }
      batch.refusals = Array(mended.refusals.prefix(mostRefusals))
      batch.refusedCount += mended.refusedCount
      return batch
    }
  }

  private func empty() -> RowBatch {
    RowBatch(
      rows: 0, columns: schema.fields.map { Column(for: $0.type) }, refused: PositionBits(count: 0))
  }

  /// The records of a run without those of wrong form, which are refused.
  private struct Mended {
    var bytes: [UInt8] = []
    var count = 0
    var origins: [RowOrigin] = []
    var refusals: [RefusedRecord] = []
    var refusedCount = 0
  }

  private func mend(_ text: RowText) -> Mended {
    var mended = Mended()
    mended.bytes.reserveCapacity(text.count + 1)
    var finder = LineFinder(text)
    var place = 0
    while place < text.count {
      let length = hk_find_line(text.start + place, text.count - place, quote, false, 0)
      let end = place + length
      let row = UnsafeBufferPointer(rebasing: text.bytes[place..<end])
      if !isPassedOver(row) {
        let line = finder.line(at: place)
        if let failure = shapeFailure(of: row) {
          mended.refusedCount += 1
          if mended.refusals.count < mostRefusals {
            mended.refusals.append(failure.refusal(of: row, line: line))
          }
        } else {
          mended.bytes.append(contentsOf: row)
          mended.bytes.append(UInt8(ascii: "\n"))
          mended.origins.append(RowOrigin(line: line, bytes: place..<end))
          mended.count += 1
        }
      }
      place = end + 1
    }
    return mended
  }

  /// Whether a line is empty and therefore no record.
  private func isPassedOver(_ row: UnsafeBufferPointer<UInt8>) -> Bool {
    targets.count > 1 && (row.isEmpty || row.count == 1 && row[0] == UInt8(ascii: "\r"))
  }
}

// MARK: - Columns

extension DelimitedParser {
  /// Reads a regular run column by column.
  ///
  /// - Parameter origins: where the records stood before the run was mended.
  func columns(
    of grid: FieldGrid, _ text: RowText, origins: [RowOrigin]? = nil, memory: ColumnMemory
  ) -> RowBatch {
    var batch = RowBatch(
      rows: grid.rows, columns: [], refused: PositionBits(count: grid.rows))
    var odd = PositionBits(count: grid.rows)
    var columns = [Column?](repeating: nil, count: schema.fields.count)
    for (column, target) in targets.enumerated() {
      switch target {
      case .field(let index):
        let reader = ColumnReader(
          parser: self, field: schema.fields[index], grid: grid, column: column)
        columns[index] = reader.read(memory, odd: &odd)
      case .number:
        batch.numbers = numbers(of: grid, column: column, odd: &odd)
      case .ignored: break
      }
    }
    if notesOrigins { batch.origins = origins ?? grid.origins(in: text) }
    batch.columns = columns.enumerated().map { index, column in
      column ?? constant(schema.fields[index], rows: grid.rows)
    }
    look(at: odd, of: grid, text, origins, in: &batch)
    return batch
  }

  private func numbers(of grid: FieldGrid, column: Int, odd: inout PositionBits) -> [Int] {
    var numbers = [Int](repeating: 0, count: grid.rows)
    grid.forEach(column: column) { row, field in
      if let number = NumberText.integer(field), number >= 0 {
        numbers[row] = number
      } else {
        odd[row] = true
      }
    }
    return numbers
  }

  /// The default of a field that has no column.
  private func constant(_ field: FieldDefinition, rows: Int) -> Column {
    var column = Column(for: field.type)
    for row in 0..<rows { column.set(field.defaultValue, at: row) }
    return column
  }

  /// Reads again the rows that have unusual values.
  private func look(
    at odd: PositionBits, of grid: FieldGrid, _ text: RowText, _ origins: [RowOrigin]?,
    in batch: inout RowBatch
  ) {
    let rows = odd.indices()
    guard !rows.isEmpty else { return }
    var finder = LineFinder(text)
    for row in rows.lazy.map(Int.init) {
      let bytes = grid.row(row)
      switch self.row(bytes) {
      case .success(let cells):
        for (index, cell) in cells.values { batch.columns[index].write(cell, at: row) }
        if let number = cells.number { batch.numbers?[row] = number }
      case .failure(let failure):
        batch.refused[row] = true
        batch.refusedCount += 1
        if batch.refusals.count < mostRefusals {
          let line = origins?[row].line ?? finder.line(at: grid.offset(ofRow: row))
          batch.refusals.append(failure.refusal(of: bytes, line: line))
        }
      }
    }
  }
}

extension Column {
  /// Writes a value in place of another; text is right already, as it has no odd forms.
  fileprivate func write(_ cell: CellValue, at row: Int) {
    switch self {
    case .integers(let chunks): chunks[0].set(cell.integer, at: row)
    case .doubles(let chunks): chunks[0].set(cell.number, at: row)
    case .booleans(let chunks): chunks[0].set(cell.boolean, at: row)
    case .texts: break
    }
  }
}

// MARK: - Rows

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
      found = plain.withUnsafeBufferPointer { text in
        let isKept = !keepsText || FieldText.keeps(text, as: field.type)
        return isKept
          ? FieldText.cell(of: field.type, text)
          : .failure(.notAValue(field.type, text: FieldText.shortened(text)))
      }
    }
    return found.flatMap { cell in
      field.complaint(about: cell).map { .failure(.refused($0)) } ?? .success(cell)
    }
  }

  /// An error in the form of a record, apart from its values; nil if there is none.
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

  /// The ranges of a record's values in its text; there is at least one.
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
