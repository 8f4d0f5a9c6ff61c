internal import CHikidashiScan

/// The part of a text that is in memory: it begins with a record and ends anywhere.
struct ReadWindow: ~Copyable {
  private var memory: Scratch<UInt8>
  private(set) var capacity: Int
  /// The bytes that were read and not consumed lie from `first` to `end`.
  private var first = 0
  private var end = 0
  private(set) var isAtEnd = false
  /// Bytes consumed so far.
  private(set) var consumed = 0
  /// The line of the first byte, from 1.
  private(set) var line = 1

  /// Readable bytes behind the last, for vectors.
  private static let slack = 64
  /// Bytes whose lines are counted together.
  private static let slice = 1 << 16

  init(capacity: Int) {
    // Room for a byte order mark at least.
    self.capacity = max(capacity, 64)
    memory = Scratch(count: self.capacity + Self.slack)
  }

  var text: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: memory.start + first, count: end - first)
  }

  /// All of the text as one run, whose records are not counted.
  var all: RowText {
    RowText(
      start: memory.start + first, count: end - first, rows: isAtEnd ? 1 : 0,
      readable: capacity + Self.slack - first, firstLine: line)
  }

  /// Fills the free part, and returns the number of bytes read.
  mutating func fill(from reader: SourceReader) throws(RecordTextError) -> Int {
    if first > 0 {
      memory.start.update(from: memory.start + first, count: end - first)
      end -= first
      first = 0
    }
    let free = UnsafeMutableBufferPointer(start: memory.start + end, count: capacity - end)
    let count = try reader.fill(free)
    isAtEnd = count < free.count
    end += count
    return count
  }

  mutating func grow(to larger: Int) {
    let grown = Scratch<UInt8>(count: larger + Self.slack)
    grown.start.update(from: memory.start + first, count: end - first)
    end -= first
    first = 0
    memory = grown
    capacity = larger
  }

  mutating func consume(bytes: Int) {
    line += hk_count_lines(memory.start + first, bytes, noQuote).lines
    first += bytes
    consumed += bytes
  }

  /// Removes runs from the beginning of the window.
  mutating func consume(_ cuts: [RowText]) {
    guard let last = cuts.last else { return }
    let ahead = last.start - UnsafePointer(memory.start + first)
    first += ahead
    consumed += ahead
    line = last.firstLine
    consume(bytes: last.count)
  }

  /// Cuts the window into runs of `rows` records, the first one of `first`.
  ///
  /// Records that do not fill a run are left for the next window, unless there is nothing else.
  ///
  /// - Parameter tokenizer: Finds the records where quotes enclose line ends, or stand in wrong places.
  func cuts(
    by tokenizer: DelimitedTokenizer?, first firstRows: Int, rows: Int
  ) -> [RowText] {
    if let tokenizer, !tokenizer.isPlain {
      return cutsOfRecords(tokenizer, first: firstRows, rows: rows)
    }
    let quote = tokenizer?.quote.map(Int32.init) ?? noQuote
    let slices = LineSlices(
      text, slice: Self.slice, quote: quote, separator: tokenizer?.separator.first ?? 0)
    if let tokenizer, slices.isStray || isAtEnd && slices.endsInQuotes {
      return cutsOfRecords(tokenizer, first: firstRows, rows: rows)
    }
    var total = slices.rowCount
    // The last record may lack a line end.
    let hasTail = isAtEnd && slices.endsWithinRecord
    if hasTail { total += 1 }
    guard total > 0 else { return [] }
    var bounds = Array(stride(from: firstRows, to: total, by: rows))
    if isAtEnd || bounds.isEmpty || bounds.last == total - rows { bounds.append(total) }
    var cuts: [RowText] = []
    cuts.reserveCapacity(bounds.count)
    var (row, place) = (0, 0)
    var lines = line
    for bound in bounds {
      let next = hasTail && bound == total ? text.count : slices.end(ofRow: bound - 1)
      cuts.append(
        RowText(
          start: memory.start + first + place, count: next - place, rows: bound - row,
          readable: capacity + Self.slack - first - place, firstLine: lines))
      // Without quotes every record is a line.
      lines +=
        quote == noQuote
        ? bound - row : hk_count_lines(memory.start + first + place, next - place, noQuote).lines
      (row, place) = (bound, next)
    }
    return cuts
  }

  /// Cuts as ``cuts(by:first:rows:)`` does, one record after another.
  private func cutsOfRecords(
    _ tokenizer: DelimitedTokenizer, first firstRows: Int, rows: Int
  ) -> [RowText] {
    var cuts: [RowText] = []
    var values: [DelimitedTokenizer.Value] = []
    var (start, place, count) = (0, 0, 0)
    func cut() {
      let lines = cuts.last.map { $0.firstLine + hk_count_lines($0.start, $0.count, noQuote).lines }
      cuts.append(
        RowText(
          start: memory.start + first + start, count: place - start, rows: count,
          readable: capacity + Self.slack - first - start, firstLine: lines ?? line, isPlain: false)
      )
      (start, count) = (place, 0)
    }
    while place < text.count,
      let end = tokenizer.record(in: text, at: place, isWhole: isAtEnd, into: &values)
    {
      place = min(end + 1, text.count)
      count += 1
      if count == (cuts.isEmpty ? firstRows : rows) { cut() }
    }
    if count > 0, isAtEnd || cuts.isEmpty { cut() }
    return cuts
  }

  /// The first record as a run, where a quote that is not closed keeps it from an end; nil where it has no line end at all.
  func cutOfOpenRecord(_ tokenizer: DelimitedTokenizer) -> RowText? {
    var values: [DelimitedTokenizer.Value] = []
    guard let end = tokenizer.record(in: text, at: 0, isWhole: true, into: &values),
      end < text.count
    else { return nil }
    return RowText(
      start: memory.start + first, count: end + 1, rows: 1,
      readable: capacity + Self.slack - first, firstLine: line, isPlain: false)
  }
}

/// How many records end in each slice of a text.
private struct LineSlices {
  private let text: UnsafeBufferPointer<UInt8>
  private let slice: Int
  private let quote: Int32
  /// Records that end before a slice, and the number of all.
  private var before: [Int] = [0]
  /// Whether a slice begins within quotes.
  private var inside: [Bool] = [false]
  /// Whether a quote stands elsewhere than around a value, so that nothing else here is right.
  private(set) var isStray = false

  init(_ text: UnsafeBufferPointer<UInt8>, slice: Int, quote: Int32, separator: UInt8) {
    self.text = text
    self.slice = slice
    self.quote = quote
    let count = (text.count + slice - 1) / slice
    guard count > 0, let start = text.baseAddress else { return }
    let counts = [hk_quote_check](unsafeUninitializedCapacity: count) { counts, initialized in
      nonisolated(unsafe) let counts = counts
      nonisolated(unsafe) let start = start
      let parts = count >= 16 ? Parallel.processors : 1
      Parallel.run(parts) { part in
        for index in Parallel.range(part, of: parts, count: count) {
          let offset = index * slice
          let length = min(slice, text.count - offset)
          let end = offset + length
          let edge = UInt8(ascii: "\n")
          counts[index] = hk_check_quotes(
            start + offset, length, quote, separator,
            offset > 0 ? text[offset - 1] : edge, end < text.count ? text[end] : edge)
        }
      }
      initialized = count
    }
    before.reserveCapacity(count + 1)
    inside.reserveCapacity(count + 1)
    for check in counts {
      let isInside = inside[inside.count - 1]
      let found = check.count
      isStray = isStray || (isInside ? check.stray_inside : check.stray)
      let ended = isInside ? found.lines - found.outside : found.outside
      before.append(before[before.count - 1] + ended)
      inside.append(isInside != !found.quotes.isMultiple(of: 2))
    }
  }

  var rowCount: Int { before[before.count - 1] }
  var endsInQuotes: Bool { inside[inside.count - 1] }

  /// Whether something stands behind the last record's end.
  var endsWithinRecord: Bool {
    guard let last = text.last else { return false }
    return last != UInt8(ascii: "\n") || endsInQuotes
  }

  /// The place behind the line end of a record.
  func end(ofRow row: Int) -> Int {
    guard let start = text.baseAddress else { return 0 }
    var (low, high) = (0, before.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if before[middle] <= row { low = middle } else { high = middle - 1 }
    }
    let offset = low * slice
    let count = min(slice, text.count - offset)
    return offset
      + hk_find_line(start + offset, count, quote, inside[low], row - before[low]) + 1
  }
}
