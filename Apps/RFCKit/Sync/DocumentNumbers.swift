/// The numbers that a document names near its beginning.
///
/// Read as words: `RFC 1`, `RFC-10`, `NWG/RFC #429`, `RFC:767`, `Request for Comments: 0104`. An address
/// and the name of a file, such as `/rfc/rfc1.txt`, are none, as every page that says what was asked
/// for has those.
///
/// - Complexity: O(1); the first 8 KB are looked at.
struct DocumentNumbers {
  /// Those that it gives itself: behind `Request for Comments` where that begins a line, in a running
  /// title, and at the head the first of all and the first that begins a line. What it obsoletes,
  /// updates and refers to is none of them.
  private(set) var own: Set<Int> = []
  /// Those of ``own`` that no sentence has: behind `Request for Comments` where that begins a line, at
  /// the end of a line, or before a wide gap.
  private(set) var labels: Set<Int> = []
  /// All of them.
  private(set) var all: Set<Int> = []
  private let bytes: ByteSlice
  private var hasTitle = false

  /// How far from its beginning a document names itself.
  private static let size = 8_192
  /// How far its head reaches.
  private static let headSize = 1_000

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = ByteSlice(bytes)
    var isLineStart = true
    var isPageStart = false
    for position in self.bytes.indices.prefix(Self.size) {
      switch bytes[position] {
      case 0x0A: isLineStart = true
      case 0x0C: (isLineStart, isPageStart) = (true, true)
      // Also the mark that some begin with.
      case let byte where isBlank(byte) || [0xEF, 0xBB, 0xBF].contains(byte): continue
      case let byte:
        if byte | 0x20 == UInt8(ascii: "r") {
          take(position, isLineStart: isLineStart, isPageStart: isPageStart)
        }
        // “NWG/RFC 741” begins a line as “RFC 741” does.
        let isPrefix = isLineStart && "nwg/".utf8.contains(byte | 0x20)
        (isLineStart, isPageStart) = isPrefix ? (true, isPageStart) : (false, false)
      }
    }
  }

  /// Whether the document can be that of a number. One that gives itself none, as that whose head has
  /// `XXXX`, can be any that it names.
  func allows(_ number: Int) -> Bool { (own.isEmpty ? all : own).contains(number) }

  private mutating func take(_ position: Int, isLineStart: Bool, isPageStart: Bool) {
    guard isWord(position) else { return }
    let found: (number: Int, end: Int)?
    var isLabel = false
    var isTitle = isLineStart && !hasTitle && position < Self.headSize
    if let end = after(["request", "for", "comment"], at: position) {
      found = afterGap(end).flatMap { number(at: $0) }
      isTitle = isLineStart
      isLabel = isLineStart
    } else if bytes.starts(with: "rfc", at: position) {
      let end = position + 3
      // Without a gap it is like a file's name, unless it stands as a title does.
      found =
        afterGap(end).flatMap { number(at: $0) }
        ?? (isLineStart ? number(at: end, isAlone: true) : nil)
      isTitle = isTitle || isPageStart && found.map { isColumnEnd($0.end) } ?? false
    } else {
      return
    }
    guard let found else { return }
    let isFirst = all.isEmpty && position < Self.headSize
    if isTitle || isFirst {
      own.insert(found.number)
      if isLabel || isColumnEnd(found.end) { labels.insert(found.number) }
    }
    hasTitle = hasTitle || isTitle
    all.insert(found.number)
  }

  /// Whether a line ends there, or a gap is as wide as between the parts of a running title.
  private func isColumnEnd(_ position: Int) -> Bool {
    let next = bytes[position...].prefix(2)
    return next.isEmpty || next.first == 0x0A || next.first == 0x0D
      || next.count == 2 && next.allSatisfy { isBlank($0) }
  }

  /// Whether what begins there is a word, and no part of one, an address or a file's name.
  private func isWord(_ position: Int) -> Bool {
    guard position > 0 else { return true }
    let before = bytes[position - 1]
    if before == UInt8(ascii: "/") {
      return position >= 4 && bytes.starts(with: "nwg", at: position - 4)
    }
    return (!isAlphanumeric(before) || before == 0xBF) && !"._-%=&?\\~".utf8.contains(before)
  }

  /// What follows some words with blanks between them, the first and the last perhaps in the plural.
  private func after(_ words: [StaticString], at start: Int) -> Int? {
    var position = start
    for (place, word) in words.enumerated() {
      if place > 0 {
        let next = skip(from: position, isBlank)
        guard next > position else { return nil }
        position = next
      }
      guard bytes.starts(with: word, at: position) else { return nil }
      position += word.utf8CodeUnitCount
      if place != 1, position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "s") {
        position += 1
      }
    }
    return position
  }

  /// What follows blanks and marks, `No.` among them, with one end of line at most; nil where there is
  /// none of them.
  private func afterGap(_ start: Int) -> Int? {
    let isMark = { (byte: UInt8) in isBlank(byte) || "#:.,-()".utf8.contains(byte) }
    var position = skip(from: start, isMark)
    guard position > start else { return nil }
    if let end = after(["number"], at: position) ?? after(["no"], at: position) {
      position = skip(from: end, isMark)
    }
    let lines = bytes[start..<position].count { $0 == 0x0A }
    return lines <= 1 ? position : nil
  }

  private func skip(from start: Int, _ isSkipped: (UInt8) -> Bool) -> Int {
    bytes[start...].firstIndex { !isSkipped($0) } ?? bytes.count
  }

  /// The number that stands there, perhaps behind zeros, with no letter and no file's ending behind it,
  /// and where it ends.
  private func number(at start: Int, isAlone: Bool = false) -> (number: Int, end: Int)? {
    let end = skip(from: start, isDigit)
    guard 1...6 ~= end - start, let number = Int(bytes[start..<end].string), 1...99_999 ~= number
    else { return nil }
    guard end < bytes.count else { return (number, end) }
    if isAlone { return isBlank(bytes[end]) ? (number, end) : nil }
    let isEnding =
      bytes[end] == UInt8(ascii: ".") && end + 1 < bytes.count && isAlphanumeric(bytes[end + 1])
    let isPart = isAlphanumeric(bytes[end]) || bytes[end] == UInt8(ascii: "_") || isEnding
    return isPart ? nil : (number, end)
  }
}
