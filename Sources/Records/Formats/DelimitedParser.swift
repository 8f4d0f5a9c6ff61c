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
  /// The byte between two values of records that are read by columns.
  let separator: UInt8
  let nullText: [UInt8]
  let targets: [Target]
  /// How many refused records of a batch are described.
  let mostRefusals: Int
  /// Whether the place of each record in the text is recorded.
  let notesOrigins: Bool
  /// Whether values that their type writes in another way are refused.
  let keepsText: Bool
  /// Whether quotes in wrong places are text.
  let keepsStrayQuotes: Bool
  /// Whether a record may have too few values, or empty ones behind the last column.
  let fitsWidths: Bool
  /// Finds the values in the text. Where it is not plain, the records are written anew with ``separator`` and
  /// double quotes before they are read.
  let tokens: DelimitedTokenizer
  /// Whether the text for no value could also be that of a number.
  let isNullLikeValue: Bool

  init(_ format: DelimitedFormat, schema: Schema, targets: [Target], options: ReadingOptions) {
    self.schema = schema
    style = format.style
    nullText = Array(format.nullText.utf8)
    self.targets = targets
    keepsText = options.keepsText
    keepsStrayQuotes = options.strayQuotes == .keep
    fitsWidths = options.otherWidths == .fit
    tokens = format.tokenizer
    separator = tokens.isPlain ? tokens.separator[0] : UInt8(ascii: ",")
    notesOrigins = options.keys != nil || targets.contains(.number)
    mostRefusals =
      if case .collect(let limit) = options.refusals { limit } else { 1 }
    isNullLikeValue = nullText.withUnsafeBufferPointer { text in
      [FieldType.integer, .double, .boolean, .date].contains { type in
        if case .success = FieldText.cell(of: type, text) { true } else { false }
      }
    }
  }

  var tokenizer: DelimitedTokenizer? { tokens }

  /// The byte that makes a value's text differ from the value: an escape or a quote.
  var mark: UInt8 { style == .quotes ? UInt8(ascii: "\"") : UInt8(ascii: "\\") }

  func parse(_ text: RowText, memory: ColumnMemory) -> RowBatch {
    if text.isPlain {
      let grid = FieldGrid(
        text, columns: targets.count, separator: separator, mark: mark, quoting: style == .quotes)
      if let grid, grid.isRegular { return columns(of: grid, text, memory: memory) }
    }
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
    var values: [DelimitedTokenizer.Value] = []
    var place = 0
    while place < text.count,
      let end = tokens.record(in: text.bytes, at: place, isWhole: true, into: &values)
    {
      let row = UnsafeBufferPointer(rebasing: text.bytes[place..<end])
      if !isPassedOver(row) {
        let line = finder.line(at: place)
        for index in values.indices { values[index].move(by: -place) }
        if let failure = shapeFailure(of: row, values) {
          mended.refusedCount += 1
          if mended.refusals.count < mostRefusals {
            mended.refusals.append(failure.refusal(of: row, line: line))
          }
        } else {
          append(values, of: row, to: &mended.bytes)
          mended.origins.append(RowOrigin(line: line, bytes: place..<end))
          mended.count += 1
        }
      }
      place = end + 1
    }
    return mended
  }

  /// Writes a record as it is read by columns: with all quotes in their places, and as many values as there are columns.
  private func append(
    _ values: [DelimitedTokenizer.Value], of row: UnsafeBufferPointer<UInt8>,
    to bytes: inout [UInt8]
  ) {
    for (column, value) in values.prefix(targets.count).enumerated() {
      if column > 0 { bytes.append(separator) }
      if tokens.isPlain, value.strayQuote == nil {
        bytes.append(contentsOf: row[value.range])
      } else {
        append(value, of: row, to: &bytes)
      }
    }
    for column in values.count..<max(values.count, targets.count) {
      if column > 0 { bytes.append(separator) }
      bytes += nullText
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private func append(
    _ value: DelimitedTokenizer.Value, of row: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]
  ) {
    let start = bytes.count
    bytes.append(mark)
    var isText = value.isQuoted || value.strayQuote != nil || value.hasEscapes
    tokens.decode(value, of: row) { byte in
      if byte == mark { bytes.append(mark) }
      // Lines end in front of a carriage return, too.
      isText = isText || byte == mark || byte == separator || byte < 0x20
      bytes.append(byte)
    }
    if isText { bytes.append(mark) } else { bytes.remove(at: start) }
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
    var values: [DelimitedTokenizer.Value] = []
    let tokens = DelimitedTokenizer(separator: [separator], quote: style == .quotes ? mark : nil)
    _ = tokens.record(in: row, at: 0, isWhole: true, into: &values)
    if let failure = shapeFailure(of: row, values) { return .failure(failure) }
    var cells = RowCells()
    var plain: [UInt8] = []
    for (column, range) in values.map(\.range).enumerated() {
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
  private func shapeFailure(
    of row: UnsafeBufferPointer<UInt8>, _ values: [DelimitedTokenizer.Value]
  ) -> RowFailure? {
    if let offset = firstInvalidByte(of: row) {
      let column = values.firstIndex { $0.range.contains(offset) || $0.range.upperBound == offset }
      return RowFailure(
        problem: .notUTF8, column: column, field: column.flatMap(name(ofColumn:)), offset: offset)
    }
    if !keepsStrayQuotes, let column = values.firstIndex(where: { $0.strayQuote != nil }) {
      let value = values[column]
      return RowFailure(
        problem: value.isOpen ? .openQuote : .strayQuote, column: column,
        field: name(ofColumn: column), offset: value.strayQuote ?? value.range.lowerBound)
    }
    let isOtherWidth =
      fitsWidths
      ? values.dropFirst(targets.count).contains { !$0.range.isEmpty }
      : values.count != targets.count
    guard !isOtherWidth else {
      return RowFailure(
        problem: .wrongCount(expected: targets.count, found: values.count), offset: 0)
    }
    return nil
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
