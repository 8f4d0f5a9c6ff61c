import Glibc

/// Divides the bytes of an index into entries and has each of them read.
///
/// One pass over the lines; the text of the entry at hand is gathered in one reused buffer.
struct IndexParser {
  private(set) var created: RFCDate?
  private(set) var entries: [RFCEntry] = []
  private(set) var warnings: [RFCIndexWarning] = []

  private let bytes: UnsafeBufferPointer<UInt8>
  private var text: [UInt8] = []
  private var reader = EntryReader()
  private var current: (number: Int, line: Int)?
  private var joinsHyphens: Bool?
  private var seen: Set<Int> = []
  private var highest = -1
  /// Whether the last entry that was read has all that its neighbours have.
  private var endsWhole = true
  private var neighbourHasDOI = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  mutating func parse() throws(RFCIndexError) {
    guard bytes.contains(where: { !isBlank($0) }) else { throw .empty }
    guard let body = IndexHeading.last(in: bytes) else { throw .notAnIndex }
    created = body.created
    entries.reserveCapacity(bytes.count / 180)
    var lines = LineScanner(bytes, from: body.offset, line: body.line)
    readLines(&lines)
    guard let last = current else { throw .noEntries }
    finishEntry()
    if !endsWhole { throw .truncated(number: last.number, line: last.line) }
  }

  private mutating func readLines(_ lines: inout LineScanner) {
    var afterBlank = true
    while let line = lines.next() {
      guard let first = line.first else {
        afterBlank = true
        continue
      }
      if let (number, digits) = Self.entryNumber(line) {
        finishEntry()
        begin(number, digits: digits, line: lines.line, padded: first == UInt8(ascii: "0"))
        append(line[digits...])
      } else if isBlank(first) || !afterBlank, current != nil {
        append(line[...])
      } else {
        let text = String(decoding: line, as: UTF8.self)
        warnings.append(
          .init(kind: .strayText(text), number: current?.number ?? 0, line: lines.line))
      }
      afterBlank = false
    }
  }

  /// The number at the start of a line that begins an entry, and how many digits it has.
  ///
  /// Nine digits always fit an `Int`; more are no number of an RFC.
  static func entryNumber(_ line: UnsafeBufferPointer<UInt8>) -> (number: Int, digits: Int)? {
    var number = 0
    var digits = 0
    for byte in line {
      guard isDigit(byte) else {
        return digits > 0 && isBlank(byte) ? (number, digits) : nil
      }
      guard digits < 9 else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
      digits += 1
    }
    return digits > 0 ? (number, digits) : nil
  }

  private mutating func begin(_ number: Int, digits: Int, line: Int, padded: Bool) {
    current = (number, line)
    text.removeAll(keepingCapacity: true)
    if joinsHyphens == nil {
      // From this day on, the index is written without padding and breaks words at hyphens.
      joinsHyphens =
        digits < 4
        || !padded && created.map { $0 >= RFCDate(year: 2026, month: 5, day: 20) } ?? false
    }
  }

  /// Adds a line to the entry's text: one space between lines and for each run of blanks.
  private mutating func append(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
    guard let start = line.firstIndex(where: { !isBlank($0) }) else { return }
    let breaksWord =
      joinsHyphens == true && text.count > 1 && text.last == UInt8(ascii: "-")
      && isAlphanumeric(text[text.count - 2])
    if !text.isEmpty && !breaksWord { text.append(UInt8(ascii: " ")) }
    if !Self.hasWideGap(UnsafeBufferPointer(rebasing: line[start...])) {
      text.append(contentsOf: line[start...])
      return
    }
    for word in line[start...].split(whereSeparator: isBlank) {
      if word.startIndex > start { text.append(UInt8(ascii: " ")) }
      text.append(contentsOf: word)
    }
  }

  /// Whether there are two blanks in a row, or one that is no space.
  private static func hasWideGap(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = line.baseAddress else { return false }
    var position = 0
    // Eight bytes at a time beside the eight that begin one byte further on. A byte of a word is
    // below n when subtracting n borrows from its top bit, which it did not have before.
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (spaces, tops) = (ones &* 0x20, ones &* 0x80)
    while position + 9 <= line.count {
      let raw = UnsafeRawPointer(base + position)
      let here = raw.loadUnaligned(as: UInt64.self)
      let next = raw.loadUnaligned(fromByteOffset: 1, as: UInt64.self)
      let differences = (here ^ spaces) | (next ^ spaces)
      let isControl = (here &- spaces) & ~here
      let isPair = (differences &- ones) & ~differences
      if (isControl | isPair) & tops != 0 { return true }
      position += 8
    }
    while position < line.count {
      let isPair = line[position] == 0x20 && position + 1 < line.count && line[position + 1] == 0x20
      if line[position] < 0x20 || isPair { return true }
      position += 1
    }
    return false
  }

  private mutating func finishEntry() {
    guard let (number, line) = current else { return }
    let entry = text.withUnsafeBufferPointer { reader.read(ByteSlice($0), number: number) }
    for kind in reader.warnings {
      warnings.append(.init(kind: kind, number: number, line: line))
    }
    if isDuplicate(number) {
      warnings.append(.init(kind: .duplicateNumber, number: number, line: line))
    }
    endsWhole =
      !entry.isIssued
      || reader.hasStatus && !reader.hasUnclosedField && (entry.doi != nil || !neighbourHasDOI)
    if entry.isIssued { neighbourHasDOI = entry.doi != nil }
    entries.append(entry)
  }

  /// Whether an earlier entry has this number; only numbers out of order need to be looked up.
  private mutating func isDuplicate(_ number: Int) -> Bool {
    if number > highest {
      highest = number
      if !seen.isEmpty { seen.insert(number) }
      return false
    }
    if seen.isEmpty { seen = Set(entries.map(\.number)) }
    return !seen.insert(number).inserted
  }
}
