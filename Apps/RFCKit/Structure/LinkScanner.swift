/// Finds the places that lead somewhere, and among them those that mention an RFC.
///
/// Read as mentions: `RFC 2119`, `RFC2119`, `RFC-2119`, `[RFC2119]`, `rfc2119` in an address, and
/// lists such as `RFCs 2119 and 8174`. A mention may go on in the next line.
struct LinkScanner {
  private(set) var references: [RFCReference] = []
  private(set) var links: [RFCLink] = []
  private let bytes: ByteSlice
  private let flow: TextFlow
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
    flow = TextFlow(bytes, lines)
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
        ? section(at: position) : series(at: position, "STD")
    case UInt8(ascii: "A"), UInt8(ascii: "a"), 0xC2: section(at: position)
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
    guard let mention = RFCMention(at: start, in: bytes, flow) else { return nil }
    let words = start..<mention.end
    var end = add(mention.number, flow.breaksPage(words) ? mention.digits : words)
    while mention.isPlural, let next = flow.afterConjunction(end),
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

  /// `page 12`, where the text has pages and it is none of another document. `[Page 12]` is the foot of
  /// a page that is quoted.
  private mutating func page(at start: Int) -> Int? {
    guard isWordStart(start), bytes.at(start - 1) != UInt8(ascii: "["),
      bytes.starts(with: "page ", at: start), !isInList(start),
      let digits = RFCMention.digits(at: start + 5, in: bytes), digits.count <= 3,
      !SectionMention.isOfAnother(digits.upperBound, flow, targets),
      let page = targets.page(bytes[digits].string)
    else { return nil }
    return add(.page(page), start..<digits.upperBound)
  }

  /// Whether an entry of the lists of references is read, which speaks of other documents.
  private mutating func isInList(_ position: Int) -> Bool {
    let lists = targets.lists
    while list < lists.count, lists[list].upperBound <= position { list += 1 }
    return list < lists.count && lists[list].contains(position)
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
    while let byte = bytes.at(end), byte > 0x20, !"<>\"{}|\\^`".utf8.contains(byte), byte < 0x7F {
      end += 1
    }
    if start > bytes.startIndex, bytes[start - 1] == UInt8(ascii: "<"),
      let rest = restOfAddress(end)
    {
      let range = start..<rest.upperBound
      if let number = number(start..<end, rest) { return add(number, range) }
      return add(.address(bytes[start..<end].string + bytes[rest].string), range)
    }
    end = withoutMarks(start..<end)
    let host = bytes[start..<end].firstIndex(of: UInt8(ascii: ":")).map { $0 + 3 } ?? end
    guard host < end else { return nil }
    if let number = number(start..<end) { return add(number, start..<end) }
    return add(.address(bytes[start..<end].string), start..<end)
  }

  /// The part of an address in brackets on the next line, up to the closing bracket.
  private func restOfAddress(_ end: Int) -> Range<Int>? {
    let next = bytes.afterBlanks(end)
    guard next > end, bytes[end..<next].contains(0x0A) else { return nil }
    let rest = bytes[next..<bytes.endIndex]
      .prefix { $0 > 0x20 && $0 < 0x7F && !"<>\"".utf8.contains($0) }
    guard !rest.isEmpty, bytes.at(rest.endIndex) == UInt8(ascii: ">") else { return nil }
    return next..<rest.endIndex
  }

  /// The RFC whose page at the RFC Editor or the IETF an address is.
  ///
  /// - Parameter rest: The part on the next line.
  private func number(_ range: Range<Int>, _ rest: Range<Int>? = nil) -> Int? {
    let address = bytes[range]
    let last = rest ?? range
    let slash = bytes[last].lastIndex(of: UInt8(ascii: "/"))
    guard address.contains("rfc-editor.org/") || address.contains("ietf.org/"),
      let name = slash.map({ $0 + 1 }) ?? rest?.lowerBound,
      let mention = RFCMention(at: name, in: bytes[name..<last.upperBound]),
      mention.end == last.upperBound || bytes[mention.end..<last.upperBound].string == ".txt"
    else { return nil }
    return mention.number
  }

  /// Where an address ends without the marks of the sentence around it, and without a closing bracket
  /// that nothing within opens.
  ///
  /// - Complexity: O(*n*) in its bytes.
  private func withoutMarks(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    // How many more are closed than opened.
    var (round, square) = (0, 0)
    for byte in bytes[range] {
      switch byte {
      case UInt8(ascii: "("): round -= 1
      case UInt8(ascii: ")"): round += 1
      case UInt8(ascii: "["): square -= 1
      case UInt8(ascii: "]"): square += 1
      default: break
      }
    }
    while end > range.lowerBound {
      let last = bytes[end - 1]
      if last == UInt8(ascii: ")"), round > 0 {
        round -= 1
      } else if last == UInt8(ascii: "]"), square > 0 {
        square -= 1
      } else if !".,;:!?'".utf8.contains(last) {
        break
      }
      end -= 1
    }
    return end
  }
}

extension LinkScanner {
  /// `Section 4.2`, `Sections 4.2 and 4.3`, `Section 4.2 of [RFC9110]`, `Appendix A`.
  private mutating func section(at start: Int) -> Int? {
    guard isWordStart(start), !targets.isHeading(start),
      let mention = SectionMention(at: start, in: flow, targets)
    else { return nil }
    switch mention.owner {
    case .rfc(let number, let document): return add(mention, of: number, document)
    case .other: break
    case .own, .unsaid:
      if mention.owner == .unsaid, let number = documentBefore(start) {
        addNumbers(mention, of: number)
      } else if !mention.mayBeOfAnother, !isInList(start) {
        for (range, name) in zip(mention.numbers, mention.names) {
          if let section = targets.section(name) { _ = add(.section(section), range) }
        }
      }
    }
    return mention.end
  }

  /// The RFC of `[RFC9110], `, `RFC 9110 (` and `RFC 9110's `, directly before a section.
  private func documentBefore(_ start: Int) -> Int? {
    guard let last = links.last, last.span.bytes.upperBound < start else { return nil }
    var position = last.span.bytes.upperBound
    if bytes.at(position) == UInt8(ascii: "]") { position += 1 }
    if bytes.starts(with: "'s", at: position) { position += 2 }
    var marks = 0
    while position < start {
      let next = flow.afterBlanks(position)
      if next > position {
        position = next
      } else if marks < 3, ",(".utf8.contains(bytes[position]) {
        position += 1
        marks += 1
      } else {
        return nil
      }
    }
    switch last.target {
    case .rfc(let number, nil): return position == start ? number : nil
    case .listed(let entry): return position == start ? targets.number(at: entry) : nil
    default: return nil
    }
  }

  /// One link over `Section 4.2 of [RFC9110]`; where there is more, one for each number and the RFC.
  private mutating func add(
    _ mention: SectionMention, of number: Int, _ document: Range<Int>
  ) -> Int {
    guard mention.isDirect else {
      addNumbers(mention, of: number)
      return mention.end
    }
    guard mention.numbers.count == 1 else {
      addNumbers(mention, of: number)
      return add(number, document)
    }
    references.append(RFCReference(number: number, span: span(document)))
    return add(
      .rfc(number, section: mention.names[0]),
      mention.numbers[0].lowerBound..<document.upperBound)
  }

  private mutating func addNumbers(_ mention: SectionMention, of number: Int) {
    for (range, name) in zip(mention.numbers, mention.names) {
      _ = add(.rfc(number, section: name), range)
    }
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
