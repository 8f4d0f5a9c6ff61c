/// Divides a text into lines and recognizes what belongs to pages.
///
/// A page ends with a line that has its number, a form feed, and a running title on the next page.
/// All three vary over the years, so the form feed is what is certain and its neighbours are looked
/// at: a foot mentions a page or is a number, a running title mentions an RFC or comes back on
/// another page.
struct PageScanner {
  private(set) var lines: [RFCLine] = []
  private let bytes: ByteSlice

  init(_ bytes: ByteSlice) {
    self.bytes = bytes
    divide()
    let breaks = lines.indices.filter { content(lines[$0]).first == Self.formFeed }
    let repeated = repeatedTitles(after: breaks)
    for line in breaks {
      markFoot(before: line)
      markTitle(at: line, repeated)
    }
    for line in lines.indices where lines[line].role == .text && endsWithPageNumber(line) {
      lines[line].role = .pageFooter
    }
    markGaps()
  }

  private static let formFeed: UInt8 = 0x0C

  private mutating func divide() {
    var start = 0
    var scalar = 0
    while start < bytes.count {
      var end = start
      var scalars = scalar
      while end < bytes.count, bytes[end] != 0x0A {
        if bytes[end] & 0xC0 != 0x80 { scalars += 1 }
        end += 1
      }
      let isReturn = end > start && bytes[end - 1] == 0x0D
      let last = isReturn ? end - 1 : end
      let span = TextSpan(
        bytes: start..<last, scalars: scalar..<(isReturn ? scalars - 1 : scalars))
      lines.append(RFCLine(role: .text, span: span))
      scalar = scalars + 1
      start = end + 1
    }
  }

  private func content(_ line: RFCLine) -> ByteSlice {
    bytes[bytes.trimmingBlanks(line.span.bytes)]
  }

  private func isEmpty(_ line: Int) -> Bool { content(lines[line]).isEmpty }

  /// The lines directly behind a form feed, its own included, up to the first empty one.
  private func block(at line: Int) -> [Int] {
    var first = line
    if content(lines[line]).dropFirst().isEmpty {
      first += 1
      while first < min(lines.count, line + 4), isEmpty(first) { first += 1 }
    }
    return Array(lines.indices[first...].prefix(4).prefix { !isEmpty($0) && !isFormFeed($0) })
  }

  private func isFormFeed(_ line: Int) -> Bool {
    content(lines[line]).elementsEqual([Self.formFeed])
  }

  private mutating func markFoot(before line: Int) {
    if isFormFeed(line) { lines[line].role = .pageBreak }
    var foot = line - 1
    while foot >= max(0, line - 3), isEmpty(foot) { foot -= 1 }
    guard foot >= max(0, line - 3), lines[foot].role == .text else { return }
    if endsWithPageNumber(foot) || isNumberAlone(foot) || mentionsPage(foot) {
      lines[foot].role = .pageFooter
    }
  }

  private mutating func markTitle(at line: Int, _ repeated: Set<[UInt8]>) {
    let block = block(at: line)
    guard let first = block.first else { return }
    if mentionsRFC(first) {
      lines[first].role = .pageHeader
    } else if block.count < 4, repeated.contains(shape(first)) {
      for line in block { lines[line].role = .pageHeader }
    }
  }

  /// The shapes of first lines of pages that occur more than once.
  private func repeatedTitles(after breaks: [Int]) -> Set<[UInt8]> {
    var once: Set<[UInt8]> = []
    var repeated: Set<[UInt8]> = []
    for line in breaks {
      guard let first = block(at: line).first else { continue }
      let shape = shape(first)
      if !once.insert(shape).inserted { repeated.insert(shape) }
    }
    return repeated
  }

  /// A line without digits and blanks, so that running titles of different pages are equal.
  private func shape(_ line: Int) -> [UInt8] {
    content(lines[line]).filter { !isDigit($0) && !isBlank($0) && $0 != Self.formFeed }
  }

  private mutating func markGaps() {
    for line in lines.indices where lines[line].isFurniture {
      var gap = line - 1
      while gap >= 0, lines[gap].role == .text, isEmpty(gap) {
        lines[gap].role = .pageGap
        gap -= 1
      }
      gap = line + 1
      while gap < lines.count, lines[gap].role == .text, isEmpty(gap) {
        lines[gap].role = .pageGap
        gap += 1
      }
    }
  }
}

extension PageScanner {
  /// Whether the line ends with `[Page 12]` or `[Page iv]`.
  private func endsWithPageNumber(_ line: Int) -> Bool {
    let text = content(lines[line])
    guard text.last == UInt8(ascii: "]") else { return false }
    let label = "[page ".utf8.count
    guard let open = text.lastIndex(of: UInt8(ascii: "[")),
      bytes.starts(with: "[page ", at: open), text.endIndex - open > label + 1
    else { return false }
    return text[(open + label)..<(text.endIndex - 1)].allSatisfy(isAlphanumeric)
  }

  /// Whether the line is a page's number and nothing else: `12`, `- 12 -`, `iv`.
  private func isNumberAlone(_ line: Int) -> Bool {
    let marks = Set("-–[]() ".utf8)
    let core = content(lines[line]).filter { !marks.contains($0) }
    return 1...5 ~= core.count
      && (core.allSatisfy(isDigit) || core.allSatisfy { "ivxl".utf8.contains($0 | 0x20) })
  }

  private func mentionsPage(_ line: Int) -> Bool {
    let text = content(lines[line])
    return text.indices.contains { bytes.starts(with: "page", at: $0) }
      && text.contains(where: isDigit)
  }

  private func mentionsRFC(_ line: Int) -> Bool {
    let text = content(lines[line])
    return text.indices.contains { position in
      guard bytes.starts(with: "rfc", at: position) else { return false }
      let rest = text[(position + 3)...].drop { isBlank($0) || $0 == UInt8(ascii: "-") }
      return rest.first.map(isDigit) ?? false
    }
  }
}
