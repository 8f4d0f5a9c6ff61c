/// The numbers that a document gives itself near its beginning.
///
/// Read as words: `RFC 1`, `RFC-10`, `NWG/RFC #429`, `RFC:767`, `Request for Comments: 0104`. An address
/// and the name of a file, such as `/rfc/rfc1.txt`, are none, as every page that says what was asked
/// for has those. Of the numbers a document names only some are its own: the first of all, one behind
/// `Request for Comments` where that begins a line, and that of a running title, which begins a page.
/// So what it obsoletes, updates and refers to is not taken for it.
///
/// - Complexity: O(1); the first 8 KB are looked at.
struct DocumentNumbers {
  private(set) var own: Set<Int> = []
  private let bytes: ByteSlice
  private var hasFirst = false

  /// How far from its beginning a document names itself.
  private static let headSize = 8_192

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = ByteSlice(bytes)
    var isLineStart = true
    var isPageStart = false
    for position in self.bytes.indices.prefix(Self.headSize) {
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

  private mutating func take(_ position: Int, isLineStart: Bool, isPageStart: Bool) {
    guard isWord(position) else { return }
    let number: Int?
    let isLabel: Bool
    if let end = after(["request", "for", "comment"], at: position) {
      number = afterGap(end).flatMap { self.number(at: $0) }
      isLabel = isLineStart
    } else if bytes.starts(with: "rfc", at: position) {
      let end = position + 3
      // Without a gap it is like a file's name, unless it stands as a title does.
      number =
        afterGap(end).flatMap { self.number(at: $0) }
        ?? (isLineStart ? self.number(at: end, isAlone: true) : nil)
      isLabel = isPageStart
    } else {
      return
    }
    guard let number else { return }
    if isLabel || !hasFirst { own.insert(number) }
    hasFirst = true
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

  /// The number that stands there, perhaps behind zeros, with no letter and no file's ending behind it.
  private func number(at start: Int, isAlone: Bool = false) -> Int? {
    let end = skip(from: start, isDigit)
    guard 1...6 ~= end - start, let number = Int(bytes[start..<end].string), 1...99_999 ~= number
    else { return nil }
    guard end < bytes.count else { return number }
    if isAlone { return isBlank(bytes[end]) ? number : nil }
    let isEnding =
      bytes[end] == UInt8(ascii: ".") && end + 1 < bytes.count && isAlphanumeric(bytes[end + 1])
    return isAlphanumeric(bytes[end]) || bytes[end] == UInt8(ascii: "_") || isEnding ? nil : number
  }
}
