/// Headings as few documents set them.
extension HeadingScanner {
  func margin(of heading: RFCHeading) -> Int {
    let range = bytes.trimmingBlanks(heading.span.bytes)
    return range.lowerBound - heading.span.bytes.lowerBound
  }

  /// Whether a line stands alone between empty ones, or the ends of a page.
  func isAlone(_ position: Int, _ text: [Int]) -> Bool {
    let next = position + 1
    return isAfterGap(position, text)
      && (next == text.count || text[next] != text[position] + 1 || isEmpty(text[next]))
  }

  /// The line with the title of an appendix whose label stands alone: the next one, if it does, too.
  func titleBelow(_ position: Int, _ text: [Int]) -> Int? {
    guard
      let next = text.indices[(position + 1)...].prefix(3).first(where: { !isEmpty(text[$0]) }),
      isAlone(next, text), kind(of: content(text[next])) == nil
    else { return nil }
    let words = wordList(content(text[next]))
    guard 1...10 ~= words.count, words.last?.last != ".", let first = words[0].utf8.first,
      isCapital(first)
    else { return nil }
    return text[next]
  }

  /// Adds sections within chapters that are set in, each with the number that comes next.
  mutating func addIndented(_ text: [Int]) {
    guard contents.entries.isEmpty, let chapter = headings.first(where: { $0.number != nil }) else {
      return
    }
    var known = headings[...]
    var found: [RFCHeading] = []
    var last: [Int] = []
    for (position, line) in text.enumerated()
    where lines[line].span.bytes.lowerBound >= chapter.span.bytes.lowerBound {
      let start = lines[line].span.bytes.lowerBound
      while let heading = known.first, heading.span.bytes.lowerBound <= start {
        if let number = heading.number.flatMap(Self.parts) { last = number }
        known.removeFirst()
      }
      let words = wordList(content(line))
      guard isAlone(position, text), 2...12 ~= words.count, let number = Self.parts(words[0]),
        number.count > 1, Self.follows(number, last), let first = words[1].utf8.first,
        isCapital(first), words.last?.last != ".",
        headings.last(where: { $0.span.bytes.lowerBound == start }) == nil
      else { continue }
      last = number
      found.append(
        RFCHeading(
          number: number.map { String($0) }.joined(separator: "."),
          title: words.dropFirst().joined(separator: " "), level: number.count,
          span: lines[line].span))
    }
    headings = (headings + found).sorted { $0.span.bytes.lowerBound < $1.span.bytes.lowerBound }
  }

  /// The numbers of `2.1` or `2.1.`.
  private static func parts(_ number: String) -> [Int]? {
    let parts = number.split(separator: ".")
    let numbers = parts.compactMap { 1...3 ~= $0.utf8.count ? Int($0) : nil }
    return numbers.count == parts.count && !numbers.isEmpty ? numbers : nil
  }

  /// Whether a number comes next after another one: `2.1` after `2`, `2.2` and `3.1` not before `2.1`.
  private static func follows(_ number: [Int], _ last: [Int]) -> Bool {
    if number.count == last.count + 1 { return number.dropLast() == last[...] && number.last == 1 }
    let same = last.prefix(number.count)
    return number.count <= last.count && number.dropLast() == same.dropLast()
      && number.last == same.last.map { $0 + 1 }
  }

  /// Adds the titles at the margin of a document without any number: lines that stand alone, begin with
  /// a capital and are no sentence, where next to all text is set in.
  mutating func addTitles(_ text: [Int]) {
    func isAtMargin(_ line: Int) -> Bool {
      lines[line].span.bytes.first.map { !isBlank(bytes[$0]) && bytes[$0] != 0x0C } ?? false
    }
    let filled = text.filter { !isEmpty($0) }
    let atMargin = filled.filter(isAtMargin)
    guard filled.count > 40, atMargin.count * 8 < filled.count else { return }
    let known = Set(headings.map(\.span.bytes.lowerBound))
    // What stands above the first text is the front of the document.
    let first = text.firstIndex {
      !isEmpty($0) && !isAtMargin($0)
        && bytes.trimmingBlanks(lines[$0].span.bytes).lowerBound - lines[$0].span.bytes.lowerBound
          < 8
    }
    for position in text.indices[(first ?? text.count)...] {
      let line = text[position]
      let words = wordList(content(line))
      guard isAtMargin(line), isAlone(position, text), 1...9 ~= words.count,
        let start = words[0].utf8.first, isCapital(start),
        let end = words.last?.utf8.last, isAlphanumeric(end) || end == UInt8(ascii: ")"),
        !known.contains(lines[line].span.bytes.lowerBound)
      else { continue }
      headings.append(
        RFCHeading(
          number: nil, title: words.joined(separator: " "), level: 1, span: lines[line].span))
    }
    headings.sort { $0.span.bytes.lowerBound < $1.span.bytes.lowerBound }
  }
}
