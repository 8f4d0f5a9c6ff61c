/// Where in a document an erratum applies.
public enum ErratumPlace: Sendable, Hashable {
  /// The words that are wrong.
  case text(TextSpan)
  /// The section that is named, by its position in ``RFCLayout/sections``; the words were not found.
  case section(Int)
  /// The document as a whole.
  case document
}

/// Finds the places of errata in one document.
///
/// ```swift
/// let finder = ErratumFinder(document, layout)
/// for erratum in errata[2119] { print(finder.place(of: erratum)) }
/// ```
///
/// Blanks, ends of lines and what belongs to pages are no difference, as those who report a mistake
/// copy the text in many ways.
public struct ErratumFinder: Sendable {
  /// The text without blanks and furniture.
  private let dense: [UInt8]
  /// For every byte of it where it stands in the text, and in which line.
  private let offsets: [Int32]
  private let bytes: [UInt8]
  private let layout: RFCLayout
  private let frequency: [Int]

  /// Prepares a document.
  ///
  /// - Complexity: O(*n*) in its text.
  public init(_ document: RFCDocument, _ layout: RFCLayout) {
    bytes = Array(document.text.utf8)
    self.layout = layout
    var dense: [UInt8] = []
    var offsets: [Int32] = []
    var frequency = [Int](repeating: 0, count: 256)
    dense.reserveCapacity(bytes.count)
    offsets.reserveCapacity(bytes.count)
    for line in layout.lines where !line.isFurniture {
      for offset in line.span.bytes where bytes[offset] > 0x20 {
        dense.append(bytes[offset])
        offsets.append(Int32(truncatingIfNeeded: offset))
        frequency[Int(bytes[offset])] += 1
      }
    }
    self.dense = dense
    self.offsets = offsets
    self.frequency = frequency
  }

  /// Where an erratum applies: its words in the section that it names, or where they are found else.
  ///
  /// - Complexity: O(*n*) in the text, for each part of the original text that is looked for.
  public func place(of erratum: RFCErratum) -> ErratumPlace {
    let section = position(ofSection: erratum.section)
    let area = section.map { dense(layout.sections[$0].span.bytes) }
    for piece in Self.pieces(erratum.original) {
      let word = Array(piece.utf8.filter { $0 > 0x20 })
      if let found = find(word, in: area) { return .text(span(found)) }
    }
    return section.map { .section($0) } ?? .document
  }

  /// The first section that is named: `3.2`, `Section 3.2 says:`, `Appendix A`, `4.1 and 4.2`, `sec3`.
  private func position(ofSection name: String) -> Int? {
    if name.isEmpty { return nil }
    func position(_ number: String) -> Int? {
      layout.sections.firstIndex { $0.key == number }
    }
    let numbers = Self.numbers(name)
    for number in numbers {
      if let place = position(number) { return place }
    }
    if name.count > 3, let place = layout.position(ofSection: name) { return place }
    // An item of a list is numbered like a section below.
    for var number in numbers {
      while let dot = number.lastIndex(of: ".") {
        number = String(number[..<dot])
        if let place = position(number) { return place }
      }
    }
    return nil
  }

  /// The candidates for the number of a section: the field as written, then without its suffix.
  private static func numbers(_ name: String) -> [String] {
    let words = name.split { $0.isWhitespace || ",;()[]/-".contains($0) }
    var numbers: [String] = []
    var bare: [String] = []
    var isAppendix = false
    for word in words {
      let start = word.first
      if start.map({ $0.isNumber || $0.isUppercase || $0 == "§" }) ?? false || isAppendix {
        numbers.append(SectionName.number(String(word)))
      }
      isAppendix = ["appendix", "annex"].contains(word.lowercased())
      let digits = word.drop { $0.isLetter || $0 == "." }.prefix { $0.isNumber || $0 == "." }
      let front = word.prefix { $0.isLetter }.lowercased()
      if !digits.isEmpty, ["", "s", "sec", "sect", "section", "sections"].contains(front) {
        bare.append(SectionName.number(String(digits)))
      }
    }
    return numbers + bare
  }

  /// The original text and then parts of it, as it is often told with words of the reporter's own.
  private static func pieces(_ original: String) -> [String] {
    var pieces = [original]
    for mark in ["[...]", "[…]", "...", "<snip>"] where original.contains(mark) {
      pieces += parts(original, mark).filter { $0.utf8.count > 16 }
        .sorted { $0.utf8.count > $1.utf8.count }
    }
    let paragraphs = parts(original, "\n\n").filter { $0.utf8.count > 24 }
    if paragraphs.count > 1 { pieces += paragraphs.sorted { $0.utf8.count > $1.utf8.count } }
    let bare = original.unicodeScalars.filter { !"\"'|^>`*_".unicodeScalars.contains($0) }
    pieces.append(String(String.UnicodeScalarView(bare)))
    let lines = original.split(whereSeparator: \.isNewline).map(String.init)
    pieces += lines.filter { $0.utf8.count > 24 }
    return pieces
  }

  private static func parts(_ text: String, _ mark: String) -> [String] {
    var parts: [String] = []
    var rest = text[...]
    while let found = rest.firstRange(of: mark) {
      parts.append(String(rest[..<found.lowerBound]))
      rest = rest[found.upperBound...]
    }
    return parts + [String(rest)]
  }

  /// The place of dense bytes: in the area if it is there, else anywhere if the words are long enough to
  /// stand for themselves.
  private func find(_ word: [UInt8], in area: Range<Int>?) -> Range<Int>? {
    guard word.count > 1, let search = ByteSearch(word, frequency: frequency) else { return nil }
    func first(_ range: Range<Int>) -> Range<Int>? {
      dense[range].withUnsafeBufferPointer { buffer in
        var from = 0
        while let found = search.first(in: buffer, from: from) {
          let place = range.lowerBound + found..<range.lowerBound + found + word.count
          if isWhole(place) { return place }
          from = found + 1
        }
        return nil
      }
    }
    if let area, let found = first(area) { return found }
    guard word.count >= 10 || area == nil && word.count >= 6 else { return nil }
    return first(dense.indices)
  }

  /// Whether no word is cut at either end.
  private func isWhole(_ range: Range<Int>) -> Bool {
    func isCut(_ place: Int) -> Bool {
      guard place > 0, place < dense.count else { return false }
      return isAlphanumeric(dense[place - 1]) && isAlphanumeric(dense[place])
        && offsets[place - 1] + 1 == offsets[place]
    }
    return !isCut(range.lowerBound) && !isCut(range.upperBound)
  }

  /// The dense bytes of a stretch of the text.
  private func dense(_ range: Range<Int>) -> Range<Int> {
    func place(_ offset: Int) -> Int { offsets.partitioningIndex { Int($0) >= offset } }
    let low = place(range.lowerBound)
    return low..<max(low, place(range.upperBound))
  }

  private func span(_ range: Range<Int>) -> TextSpan {
    let (start, last) = (Int(offsets[range.lowerBound]), Int(offsets[range.upperBound - 1]))
    func scalar(_ offset: Int) -> Int {
      let next = layout.lines.partitioningIndex { $0.span.bytes.lowerBound > offset }
      let line = layout.lines[max(0, next - 1)].span
      return line.scalars.lowerBound
        + bytes[line.bytes.lowerBound..<max(offset, line.bytes.lowerBound)]
        .count { $0 & 0xC0 != 0x80 }
    }
    return TextSpan(bytes: start..<last + 1, scalars: scalar(start)..<scalar(last) + 1)
  }
}
