/// Finds words that were marked in a document in its text as it is now, which may have other lines, other
/// pages and other indents than the one in which they were marked.
///
/// ```swift
/// let finder = QuoteFinder(document, layout)
/// let quote = finder.quote(of: 1_200..<1_260)
/// finder.place(of: quote, near: 1_200, in: "4.2")   // 1_200..<1_260
/// ```
///
/// Blanks, ends of lines, and headers and footers of pages do not count: only letters and signs are compared,
/// by the algorithm of Knuth, Morris and Pratt (SIAM J. Comput. 6, 1977, pp. 323–350).
public struct QuoteFinder: Sendable {
  /// The letters and signs of the text.
  private let letters: [Unicode.Scalar]
  /// Where each stands, in Unicode scalars.
  private let places: [Int32]
  /// Whether each is the first of its line.
  private let beginsLine: [Bool]
  private let sections: [DocumentSection]
  /// How many Unicode scalars the text has.
  public let count: Int

  /// - Parameter layout: That of the document.
  /// - Complexity: O(*n*), some 10 ms for a megabyte; do it once and off the main thread.
  public init(_ document: RFCDocument, _ layout: RFCLayout) {
    self.init(
      document.text, skipping: layout.lines.lazy.filter(\.isFurniture).map(\.span.scalars),
      sections: layout.sections)
  }

  /// - Parameter furniture: What does not count, in order, in Unicode scalars.
  init(_ text: String, skipping furniture: some Sequence<Range<Int>>, sections: [DocumentSection]) {
    var letters: [Unicode.Scalar] = []
    var places: [Int32] = []
    var beginsLine: [Bool] = []
    var isNewLine = true
    letters.reserveCapacity(text.utf8.count)
    beginsLine.reserveCapacity(text.utf8.count)
    places.reserveCapacity(text.utf8.count)
    var skipped = furniture.makeIterator()
    var next = skipped.next()
    var place = 0
    for scalar in text.unicodeScalars {
      while let range = next, range.upperBound <= place { next = skipped.next() }
      if !scalar.isGap, !(next?.contains(place) ?? false) {
        letters.append(scalar)
        places.append(Int32(truncatingIfNeeded: place))
        beginsLine.append(isNewLine)
        isNewLine = false
      } else if scalar == "\n" {
        isNewLine = true
      }
      place += 1
    }
    (self.letters, self.places, self.beginsLine) = (letters, places, beginsLine)
    (self.sections, count) = (sections, place)
  }

  /// The words of a stretch of the text, without headers and footers of pages, and with one space for each
  /// gap.
  ///
  /// - Complexity: O(*k*) in the length of the stretch.
  public func quote(of range: Range<Int>) -> String {
    var quote = String.UnicodeScalarView()
    var last: Int32?
    for index in first(at: range.lowerBound)..<first(at: range.upperBound) {
      if let last, places[index] > last + 1 { quote.append(" ") }
      quote.append(letters[index])
      last = places[index]
    }
    return String(quote)
  }

  /// The words of a stretch of the text line by line, without indents, headers and footers of pages.
  ///
  /// - Complexity: O(*k*) in the length of the stretch.
  public func lines(of range: Range<Int>) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    for index in first(at: range.lowerBound)..<first(at: range.upperBound) {
      let place = Int(places[index])
      if let last = lines.last, !beginsLine[index] {
        lines[lines.count - 1] = last.lowerBound..<place + 1
      } else {
        lines.append(place..<place + 1)
      }
    }
    return lines
  }

  /// Where words stand now: in the section that they were in if they are there, and as near as can be to
  /// where they were.
  ///
  /// - Parameters:
  ///   - start: Where they stood, in Unicode scalars.
  ///   - section: The number of the section that had them; empty for none.
  /// - Returns: Nil where the text does not have them.
  /// - Complexity: O(*n*)
  public func place(of quote: String, near start: Int, in section: String = "") -> Range<Int>? {
    let wanted = quote.unicodeScalars.filter { !$0.isGap }
    guard !wanted.isEmpty, wanted.count <= letters.count else { return nil }
    let home = span(of: section)
    var best: (isAtHome: Bool, distance: Int, range: Range<Int>)?
    forEachPlace(of: Array(wanted)) { index in
      let range = Int(places[index])..<Int(places[index + wanted.count - 1]) + 1
      let isAtHome = home?.contains(range.lowerBound) ?? true
      let distance = abs(range.lowerBound - start)
      if let best, best.isAtHome != isAtHome ? best.isAtHome : best.distance <= distance { return }
      best = (isAtHome, distance, range)
    }
    return best?.range
  }

  /// Where a note stands now: where its words are, or else at the section that had them, or where it stood.
  ///
  /// - Returns: The place, and whether the words of the note are there.
  public func place(of note: RFCNote) -> (range: Range<Int>, isFound: Bool) {
    if let found = place(of: note.quote, near: note.place.lowerBound, in: note.section) {
      return (found, true)
    }
    if let home = span(of: note.section) { return (home.lowerBound..<home.lowerBound, false) }
    let start = min(note.place.lowerBound, count)
    return (start..<start, note.quote.isEmpty)
  }

  /// The number of the section that has a place; empty where there is none, or where it has no number.
  public func section(at place: Int) -> String {
    let last = sections.last { $0.span.scalars.lowerBound <= place }
    return last?.heading.number ?? ""
  }

  private func span(of section: String) -> Range<Int>? {
    guard !section.isEmpty else { return nil }
    let key = SectionName.number(section)
    return sections.first { $0.key == key }?.span.scalars
  }

  /// The first letter at a place or behind it.
  private func first(at place: Int) -> Int {
    places.partitioningIndex { Int($0) >= place }
  }

  /// Calls a closure with the index of the first letter of each place that has all the letters.
  private func forEachPlace(of wanted: [Unicode.Scalar], _ body: (Int) -> Void) {
    // How many letters are still right where one is wrong.
    var kept = [0]
    var length = 0
    for index in 1..<max(1, wanted.count) {
      while length > 0, wanted[index] != wanted[length] { length = kept[length - 1] }
      if wanted[index] == wanted[length] { length += 1 }
      kept.append(length)
    }
    length = 0
    for (index, letter) in letters.enumerated() {
      while length > 0, letter != wanted[length] { length = kept[length - 1] }
      if letter == wanted[length] { length += 1 }
      if length == wanted.count {
        body(index + 1 - length)
        length = kept[length - 1]
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is no letter or sign: a blank, the end of a line or a control character.
  fileprivate var isGap: Bool {
    value <= 0x20 || (value >= 0x7F && (properties.isWhitespace || value < 0xA0))
  }
}
