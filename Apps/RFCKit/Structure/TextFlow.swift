/// The text as a person reads it: headers and footers of pages do not interrupt a sentence.
struct TextFlow {
  let bytes: ByteSlice
  /// Where the text goes on behind a line that is the last of its page, by the end of that line.
  private let jumps: [Int: Int]
  /// The ends of those lines in order.
  private let breaks: [Int]

  init(_ bytes: ByteSlice, _ lines: [RFCLine]) {
    self.bytes = bytes
    var jumps: [Int: Int] = [:]
    var breaks: [Int] = []
    var last: RFCLine?
    var isBroken = false
    for line in lines {
      if line.isFurniture {
        isBroken = true
        continue
      }
      if isBroken, let last {
        jumps[last.span.bytes.upperBound] = line.span.bytes.lowerBound
        breaks.append(last.span.bytes.upperBound)
      }
      (last, isBroken) = (line, false)
    }
    self.jumps = jumps
    self.breaks = breaks
  }

  /// Whether a page ends within a stretch.
  func breaksPage(_ range: Range<Int>) -> Bool {
    let next = breaks.partitioningIndex { $0 >= range.lowerBound }
    return next < breaks.count && breaks[next] < range.upperBound
  }

  /// The place behind blanks with at most one end of line, or one end of page.
  func afterBlanks(_ start: Int) -> Int {
    var position = start
    while let byte = bytes.at(position), isBlank(byte) {
      if byte == 0x0A || byte == 0x0D, let next = jumps[position] {
        while let byte = bytes.at(position), byte != 0x0A { position += 1 }
        guard !bytes[start..<position].contains(0x0A) else { return start }
        return next + bytes[next..<bytes.endIndex].prefix { $0 == 0x20 || $0 == 0x09 }.count
      }
      position += 1
    }
    return bytes.afterBlanks(start)
  }

  /// The place behind `,`, `and`, `or`, `&`, `/` or a mixture of them; nil without any of them.
  func afterConjunction(_ start: Int) -> Int? {
    var position = afterBlanks(start)
    var found = false
    while true {
      if let byte = bytes.at(position), ",/&".utf8.contains(byte) {
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

  /// The place behind a word and its blanks, if one of these words begins at `position`.
  func after(_ words: [StaticString], at position: Int) -> Int? {
    for word in words where bytes.starts(with: word, at: position) {
      let end = position + word.utf8CodeUnitCount
      let next = afterBlanks(end)
      if next > end { return next }
    }
    return nil
  }

  /// The place behind a byte, on the next page where one ends; nil at the end of a paragraph.
  func following(_ position: Int) -> Int? {
    let byte = bytes.at(position)
    if byte == 0x0A || byte == 0x0D, let next = jumps[position] { return next }
    if byte == 0x0A {
      let line = bytes[position + 1..<bytes.endIndex].drop { isBlank($0) && $0 != 0x0A }
      if line.first == 0x0A { return nil }
    }
    return position < bytes.endIndex ? position + 1 : nil
  }
}
