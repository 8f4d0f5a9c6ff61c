/// A date as the index prints it, at the end of a text.
///
/// Forms over the years: `April 1969`, `Apr-07-1969`, `April-01-2001`, `April 1 1978`,
/// `1 April 1978`, and a year alone after a full stop.
struct PrintedDate {
  var date: RFCDate
  /// Where the date begins in the text.
  var start: Int

  /// Reads the date that ends before `end`, full stops and blanks after it ignored.
  init?(in text: ByteSlice, endingAt end: Int) {
    var last = min(end, text.count)
    while last > 0, isBlank(text[last - 1]) || text[last - 1] == UInt8(ascii: ".") { last -= 1 }
    let yearWord = text.word(endingAt: last)
    guard yearWord.count == 4, let year = text[yearWord].decimalNumber,
      let word = text.wordBefore(yearWord)
    else { return nil }
    if let month = Self.month(text[word]) {
      date = RFCDate(year: year, month: month)
      start = word.lowerBound
      if let dayWord = text.wordBefore(word), let day = Self.day(text[dayWord]),
        text.followsFullStop(dayWord.lowerBound)
      {
        date.day = day
        start = dayWord.lowerBound
      }
    } else if let day = Self.day(text[word]), let monthWord = text.wordBefore(word),
      let month = Self.month(text[monthWord])
    {
      date = RFCDate(year: year, month: month, day: day)
      start = monthWord.lowerBound
    } else if text.followsFullStop(yearWord.lowerBound) {
      date = RFCDate(year: year)
      start = yearWord.lowerBound
    } else {
      return nil
    }
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ].map { Array($0.utf8) }

  /// The month, 1 to 12, written in full or cut to at least three letters.
  private static func month(_ word: ByteSlice) -> Int? {
    guard word.count >= 3, word.allSatisfy(isLetter) else { return nil }
    let position = months.firstIndex { month in
      word.count <= month.count && zip(word, month).allSatisfy { $0 | 0x20 == $1 }
    }
    return position.map { $0 + 1 }
  }

  private static func day(_ word: ByteSlice) -> Int? {
    guard word.count <= 2, let day = word.decimalNumber, 1...31 ~= day else { return nil }
    return day
  }
}

extension ByteSlice {
  /// The run of ASCII letters and digits that ends before `end`.
  fileprivate func word(endingAt end: Int) -> Range<Int> {
    var start = end
    while start > 0, isLetter(self[start - 1]) || isDigit(self[start - 1]) { start -= 1 }
    return start..<end
  }

  /// The word before another, parted from it by one hyphen or blanks, perhaps with a comma.
  fileprivate func wordBefore(_ word: Range<Int>) -> Range<Int>? {
    var end = word.lowerBound
    while end > 0, isBlank(self[end - 1]) || self[end - 1] == UInt8(ascii: "-") { end -= 1 }
    guard end < word.lowerBound else { return nil }
    if end > 0, self[end - 1] == UInt8(ascii: ",") { end -= 1 }
    return self.word(endingAt: end)
  }

  /// Whether a full stop and blanks stand before `position`.
  fileprivate func followsFullStop(_ position: Int) -> Bool {
    let before = trimmingBlanks(0..<position).upperBound
    return before > 0 && before < position && self[before - 1] == UInt8(ascii: ".")
  }
}
