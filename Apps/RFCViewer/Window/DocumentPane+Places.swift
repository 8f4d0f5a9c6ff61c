internal import Hikidashi
internal import RFCKit

/// Places of the document that a person means, in Unicode scalars of its text.
extension DocumentPane {
  /// What is selected; nil where nothing is.
  var selection: Range<Int>? {
    guard hasDocument, let shown, let range = reader.selectedRange else { return nil }
    let start = shown.rendition.original(of: range.lowerBound)
    return start..<max(start, shown.rendition.original(of: range.upperBound - 1) + 1)
  }

  /// Selects nothing; the view stays.
  func clearSelection() { reader.select(reader.cursor..<reader.cursor) }

  /// A stretch of the text with the words whole in which it begins and ends.
  func wholeWords(_ range: Range<Int>) -> Range<Int> {
    guard let text = shownText?.unicodeScalars, !range.isEmpty,
      let start = text.index(text.startIndex, offsetBy: range.lowerBound, limitedBy: text.endIndex),
      let end = text.index(start, offsetBy: range.count, limitedBy: text.endIndex)
    else { return range }
    func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    var (first, last) = (range.lowerBound, range.upperBound)
    if isOfWord(text[start]) {
      first -= text[..<start].reversed().prefix(while: isOfWord).count
    }
    if isOfWord(text[text.index(before: end)]) {
      last += text[end...].prefix(while: isOfWord).count
    }
    return first..<last
  }

  /// The place over which the context menu was opened.
  var menuPlace: Int? { reader.menuPlace.flatMap { shown?.rendition.original(of: $0) } }

  /// Where a person reads: the cursor where it is in view, else the top of the view.
  var readingPlace: Int {
    reader.showsCaret || reader.isShown(reader.cursor) ? cursor : top
  }

  /// The words of the line that has a place, or of the next line that has any.
  func line(at place: Int) -> Range<Int> {
    guard let text = shownText else { return place..<place }
    let scalars = text.unicodeScalars
    var start =
      scalars.index(
        scalars.startIndex, offsetBy: max(0, place), limitedBy: scalars.endIndex)
      ?? scalars.endIndex
    var offset = max(0, place)
    while start > scalars.startIndex, scalars[scalars.index(before: start)] != "\n" {
      start = scalars.index(before: start)
      offset -= 1
    }
    // Empty lines have no words by which they would be found again.
    while start < scalars.endIndex, scalars[start].properties.isWhitespace {
      start = scalars.index(after: start)
      offset += 1
    }
    guard start < scalars.endIndex else { return place..<place }
    let line = scalars[start...].prefix { $0 != "\n" && $0 != "\r" }
    let blanks = line.reversed().prefix { $0.properties.isWhitespace }.count
    return offset..<offset + line.count - blanks
  }
}
