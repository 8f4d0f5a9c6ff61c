/// Finds the places that lead somewhere, and among them those that mention an RFC.
///
/// Read as mentions: `RFC 2119`, `RFC2119`, `RFC-2119`, `[RFC2119]`, `rfc2119` in an address, and
/// lists such as `RFCs 2119 and 8174`. A mention may go on in the next line.
struct LinkScanner {
  private(set) var references: [RFCReference] = []
  private(set) var links: [RFCLink] = []
  private let bytes: ByteSlice
  private let targets: LinkTargets
  /// Everything before it is read.
  private var end = 0
  /// A place of which the offset in scalars is known, so that next to nothing is counted twice.
  private var known = (byte: 0, scalar: 0)
  /// The entry of the lists that is read, or the next one.
  private var list = 0

  init(_ bytes: ByteSlice, _ lines: [RFCLine], _ targets: LinkTargets) {
    self.bytes = bytes
    self.targets = targets
    var entry: Int?
    for line in lines where !line.isFurniture {
      if let contents = targets.contents, contents.contains(line.span.bytes.lowerBound) {
        entry = contentsLine(line.span, after: entry)
        if entry != nil { continue }
      }
      scan(line.span)
    }
  }

  private mutating func scan(_ line: TextSpan) {
    var position = max(line.bytes.lowerBound, end)
    if known.byte < line.bytes.lowerBound {
      known = (line.bytes.lowerBound, line.scalars.lowerBound)
    }
    while position < line.bytes.upperBound {
      if let next = link(at: position, from: max(line.bytes.lowerBound, end)) {
        end = max(next, position + 1)
        position = end
      } else {
        position += 1
      }
    }
  }

  /// Reads what begins at a position, by its first byte; the end of it, or nil where there is nothing.
  private mutating func link(at position: Int, from low: Int) -> Int? {
    switch bytes[position] {
    case UInt8(ascii: "R"), UInt8(ascii: "r"): mention(at: position)
    case UInt8(ascii: "S"), UInt8(ascii: "s"):
      bytes.at(position + 1).map({ $0 | 0x20 == UInt8(ascii: "e") }) ?? false
        ? section(at: position, ["sections ", "section ", "sect. ", "sec. "])
        : series(at: position, "STD")
    case UInt8(ascii: "A"), UInt8(ascii: "a"):
      section(at: position, ["appendices ", "appendix "])
    case 0xC2 where bytes.at(position + 1) == 0xA7: section(at: position, ["\u{A7}"])
    case UInt8(ascii: "B"): series(at: position, "BCP")
    case UInt8(ascii: "F"): series(at: position, "FYI")
    case UInt8(ascii: "P"), UInt8(ascii: "p"): page(at: position)
    case UInt8(ascii: "["): label(at: position)
    case UInt8(ascii: "H"), UInt8(ascii: "h"): address(at: position)
    case UInt8(ascii: "@"): mail(at: position, from: low)
    default: nil
    }
  }

  /// Whether a word can begin here.
  private func isWordStart(_ position: Int) -> Bool {
    position == 0 || !isAlphanumeric(bytes[position - 1])
  }

  private mutating func mention(at start: Int) -> Int? {
    guard let mention = RFCMention(at: start, in: bytes) else { return nil }
    var end = add(mention.number, start..<mention.end)
    while mention.isPlural, let next = bytes.afterConjunction(end),
      let digits = RFCMention.digits(at: next, in: bytes),
      let number = bytes[digits].decimalNumber
    {
      end = add(number, digits)
    }
    return end
  }

  /// A mention of an RFC, which is a link, too.
  private mutating func add(_ number: Int, _ range: Range<Int>) -> Int {
    let span = span(range)
    references.append(RFCReference(number: number, span: span))
    links.append(RFCLink(target: .rfc(number, section: nil), span: span))
    return range.upperBound
  }

  private mutating func add(_ target: RFCLink.Target, _ range: Range<Int>) -> Int {
    links.append(RFCLink(target: target, span: span(range)))
    return range.upperBound
  }

  /// The stretch in both units, counted from the last place that is known.
  private mutating func span(_ range: Range<Int>) -> TextSpan {
    let start = scalar(range.lowerBound)
    let end = scalar(range.upperBound)
    return TextSpan(bytes: range, scalars: start..<end)
  }

  private mutating func scalar(_ byte: Int) -> Int {
    let isAhead = byte >= known.byte
    let scalars = bytes[isAhead ? known.byte..<byte : byte..<known.byte].count { $0 & 0xC0 != 0x80 }
    known = (byte, isAhead ? known.scalar + scalars : known.scalar - scalars)
    return known.scalar
  }
}

extension LinkScanner {
  /// `BCP 14`, `STD97`.
  private mutating func series(at start: Int, _ name: StaticString) -> Int? {
    let letters = name.utf8CodeUnitCount
    guard isWordStart(start), start + letters < bytes.endIndex,
      name.withUTF8Buffer({ bytes[start..<start + letters].elementsEqual($0) })
    else { return nil }
    let gap = bytes.at(start + letters) == UInt8(ascii: "-") ? 1 : 0
    let next = gap > 0 ? start + letters + gap : bytes.afterBlanks(start + letters)
    guard let digits = RFCMention.digits(at: next, in: bytes), digits.count <= 4,
      let number = bytes[digits].decimalNumber
    else { return nil }
    let series = name.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    return add(
      .document(DocumentReference(series: series, number: number)), start..<digits.upperBound)
  }

  /// `page 12`, where the text has pages and it is none of another document.
  private mutating func page(at start: Int) -> Int? {
    guard isWordStart(start), bytes.starts(with: "page ", at: start), !isInList(start),
      let digits = RFCMention.digits(at: start + 5, in: bytes), digits.count <= 3,
      !isOfAnother(digits.upperBound), let page = targets.page(bytes[digits].string)
    else { return nil }
    return add(.page(page), start..<digits.upperBound)
  }

  /// Whether an entry of the lists of references is read, which speaks of other documents.
  private mutating func isInList(_ position: Int) -> Bool {
    let lists = targets.lists
    while list < lists.count, lists[list].upperBound <= position { list += 1 }
    return list < lists.count && lists[list].contains(position)
  }

  /// Whether `of`, `in` or `from` and another document follow.
  private func isOfAnother(_ position: Int) -> Bool {
    let next = bytes.afterBlanks(position)
    let words: [StaticString] = ["of ", "in ", "from "]
    guard next > position, let word = words.first(where: { bytes.starts(with: $0, at: next) })
    else { return false }
    let name = bytes.afterBlanks(next + word.utf8CodeUnitCount - 1)
    return bytes.at(name) == UInt8(ascii: "[") || RFCMention(at: name, in: bytes) != nil
  }

  /// `[33]` and `[KEYWORDS]`, where the list of references has them; the RFC of `[RFC2119]`.
  private mutating func label(at start: Int) -> Int? {
    guard let close = bytes.closingBracket(start), !isLabelOfEntry(start),
      RFCMention(at: start + 1, in: bytes) == nil,
      let entry = targets.entry(bytes[start + 1..<close].string)
    else { return nil }
    return add(.listed(entry), start..<close + 1)
  }

  private mutating func isLabelOfEntry(_ position: Int) -> Bool {
    guard isInList(position) else { return false }
    return bytes[targets.lists[list].lowerBound..<position].allSatisfy(isBlank)
  }

  private mutating func mail(at sign: Int, from low: Int) -> Int? {
    func isName(_ byte: UInt8) -> Bool {
      isLetter(byte) || isDigit(byte) || "._%+-=".utf8.contains(byte)
    }
    var start = sign
    while start > low, isName(bytes[start - 1]) { start -= 1 }
    while start < sign, bytes[start] == UInt8(ascii: ".") { start += 1 }
    var end = sign + 1
    while let byte = bytes.at(end), isLetter(byte) || isDigit(byte) || byte == 0x2D || byte == 0x2E
    { end += 1 }
    while end > sign + 1, [0x2D, 0x2E].contains(bytes[end - 1]) { end -= 1 }
    guard start < sign, bytes[sign + 1..<max(end, sign + 1)].contains(0x2E) else { return nil }
    return add(.mail(bytes[start..<end].string), start..<end)
  }

  /// `https://www.rfc-editor.org/info/rfc8174` is RFC 8174; any other address stays one.
  private mutating func address(at start: Int) -> Int? {
    guard isWordStart(start),
      bytes.starts(with: "http://", at: start) || bytes.starts(with: "https://", at: start)
    else { return nil }
    var end = start
    // None is that long, and what looks like one must not be read again and again.
    while end - start < 2_048, let byte = bytes.at(end), byte > 0x20,
      !"<>\"{}|\\^`".utf8.contains(byte), byte < 0x7F
    {
      end += 1
    }
    while end > start, ".,;:!?'".utf8.contains(bytes[end - 1]) || isUnopened(start..<end) {
      end -= 1
    }
    let host = bytes[start..<end].firstIndex(of: UInt8(ascii: ":")).map { $0 + 3 } ?? end
    guard host < end else { return nil }
    if let number = number(start..<end) { return add(number, start..<end) }
    return add(.address(bytes[start..<end].string), start..<end)
  }

  /// The RFC whose page at the RFC Editor or the IETF an address is.
  private func number(_ range: Range<Int>) -> Int? {
    let address = bytes[range]
    guard address.contains("rfc-editor.org/") || address.contains("ietf.org/"),
      let slash = address.lastIndex(of: UInt8(ascii: "/")),
      let mention = RFCMention(at: slash + 1, in: bytes[slash..<range.upperBound]),
      mention.end == range.upperBound || bytes[mention.end..<range.upperBound].string == ".txt"
    else { return nil }
    return mention.number
  }

  /// Whether a closing bracket ends the range that nothing within opens.
  private func isUnopened(_ range: Range<Int>) -> Bool {
    let pairs: [UInt8: UInt8] = [
      UInt8(ascii: ")"): UInt8(ascii: "("), UInt8(ascii: "]"): UInt8(ascii: "["),
    ]
    guard let last = bytes[range].last, let open = pairs[last] else { return false }
    return bytes[range].count { $0 == last } > bytes[range].count { $0 == open }
  }
}

extension LinkScanner {
  /// `Section 4.2`, `Sections 4.2 and 4.3`, `Section 4.2 of [RFC9110]`, `Appendix A`.
  private mutating func section(at start: Int, _ words: [StaticString]) -> Int? {
    guard isWordStart(start), !targets.isHeading(start),
      let word = words.first(where: { isWord($0, at: start) })
    else { return nil }
    var next = bytes.afterBlanks(start + word.utf8CodeUnitCount - 1)
    if word.utf8CodeUnitCount == 2 { next = bytes.afterBlanks(start + 2) }
    guard let first = sectionNumber(at: next) else { return nil }
    var numbers = [start..<first.upperBound]
    var names = [bytes[first].string]
    while let next = bytes.afterConjunction(numbers[numbers.count - 1].upperBound),
      let number = sectionNumber(at: next)
    {
      numbers.append(number)
      names.append(bytes[number].string)
    }
    let last = numbers[numbers.count - 1].upperBound
    if let other = document(behind: last) {
      return add(names, numbers, of: other.number, other.range)
    }
    if let number = documentBefore(start) {
      for (range, name) in zip(numbers, names) { _ = add(.rfc(number, section: name), range) }
      return last
    }
    guard !isOfAnother(last), !isInList(start) else { return last }
    for (range, name) in zip(numbers, names) {
      if let section = targets.section(name) { _ = add(.section(section), range) }
    }
    return last
  }

  /// Whether a word stands here, of which the last blank may be an end of line.
  private func isWord(_ word: StaticString, at start: Int) -> Bool {
    word.withUTF8Buffer { letters in
      guard start + letters.count < bytes.endIndex else { return false }
      guard letters.last == 0x20 else {
        return bytes[start..<start + letters.count].elementsEqual(letters)
      }
      let isSame = letters.dropLast().indices.allSatisfy {
        bytes[start + $0] | 0x20 == letters[$0] | 0x20
      }
      return isSame
        && (isBlank(bytes[start + letters.count - 1]) || bytes[start + letters.count - 1] == 0xC2)
    }
  }

  /// `4`, `4.2.1`, `A`, `A.1`.
  private func sectionNumber(at start: Int) -> Range<Int>? {
    var end = start
    while let byte = bytes.at(end), isDigit(byte) || isLetter(byte) || byte == 0x2E { end += 1 }
    while end > start, bytes[end - 1] == 0x2E { end -= 1 }
    let parts = bytes[start..<end].split(separator: 0x2E, omittingEmptySubsequences: false)
    guard let first = parts.first, 1...2 ~= first.count, parts.count <= 7,
      first.allSatisfy(isDigit) || first.count == 1 && first.allSatisfy(isCapital),
      parts.dropFirst().allSatisfy({ 1...3 ~= $0.count && $0.allSatisfy(isDigit) }),
      bytes.at(end).map({ !isAlphanumeric($0) && $0 != 0x5F }) ?? true
    else { return nil }
    return start..<end
  }

  /// The RFC that `of [RFC9110]`, `of RFC 9110` or `of [HTTP]` names, and its words.
  private func document(behind end: Int) -> (number: Int, range: Range<Int>)? {
    let next = bytes.afterBlanks(end)
    let words: [StaticString] = ["of ", "in ", "from ", "of\n", "in\n", "from\n"]
    guard next > end, let word = words.first(where: { bytes.starts(with: $0, at: next) })
    else { return nil }
    let name = bytes.afterBlanks(next + word.utf8CodeUnitCount - 1)
    if let mention = RFCMention(at: name, in: bytes) { return (mention.number, name..<mention.end) }
    guard let close = bytes.closingBracket(name) else { return nil }
    let number =
      RFCMention(at: name + 1, in: bytes).flatMap { $0.end == close ? $0.number : nil }
      ?? targets.number(bytes[name + 1..<close].string)
    return number.map { ($0, name..<close + 1) }
  }

  /// The RFC of `[RFC9110], ` and `RFC 9110 (`, directly before a section.
  private func documentBefore(_ start: Int) -> Int? {
    guard let last = links.last, last.span.bytes.upperBound <= start else { return nil }
    let gap = bytes[last.span.bytes.upperBound..<start].prefix(8)
    guard last.span.bytes.upperBound + gap.count == start, gap.count > 0,
      gap.allSatisfy({ isBlank($0) || ",(]".utf8.contains($0) })
    else { return nil }
    switch last.target {
    case .rfc(let number, nil): return number
    case .listed(let entry): return targets.number(at: entry)
    default: return nil
    }
  }

  /// One link over `Section 4.2 of [RFC9110]`; where there are more numbers, one for each and the RFC.
  private mutating func add(
    _ names: [String], _ numbers: [Range<Int>], of number: Int, _ document: Range<Int>
  ) -> Int {
    guard numbers.count == 1 else {
      for (range, name) in zip(numbers, names) { _ = add(.rfc(number, section: name), range) }
      return add(number, document)
    }
    references.append(RFCReference(number: number, span: span(document)))
    return add(
      .rfc(number, section: names[0]), numbers[0].lowerBound..<document.upperBound)
  }
}

extension LinkScanner {
  /// A line of the table of contents leads to its section; the section's place, nil where it has none.
  ///
  /// - Parameter previous: The section of the line before, which may go on in this one.
  private mutating func contentsLine(_ line: TextSpan, after previous: Int?) -> Int? {
    let range = bytes.trimmingBlanks(line.bytes)
    // A mention of the line before may go on in this one.
    guard !range.isEmpty, range.lowerBound >= end else { return nil }
    known = (line.bytes.lowerBound, line.scalars.lowerBound)
    let words = bytes[range].split(whereSeparator: isBlank)
    let title = ContentsLine(bytes[range])
    let section =
      title.number.flatMap { targets.section($0) } ?? targets.section(title: title.title)
      ?? (words.first.map { isLetter($0.first ?? 0) } ?? false ? previous : nil)
    guard let section else { return nil }
    _ = add(.section(section), title.words(in: bytes, range))
    end = range.upperBound
    return section
  }
}

extension ByteSlice {
  /// The bracket that closes the one at `start`, within one line and not far.
  fileprivate func closingBracket(_ start: Int) -> Int? {
    guard at(start) == UInt8(ascii: "[") else { return nil }
    let label = self[start + 1..<endIndex].prefix(60)
      .prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "[") && $0 != 0x0A }
    guard !label.isEmpty, at(label.endIndex) == UInt8(ascii: "]") else { return nil }
    return label.endIndex
  }
}
