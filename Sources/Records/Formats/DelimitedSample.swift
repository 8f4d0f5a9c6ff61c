/// The first records of a text as a format has them.
struct DelimitedSample {
  let format: DelimitedFormat
  private(set) var records: [[Cell]] = []
  /// The line in front of each record, counted from 0.
  private var lines: [Int] = []
  private var strayCount = 0
  private var quotedCount = 0
  private var escapeCount = 0
  /// The number of values that most records have.
  private(set) var width = 1

  /// A value by its form.
  struct Cell {
    enum Kind { case empty, number, text }
    var kind: Kind
    var text: String
  }

  var recordCount: Int { records.count }

  init(_ text: [UInt8], isWhole: Bool, as format: DelimitedFormat) {
    self.format = format
    let tokens = format.tokenizer
    text.withUnsafeBufferPointer { text in
      var values: [DelimitedTokenizer.Value] = []
      var (place, line) = (0, 0)
      while place < text.count, records.count < DelimitedGuess.mostRecords,
        let end = tokens.record(in: text, at: place, isWhole: isWhole, into: &values)
      {
        let isBlank = values.count == 1 && values[0].range.isEmpty
        if !isBlank {
          add(values, of: text, tokens)
          lines.append(line)
        }
        line += 1 + text[place..<min(end, text.count)].count { $0 == 0x0A }
        place = end + 1
      }
    }
    var counts: [Int: Int] = [:]
    for record in records { counts[record.count, default: 0] += 1 }
    width = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 1
  }

  private mutating func add(
    _ values: [DelimitedTokenizer.Value], of text: UnsafeBufferPointer<UInt8>,
    _ tokens: DelimitedTokenizer
  ) {
    strayCount += values.contains { $0.strayQuote != nil } ? 1 : 0
    quotedCount += values.contains { $0.isQuoted } ? 1 : 0
    escapeCount += values.contains { $0.hasEscapes } ? 1 : 0
    records.append(
      values.map { value in
        var bytes: [UInt8] = []
        tokens.decode(value, of: text) { bytes.append($0) }
        return Cell(kind: Self.kind(of: bytes), text: String(decoding: bytes, as: UTF8.self))
      })
  }

  /// Numbers are dates and times, too: they have digits and no letters of words.
  private static func kind(of bytes: [UInt8]) -> Cell.Kind {
    var digits = 0
    var letters = 0
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
        letters += 1
      case 0x80...: letters += 1
      default: break
      }
    }
    if digits + letters == 0 { return .empty }
    // As in 1e5, 2020-05-20T12:00:00Z, 74 €.
    return digits > 0 && letters <= 3 && digits >= letters ? .number : .text
  }

  /// The part of the records that have as many values as most do, those in front of them left out.
  var regularity: Double {
    guard !records.isEmpty else { return 0 }
    let rest = records[firstRegular...]
    return Double(rest.count { $0.count == width }) / Double(max(1, rest.count))
  }

  /// The first record that is as wide as most, where most behind it are. A header may lack the separator that stands
  /// behind the last value of each record.
  private var firstRegular: Int {
    let isLastEmpty = records.allSatisfy { $0.count != width || $0.last?.text.isEmpty ?? true }
    let least = isLastEmpty ? width - 1 : width
    guard width > 1, let first = records.firstIndex(where: { $0.count >= least }) else {
      return 0
    }
    let rest = records[first...]
    return rest.count { $0.count == width } * 2 > rest.count ? first : 0
  }

  /// How well the format fits, 0 for one value a record.
  var score: Double {
    guard width > 1, !records.isEmpty else { return 0 }
    let count = Double(records.count)
    let typed = records.reduce(0.0) { sum, record in
      sum + Double(record.count { $0.kind != .text }) / Double(record.count)
    }
    // More columns are better as long as there are few.
    let columns = Double(min(width, 8)) / 8
    // Lines in front of the header are seldom.
    let all = Double(records.count { $0.count == width }) / count
    let order = regularity * regularity * regularity * (0.5 + 0.5 * all)
    let clean = 1 - Double(strayCount) / count
    var score = order * (0.4 + 0.3 * columns + 0.3 * typed / count) * (0.3 + 0.7 * clean)
    // A mark that no value needs is left out.
    if format.quote != "\"", quotedCount == 0 { score *= 0.9 }
    if format.escape != nil, escapeCount == 0 { score *= 0.9 }
    if format.trimsBlanks { score *= 0.95 }
    // Words are between blanks in any text.
    if format.separator == " " { score *= 0.6 }
    return score
  }

  /// The format with the lines in front of the records, and how sure it is of them, 0.5 to 1.
  func described(isNamed: Bool) -> (DelimitedFormat, certainty: Double) {
    var format = format
    guard !records.isEmpty else { return (format, 0.5) }
    let first = isNamed && firstRegular == 0 ? min(1, records.count - 1) : firstRegular
    format.skippedLines = first == 0 ? 0 : lines[first]
    if format.separator == "\t", hasNulls { return (escaped(format), 0.9) }
    let (headers, certainty) = headerLines(from: first)
    format.headerLines = headers
    return (format, certainty)
  }

  /// Whether values stand there as PostgreSQL and this library write missing ones.
  private var hasNulls: Bool { records.contains { $0.contains { $0.text == #"\N"# } } }

  private func escaped(_ format: DelimitedFormat) -> DelimitedFormat {
    var escaped = DelimitedFormat.tsv
    escaped.encoding = format.encoding
    escaped.skippedLines = format.skippedLines
    escaped.lineEnd = format.lineEnd
    escaped.headerLines = headerLines(from: 0).count
    return escaped
  }

  /// Counts the lines of the header: it has words above columns of numbers. Where nothing tells, it has one line.
  private func headerLines(from first: Int) -> (count: Int, certainty: Double) {
    // The first of them may be narrower, as a header can be.
    let rows = ([records[first]] + records[(first + 1)...].filter { $0.count == width }).map {
      $0 + Array(repeating: Cell(kind: .empty, text: ""), count: max(0, width - $0.count))
    }
    guard let top = rows.first else { return (1, 0.5) }
    guard rows.count > 1 else {
      return (top.contains { $0.kind == .number } ? 0 : 1, 0.5)
    }
    // A header of three lines at most stands above the others.
    let below =
      rows.dropFirst(min(3, rows.count / 2)).isEmpty
      ? rows[1...] : rows.dropFirst(min(3, rows.count / 2))
    let numeric = (0..<width).filter { column in
      let cells = below.map { $0[column].kind }.filter { $0 != .empty }
      return !cells.isEmpty && cells.count { $0 == .number } * 10 >= cells.count * 9
    }
    guard !numeric.isEmpty else { return textHeader(top, rows.dropFirst()) }
    let isWords = { (row: [Cell]) in numeric.allSatisfy { row[$0].kind != .number } }
    let hasWords = { (row: [Cell]) in numeric.contains { row[$0].kind == .text } }
    guard isWords(top), hasWords(top) else {
      let numbers = numeric.count { top[$0].kind == .number }
      // Years stand above columns, too.
      let isHeader = numbers * 2 < numeric.count
      return (isHeader ? 1 : 0, numbers == 0 || numbers == numeric.count ? 0.9 : 0.7)
    }
    let more = rows.dropFirst().prefix(2).prefix {
      isWords($0) && hasWords($0) && numeric.count > 1
    }
    return (1 + more.count, more.isEmpty ? 1 : 0.7)
  }

  /// Where all is text: a word of the header is not among the values below, and none is missing.
  private func textHeader(
    _ top: [Cell], _ rows: ArraySlice<[Cell]>
  ) -> (count: Int, certainty: Double) {
    if top.contains(where: { $0.kind == .number }) { return (0, 0.7) }
    let repeated = (0..<width).count { column in
      top[column].kind == .text && rows.contains { $0[column].text == top[column].text }
    }
    return repeated * 2 > width ? (0, 0.7) : (1, 0.7)
  }
}
