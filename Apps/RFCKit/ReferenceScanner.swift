/// Finds the places that mention an RFC.
///
/// Read as mentions: `RFC 2119`, `RFC2119`, `RFC-2119`, `[RFC2119]`, `rfc2119` in an address, and
/// lists such as `RFCs 2119 and 8174`. A mention may go on in the next line.
struct ReferenceScanner {
  private(set) var references: [RFCReference] = []
  private let bytes: ByteSlice

  init(_ bytes: ByteSlice, _ lines: [RFCLine]) {
    self.bytes = bytes
    for line in lines where !line.isFurniture {
      scan(line.span)
    }
  }

  private mutating func scan(_ line: TextSpan) {
    var position = line.bytes.lowerBound
    if let last = references.last { position = max(position, last.span.bytes.upperBound) }
    while position < line.bytes.upperBound {
      guard bytes[position] | 0x20 == UInt8(ascii: "r"), let end = mention(at: position, in: line)
      else {
        position += 1
        continue
      }
      position = end
    }
  }

  /// Reads the mention that begins at `start`, and the list that goes on behind it.
  private mutating func mention(at start: Int, in line: TextSpan) -> Int? {
    guard bytes.starts(with: "rfc", at: start),
      start == 0 || !isAlphanumeric(bytes[start - 1])
    else { return nil }
    let isCapitals = bytes[start..<start + 3].elementsEqual("RFC".utf8)
    var position = start + 3
    let isPlural = isCapitals && byte(position) == UInt8(ascii: "s")
    if isPlural { position += 1 }
    if let digits = number(at: position) {
      add(start..<digits.upperBound, digits, in: line)
      position = digits.upperBound
    } else {
      guard isCapitals, let next = afterGap(position) else { return nil }
      guard let digits = number(at: next) else { return nil }
      add(start..<digits.upperBound, digits, in: line)
      position = digits.upperBound
    }
    while isPlural, let next = afterConjunction(position), let digits = number(at: next) {
      add(digits, digits, in: line)
      position = digits.upperBound
    }
    return position
  }

  private func byte(_ position: Int) -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  /// The digits at `position`, if they are one to five with no letter behind.
  private func number(at position: Int) -> Range<Int>? {
    var end = position
    while let byte = byte(end), isDigit(byte) { end += 1 }
    guard 1...5 ~= end - position, byte(end).map({ !isAlphanumeric($0) }) ?? true,
      bytes[position..<end].contains(where: { $0 != UInt8(ascii: "0") })
    else { return nil }
    return position..<end
  }

  /// What follows a hyphen or `#`, or blanks with at most one end of line among them.
  private func afterGap(_ start: Int) -> Int? {
    if let byte = byte(start), byte == UInt8(ascii: "-") || byte == UInt8(ascii: "#") {
      return start + 1
    }
    // A space that must not break, in UTF-8.
    if byte(start) == 0xC2, byte(start + 1) == 0xA0 { return start + 2 }
    let end = afterBlanks(start)
    return end > start ? end : nil
  }

  private func afterBlanks(_ start: Int) -> Int {
    var position = start
    var ends = 0
    while let byte = byte(position), isBlank(byte) {
      if byte == 0x0A { ends += 1 }
      if ends > 1 { return start }
      position += 1
    }
    return position
  }

  /// What follows `,`, `and`, `or`, `&`, `/` or a mixture of them.
  private func afterConjunction(_ start: Int) -> Int? {
    var position = afterBlanks(start)
    var found = false
    while true {
      if let byte = byte(position), ",/&".utf8.contains(byte) {
        position += 1
      } else if bytes.starts(with: "and", at: position) {
        position += 3
      } else if bytes.starts(with: "or", at: position) {
        position += 2
      } else {
        return found ? position : nil
      }
      found = true
      position = afterBlanks(position)
    }
  }

  private mutating func add(_ range: Range<Int>, _ digits: Range<Int>, in line: TextSpan) {
    guard let number = bytes[digits].decimalNumber else { return }
    // Offsets go on from the last mention in the same line, so that a line is counted once.
    var from = (byte: line.bytes.lowerBound, scalar: line.scalars.lowerBound)
    if let last = references.last?.span, last.bytes.upperBound >= from.byte {
      from = (last.bytes.upperBound, last.scalars.upperBound)
    }
    let start = from.scalar + scalars(from.byte..<range.lowerBound)
    let span = TextSpan(bytes: range, scalars: start..<start + scalars(range))
    references.append(RFCReference(number: number, span: span))
  }

  private func scalars(_ range: Range<Int>) -> Int {
    bytes[range].count { $0 & 0xC0 != 0x80 }
  }
}
