import Hikidashi

enum ReaderPage: GalleryPage {
  static let title = tr("Text reader")
  static let summary = tr("Follow the links by a click, or with Tab and Enter; Ctrl+F finds words.")
  static let file = #filePath

  static func make() -> Part {
    let text = """
      1.  Words

      The key words are those of BCP 14, which is RFC 2119 as updated
      by RFC 8174.

                                                               [Page 1]
      """
    func range(of words: String) -> Range<Int>? {
      guard let found = text.firstRange(of: words) else { return nil }
      let start = text.unicodeScalars.distance(from: text.startIndex, to: found.lowerBound)
      return start..<start + words.unicodeScalars.count
    }
    let kinds: [(String, StyledRange.Kind)] = [
      ("1.  Words", .heading), ("RFC 2119", .link("2119")), ("RFC 8174", .link("8174")),
      ("[Page 1]", .dim),
    ]
    let followed = Label("No link followed yet").margin(12)
    let reader = TextReader { followed.text = "Followed the link to \($0)" }
    reader.show(
      text,
      spans: kinds.compactMap { words, kind in
        range(of: words).map { StyledRange($0, kind) }
      })
    return Stack(.vertical, spacing: 0) { [FindBar(in: reader), reader, followed] }
  }
}
