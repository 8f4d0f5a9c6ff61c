/// One line of a table of contents: a number, a title, and perhaps dots and the number of a page.
struct ContentsLine {
  /// The section's number as ``SectionName/number(_:)`` has it; nil where the line has none.
  let number: String?
  /// The title without dots and page.
  let title: String
  /// The number of the page, as it is printed.
  let page: String?

  init(_ line: ByteSlice) {
    var words = Self.words(line)
    var page: String?
    if words.count > 1, let last = words.last {
      let digits = last.drop { $0 == "." }
      if 1...4 ~= digits.utf8.count, digits.utf8.allSatisfy(isDigit),
        digits.utf8.count < last.utf8.count || Self.isSetOff(line, digits.utf8.count)
      {
        page = String(digits)
        words.removeLast()
      }
    }
    while let last = words.last, last.allSatisfy({ $0 == "." }) || last.hasSuffix("...") {
      words.removeLast()
      let rest = last.prefix { $0 != "." }
      if !rest.isEmpty { words.append(String(rest)) }
    }
    self.page = page
    var first = 0
    var number: String?
    if words.count > 1, ["appendix", "section", "annex"].contains(words[0].lowercased()) {
      number = SectionName.number(words[0] + " " + words[1])
      first = 2
    } else if let word = words.first, Self.isNumber(word) {
      number = SectionName.number(word)
      first = 1
    }
    self.number = number
    title = words.dropFirst(first).joined(separator: " ")
  }

  /// The part of the line before the dots and the page: number and title.
  func words(in bytes: ByteSlice, _ line: Range<Int>) -> Range<Int> {
    let text = bytes[line].dropLast(page?.utf8.count ?? 0)
    guard page != nil || text.suffix(3).allSatisfy({ $0 == UInt8(ascii: ".") }) else { return line }
    let last = text.lastIndex { !isBlank($0) && $0 != UInt8(ascii: ".") }
    return last.map { line.lowerBound..<$0 + 1 } ?? line
  }

  /// The words of a line; a number that the title follows without a blank is one of its own.
  static func words(_ line: ByteSlice) -> [String] {
    let words = line.split(whereSeparator: isBlank)
    let isAppendix = words.first.map { line.starts(with: "appendix", at: $0.startIndex) } ?? false
    let place = isAppendix ? 1 : 0
    guard words.count > place, let end = numberEnd(words[place], isAppendix: isAppendix) else {
      return words.map(\.string)
    }
    let word = words[place]
    return words[..<place].map(\.string) + [word[..<end].string, word[end...].string]
      + words[(place + 1)...].map(\.string)
  }

  /// Where the number of `5.10.gss_name` and `A.1.Less` ends; nil where no title hangs on one.
  static func numberEnd(_ word: ByteSlice, isAppendix: Bool = false) -> Int? {
    guard let start = word.dropFirst().firstIndex(where: isLetter), word.endIndex - start > 1
    else { return nil }
    let number = word[..<start]
    let parts = number.dropLast().split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard number.last == UInt8(ascii: "."), let first = parts.first,
      1...2 ~= first.count && first.allSatisfy(isDigit)
        || first.count == 1 && first.allSatisfy(isCapital) && (parts.count > 1 || isAppendix),
      parts.dropFirst().allSatisfy({ 1...3 ~= $0.count && $0.allSatisfy(isDigit) })
    else { return nil }
    return start
  }

  /// Whether dots or a wide gap stand before the last bytes.
  private static func isSetOff(_ line: ByteSlice, _ count: Int) -> Bool {
    let before = line.dropLast(count).suffix(2)
    return before.allSatisfy(isBlank) || before.first == UInt8(ascii: ".")
  }

  /// Whether a line can have a number, told without making texts of it.
  static func canHaveNumber(_ line: ByteSlice) -> Bool {
    guard let first = line.first else { return false }
    if isDigit(first) { return true }
    guard isLetter(first), line.count > 3 else { return false }
    let start = line.startIndex
    return line[start + 1] == UInt8(ascii: ".")
      || ["appendix ", "annex ", "section "].contains { line.starts(with: $0, at: start) }
  }

  /// `3`, `3.`, `3.2`, `A.` or `A.1`.
  private static func isNumber(_ word: String) -> Bool {
    let word = word.last == ":" ? word.dropLast() : word[...]
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    var numbers = parts[...]
    if numbers.last == "" { numbers.removeLast() }
    guard let first = numbers.first else { return false }
    let isLetter = first.utf8.count == 1 && first.utf8.allSatisfy(isCapital)
    return
      (1...2 ~= first.utf8.count && first.utf8.allSatisfy(isDigit)
      || isLetter && parts.count > 1)
      && numbers.dropFirst().allSatisfy { 1...3 ~= $0.utf8.count && $0.utf8.allSatisfy(isDigit) }
  }
}
