/// Finds the headings of sections.
///
/// A heading stands at the margin after an empty line and begins with a section number, `Appendix`,
/// or is one of the titles that RFCs have without a number. Lines of a table of contents, which end
/// with dots or a page number, are left out. What the document's own table of contents lists is a
/// heading wherever it stands and whatever it looks like.
struct HeadingScanner {
  var headings: [RFCHeading] = []
  let bytes: ByteSlice
  let lines: [RFCLine]
  let contents: ContentsTable
  /// The numbers of the table of contents of which the heading is found.
  private var listed: Set<String> = []

  init(_ bytes: ByteSlice, _ lines: [RFCLine]) {
    self.bytes = bytes
    self.lines = lines
    contents = ContentsTable(bytes, lines)
    let text = lines.indices.filter { !lines[$0].isFurniture }
    scan(text, indent: 0)
    // Some of the old documents set everything in from the margin.
    if !headings.contains(where: { $0.number != nil && margin(of: $0) == 0 }) {
      headings = []
      listed = []
      scan(text, indent: 4)
    }
    addIndented(text)
    addWithoutNumbers(text)
    dropStrange()
    if !headings.contains(where: { $0.number != nil }) { addTitles(text) }
    keepApart()
  }

  private mutating func scan(_ text: [Int], indent: Int) {
    for (position, line) in text.enumerated() {
      let range = bytes.trimmingBlanks(lines[line].span.bytes)
      let margin = range.lowerBound - lines[line].span.bytes.lowerBound
      guard !range.isEmpty, range.count <= Self.longest,
        !contents.lines.contains(line) || isContentsTitle(line)
      else { continue }
      if let kind = listedKind(of: bytes[range], isAfterGap: isAfterGap(position, text)) {
        let last = continuation(position, text, margin: margin) ?? position
        add(
          kind, joined(text[position...last].map { wordList(content($0)) }),
          lines: line...text[last])
        continue
      }
      guard margin <= indent, isAfterGap(position, text), let kind = kind(of: bytes[range])
      else { continue }
      if let words = runInHeading(bytes[range], kind) {
        add(kind, words, lines: text[position]...text[position])
      } else if let last = continuation(position, text, margin: margin) {
        let words = joined(text[position...last].map { wordList(content($0)) })
        // An item of a list, as one of references, is a sentence.
        if kind.level == 1, words.count > 8, words.last?.last == "." { continue }
        if words.count == kind.words, let below = titleBelow(last, text) {
          add(kind, words + wordList(content(below)), lines: text[position]...below)
        } else {
          add(kind, words, lines: text[position]...text[last])
        }
      }
    }
  }

  /// Longer lines, in bytes, are paragraphs: two of a page's lines.
  private static let longest = 160

  private func isContentsTitle(_ line: Int) -> Bool { line == contents.lines.lowerBound }

  /// What a line is by the table of contents; each number once. Within a paragraph a sentence may begin
  /// with number and title, too.
  private mutating func listedKind(of line: ByteSlice, isAfterGap: Bool) -> Kind? {
    guard !contents.entries.isEmpty, ContentsLine.canHaveNumber(line), !isContents(line) else {
      return nil
    }
    let parsed = ContentsLine(line)
    guard let entry = contents.entry(of: parsed),
      isAfterGap || entry.title == SectionName.folded(parsed.title),
      listed.insert(entry.number).inserted
    else { return nil }
    let hasLabel =
      !(line.first.map(isDigit) ?? false) && (line.prefix(2).last.map(isLetter) ?? false)
    return Kind(words: hasLabel ? 2 : 1, level: entry.level)
  }

  /// Some documents number their sections in the table of contents alone.
  private mutating func addWithoutNumbers(_ text: [Int]) {
    let numbers = Set(headings.compactMap { $0.number.map(SectionName.number) })
    let missing = contents.entries.filter { !numbers.contains($0.number) }
    guard !missing.isEmpty else { return }
    var titles = Dictionary(missing.map { ($0.title, $0) }) { one, _ in one }
    for (position, line) in text.enumerated() where !contents.lines.contains(line) {
      let range = bytes.trimmingBlanks(lines[line].span.bytes)
      guard 4...Self.longest ~= range.count, isAfterGap(position, text),
        position + 1 == text.count || isEmpty(text[position + 1]) || text[position + 1] != line + 1,
        let entry = titles.removeValue(forKey: SectionName.folded(bytes[range].string))
      else { continue }
      let start = lines[line].span.bytes.lowerBound
      headings.removeAll { $0.span.bytes.lowerBound == start }
      headings.append(
        RFCHeading(
          number: entry.number, title: bytes[range].string, level: entry.level,
          span: lines[line].span))
    }
    headings.sort { $0.span.bytes.lowerBound < $1.span.bytes.lowerBound }
  }

  /// Leaves out what lies within a heading of several lines.
  private mutating func keepApart() {
    var end = 0
    headings.removeAll { heading in
      if heading.span.bytes.lowerBound < end { return true }
      end = heading.span.bytes.upperBound
      return false
    }
  }

  /// Leaves out what has the number of a chapter that the table of contents does not have, or of one
  /// whose heading is found elsewhere: items of lists look like that.
  private mutating func dropStrange() {
    guard contents.hasChapters else { return }
    headings.removeAll { heading in
      guard let number = heading.number.map(SectionName.number) else { return false }
      guard let entry = contents.entry(number) else {
        return heading.level == 1 && number.utf8.allSatisfy(isDigit)
          && !Self.unnumbered.contains(heading.title.lowercased())
      }
      return listed.contains(number)
        && !ContentsTable.isSame(SectionName.folded(heading.title), entry.title)
    }
  }

  /// Whether an empty line, a page or the beginning comes before.
  func isAfterGap(_ position: Int, _ text: [Int]) -> Bool {
    guard position > 0 else { return true }
    return text[position - 1] != text[position] - 1 || isEmpty(text[position - 1])
  }

  func isEmpty(_ line: Int) -> Bool {
    bytes.trimmingBlanks(lines[line].span.bytes).isEmpty
  }

  /// The position of the heading's last line; nil when what follows shows that it is none.
  private func continuation(_ position: Int, _ text: [Int], margin: Int) -> Int? {
    var last = position
    while last + 1 < text.count, text[last + 1] == text[last] + 1, !isEmpty(text[last + 1]) {
      let span = lines[text[last + 1]].span.bytes
      let indent = bytes.trimmingBlanks(span).lowerBound - span.lowerBound
      guard indent > margin + 1, last - position < 2 else { return nil }
      last += 1
    }
    return last
  }

  /// The words of a numbered heading that a wide gap sets off from the text behind it.
  private func runInHeading(_ line: ByteSlice, _ kind: Kind) -> [String]? {
    guard kind.words > 0, let start = line.firstIndex(where: isBlank) else { return nil }
    let title = line[start..<line.endIndex].drop(while: isBlank)
    let gap = title.indices.first {
      $0 + 3 < title.endIndex && title[$0..<$0 + 3].allSatisfy(isBlank)
    }
    return gap.map { wordList(line[line.startIndex..<$0]) }
  }

  func wordList(_ text: ByteSlice) -> [String] { ContentsLine.words(text) }

  /// The words of several lines, without a space after a hyphen at the end of one.
  private func joined(_ lines: [[String]]) -> [String] {
    lines.dropFirst().reduce(lines.first ?? []) { words, line in
      guard let last = words.last, last.count > 1, last.hasSuffix("-") else { return words + line }
      return words.dropLast() + [last + (line.first ?? "")] + line.dropFirst()
    }
  }

  mutating func add(_ kind: Kind, _ words: [String], lines range: ClosedRange<Int>) {
    let number = words.prefix(kind.words).joined(separator: " ")
    let printed = words.dropFirst(kind.words).joined(separator: " ")
    let title = kind.words == 0 ? Self.withoutStop(printed) : printed
    let from = lines[range.lowerBound].span
    let to = lines[range.upperBound].span
    headings.append(
      RFCHeading(
        number: kind.words == 0 ? nil : Self.withoutStop(number),
        title: title.isEmpty ? Self.withoutStop(number) : title,
        level: kind.level,
        span: TextSpan(
          bytes: from.bytes.lowerBound..<to.bytes.upperBound,
          scalars: from.scalars.lowerBound..<to.scalars.upperBound)))
  }

  func content(_ line: Int) -> ByteSlice {
    bytes[bytes.trimmingBlanks(lines[line].span.bytes)]
  }

  private static func withoutStop(_ text: String) -> String {
    text.last == "." || text.last == ":" ? String(text.dropLast()) : text
  }
}

extension HeadingScanner {
  /// How many words of a heading are its number, and how deep it lies.
  struct Kind {
    var words: Int
    var level: Int
  }

  /// Titles that RFCs have without a number, in small letters.
  static let unnumbered: Set<String> = [
    "abstract", "status of this memo", "copyright notice", "copyright", "table of contents",
    "contents", "preface", "introduction", "overview", "summary", "conclusion", "conclusions",
    "security considerations", "iana considerations", "references", "normative references",
    "informative references", "bibliography", "acknowledgements", "acknowledgments",
    "acknowledgement", "acknowledgment", "contributors", "author's address", "authors' addresses",
    "author's addresses", "authors' address", "author information", "editor's address",
    "full copyright statement", "intellectual property", "iesg note", "iab note", "glossary",
    "rfc editor note", "index", "appendix", "appendices", "note to readers", "purpose",
  ]

  func kind(of line: ByteSlice) -> Kind? {
    guard !isContents(line) else { return nil }
    let words = line.split(whereSeparator: isBlank)
    // What ends so is a line of a program, whose lines may be numbered.
    guard let first = words.first, let last = line.last, !";{}".utf8.contains(last) else {
      return nil
    }
    if bytes.starts(with: "appendix ", at: line.startIndex), words.count > 1 {
      return Kind(words: 2, level: Self.depth(of: words[1]) ?? 1)
    }
    if let level = Self.depth(of: first), words.count > 1, let start = words[1].first,
      isLetter(start) || start >= 0x80 || "\"'(<:_".utf8.contains(start)
    {
      return Kind(words: 1, level: level)
    }
    // A list has `1.First`, too, so that a chapter has to be in the table of contents.
    if let end = ContentsLine.numberEnd(first),
      let level = Self.depth(of: first[..<end]), level > 1
    {
      return Kind(words: 1, level: level)
    }
    let name = String(decoding: line, as: UTF8.self).lowercased()
    return Self.unnumbered.contains(Self.withoutStop(name)) ? Kind(words: 0, level: 1) : nil
  }

  /// The parts of `3.2.`, `3.2`, `3.` or `A.1.`; nil for anything else.
  static func depth(of word: ByteSlice) -> Int? {
    let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    var numbers = parts[...]
    if numbers.last?.isEmpty == true { numbers.removeLast() }
    // `1.1:` is how a few have it.
    if let last = numbers.last, last.last == UInt8(ascii: ":") {
      numbers[numbers.endIndex - 1] = last.dropLast()
    }
    guard let first = numbers.first, !first.isEmpty else { return nil }
    let isNumber = first.count <= 2 && first.allSatisfy(isDigit)
    let isAppendix = first.count == 1 && first.allSatisfy(isCapital) && numbers.count > 1
    guard isNumber || isAppendix, numbers.count <= 9,
      numbers.dropFirst().allSatisfy({ 1...3 ~= $0.count && $0.allSatisfy(isDigit) })
    else { return nil }
    return numbers.count
  }

  /// Whether the line is one of a table of contents: dots, or a wide gap and a page number.
  private func isContents(_ line: ByteSlice) -> Bool {
    let tail = line.reversed().drop { isDigit($0) }
    let digits = line.count - tail.count
    let isWide = tail.prefix(3).count == 3 && tail.prefix(3).allSatisfy(isBlank)
    if 1...4 ~= digits && isWide { return true }
    var dots = 0
    for byte in line where !isBlank(byte) {
      dots = byte == UInt8(ascii: ".") ? dots + 1 : 0
      if dots >= 3 { return true }
    }
    return false
  }
}
