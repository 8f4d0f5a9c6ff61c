internal import Hikidashi
internal import RFCKit

/// Why an RFC was found, where its title does not tell: in a line below it.
struct MatchReason {
  /// Nil where the title tells all.
  let text: MarkedText?

  /// - Parameter words: Those that were looked for, folded.
  init(_ match: RFCMatch, of entry: RFCEntry, _ details: RFCDetails?, _ words: [String]) {
    // Who asks for a number wants to know what has become of it.
    if match.places.contains(.wholeNumber), entry.isObsolete {
      let names = entry.obsoletedBy.map { "\($0)".withHardBlanks }.joined(separator: ", ")
      text = MarkedText(tr("Replaced by {}", names), words: [])
      return
    }
    let places: [(RFCMatch.Places, [String], (String) -> String)] = [
      (.author, entry.authors.map(\.name), { tr("Author: {}", $0) }),
      (.keyword, details?.keywords ?? [], { tr("Keyword: {}", $0) }),
      (.abstract, details.map { [$0.abstract] } ?? [], { tr("Abstract: {}", $0) }),
    ]
    for (place, texts, label) in places where match.places.contains(place) {
      let found = texts.lazy.map { MarkedText($0, words: words) }.filter(\.hasMarks).prefix(3)
      guard let first = found.first else { continue }
      let marked = place == .abstract ? first.around(90) : Self.joined(Array(found))
      text = Self.labelled(marked, label)
      return
    }
    text = nil
  }

  private static func joined(_ texts: [MarkedText]) -> MarkedText {
    var parts: [TextSnippet.Part] = []
    for (place, text) in texts.enumerated() {
      if place > 0 { parts.append(TextSnippet.Part(", ")) }
      parts += text.parts
    }
    return MarkedText(parts: parts)
  }

  /// The text within the words of the reader's language that say what it is.
  private static func labelled(_ text: MarkedText, _ label: (String) -> String) -> MarkedText {
    let around = label("\u{0}").split(separator: "\u{0}", omittingEmptySubsequences: false)
    guard around.count == 2 else { return text }
    let (before, after) = (String(around[0]), String(around[1]))
    return MarkedText(
      parts: [TextSnippet.Part(before)] + text.parts + [TextSnippet.Part(after)])
  }
}

extension String {
  /// With blanks at which no line ends.
  fileprivate var withHardBlanks: String { replacing(" ", with: "\u{A0}") }
}

extension RFCEntry {
  /// What a screen reader reads; a line through a title says nothing to it.
  var spokenName: String {
    let name = "\(number) \(shownTitle)"
    return isObsolete ? tr("{}, obsolete", name) : name
  }
}
