/// Divides a text into lines and recognizes what belongs to pages.
///
/// A page ends with a line that has its number, a form feed, and a running title on the next page.
/// All three vary over the years, so the form feed is what is certain and its neighbours are looked
/// at: a foot has a page's number, a running title comes back on another page. What looks like one of
/// them and stands elsewhere is text.
struct PageScanner {
  private(set) var lines: [RFCLine] = []
  private let bytes: ByteSlice

  init(_ bytes: ByteSlice) {
    self.bytes = bytes
    divide()
    let breaks = lines.indices.filter { content(lines[$0]).first == Self.formFeed }
    let repeated = repeatedTitles(after: breaks)
    // Where there are too few pages for a title to come back, its form has to say what it is.
    let titles = breaks.compactMap { block(at: $0).first }.filter { repeated.contains(shape($0)) }
    let number = titles.lazy.compactMap(rfcNumber).first
    let hasTitles = number != nil || breaks.count < 3
    for line in breaks {
      markFoot(before: line)
      markTitle(at: line, repeated) { other in
        hasTitles && number.map { $0 == other } ?? true
      }
    }
    markFeetWithoutBreak()
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
    let isApart = foot == 0 || isEmpty(foot - 1)
    if pageNumber(foot) != nil || mentionsPage(foot) || isApart && isNumberAlone(foot) {
      lines[foot].role = .pageFooter
    }
  }

  /// The feet that no form feed follows: the last, and those of texts that lost theirs.
  ///
  /// Their numbers go on, and a page of lines lies between two, unlike where other lines end so.
  private mutating func markFeetWithoutBreak() {
    // Some texts have rows of NUL where others have form feeds.
    let last = lines.indices.last { !hasNoText($0) }
    let numbered = lines.indices.compactMap { line in pageNumber(line).map { (line, $0) } }
    let known = Set(numbered.filter { lines[$0.0].role == .pageFooter }.map(\.1))
    var before = (line: -Self.leastLines, number: 0)
    for (place, (line, number)) in numbered.enumerated() {
      if lines[line].role == .text {
        let next = numbered.dropFirst(place + 1).first { $0.0 - line >= Self.leastLines }
        let goesOn = number == before.number + 1 || next.map { $0.1 == number + 1 } ?? false
        let isEnd = hasNoText(line + 1) || rfcNumber(line + 1) != nil
        let isFoot = goesOn && isEnd && line - before.line >= Self.leastLines
        guard line == last || isFoot && !known.contains(number) else { continue }
        lines[line].role = .pageFooter
      }
      before = (line, number)
    }
  }

  private func hasNoText(_ line: Int) -> Bool {
    line >= lines.count || content(lines[line]).allSatisfy { $0 < 0x20 }
  }

  /// Pages are longer, and lists that name pages at the ends of their lines have them closer.
  private static let leastLines = 20

  private mutating func markTitle(
    at line: Int, _ repeated: Set<[UInt8]>, _ isOfTitle: (Int) -> Bool
  ) {
    let block = block(at: line)
    guard let first = block.first else { return }
    if let number = rfcNumber(first),
      repeated.contains(shape(first)) || isDivided(first) && isOfTitle(number)
    {
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
  /// The number of a line that ends with `[Page 12]`, apart from other words; 0 for `[Page iv]`.
  private func pageNumber(_ line: Int) -> Int? {
    let text = content(lines[line])
    guard text.last == UInt8(ascii: "]") else { return nil }
    let label = "[page ".utf8.count
    guard let open = text.lastIndex(of: UInt8(ascii: "[")),
      bytes.starts(with: "[page ", at: open), text.endIndex - open > label + 1,
      open == text.startIndex || text.at(open - 2).map(isBlank) ?? false && isBlank(text[open - 1])
    else { return nil }
    let number = text[(open + label)..<(text.endIndex - 1)]
    return number.allSatisfy(isAlphanumeric) ? number.decimalNumber ?? 0 : nil
  }

  /// Whether the line is a page's number and nothing else: `12`, `- 12 -`, `iv`.
  private func isNumberAlone(_ line: Int) -> Bool {
    let marks = Set("-–[]() ".utf8)
    let core = content(lines[line]).filter { !marks.contains($0) }
    return 1...5 ~= core.count
      && (core.allSatisfy(isDigit) || core.allSatisfy { "ivxl".utf8.contains($0 | 0x20) })
  }

  /// Whether `Page 12`, `[Page 12]` or `- Page 2 of 12 -` stands apart from what else is on the line.
  private func mentionsPage(_ line: Int) -> Bool {
    let marks = Set("-–[]() ".utf8)
    return parts(line).contains { part in
      let words = part.filter { !marks.contains($0) || $0 == 0x20 }.split(separator: 0x20)
      guard words.count == 2 || words.count == 4 && words[2].elementsEqual("of".utf8),
        words[0].count == 4, part.contains("page")
      else { return false }
      return words[1].allSatisfy(isAlphanumeric) && words[1].contains(where: isDigit)
    }
  }

  /// The parts of a line between gaps of two blanks or more.
  private func parts(_ line: Int) -> [ByteSlice] {
    let text = content(lines[line])
    var parts: [ByteSlice] = []
    var start = text.startIndex
    for position in text.indices
    where isBlank(text[position]) && text.at(position + 1).map(isBlank) ?? false {
      if position > start { parts.append(text[start..<position]) }
      start = position + 1
    }
    if start < text.endIndex { parts.append(text[start..<text.endIndex]) }
    return parts
  }

  /// Whether a line is in two parts, of which one is an RFC, as running titles are.
  private func isDivided(_ line: Int) -> Bool {
    let parts = parts(line).map { $0.drop { isBlank($0) || $0 == Self.formFeed } }
    return parts.count > 1
      && [parts.first, parts.last].contains { part in
        part.map { 3...9 ~= $0.count && bytes.starts(with: "rfc", at: $0.startIndex) } ?? false
      }
  }

  /// The number of the first RFC that a line names.
  private func rfcNumber(_ line: Int) -> Int? {
    let text = content(lines[line])
    for position in text.indices where bytes.starts(with: "rfc", at: position) {
      let rest = text[(position + 3)...].drop { isBlank($0) || $0 == UInt8(ascii: "-") }
      let digits = rest.prefix(while: isDigit)
      if let number = digits.decimalNumber { return number }
    }
    return nil
  }
}
