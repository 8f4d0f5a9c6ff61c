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
