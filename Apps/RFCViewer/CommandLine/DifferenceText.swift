import HikidashiCommands
import RFCKit

/// The difference of two sections as lines that begin with `-` and `+`.
struct DifferenceText {
  /// Whether a terminal shows it: what is different within a line is coloured.
  let isColored: Bool

  private static let width = 78

  /// The lines of a pair; none where nothing is different.
  func text(of pair: RFCDifference.Pair) -> String {
    let isAlone = pair.old == nil || pair.new == nil
    let isMoved = name(pair.old) != name(pair.new)
    guard isAlone || isMoved || !pair.changes.isEmpty else { return "" }
    let names = [name(pair.old), name(pair.new)]
    let title = isMoved ? names.map { $0 ?? "/dev/null" }.joined(separator: " → ") : names[0] ?? ""
    var text = "\n" + colored("@@ " + title.withoutControls + " @@", "36") + "\n"
    for change in pair.changes { text += "\n" + lines(of: change) }
    return text
  }

  private func name(_ section: DocumentSection?) -> String? {
    (section?.heading).map { heading in
      [heading.number, heading.title].compactMap(\.self).joined(separator: " ")
    }
  }

  private func lines(of change: RFCDifference.Change) -> String {
    // What stands alone is shown as it is printed, as figures and code need.
    if change.new.isEmpty { return printed(change.old, "-", "31") }
    if change.old.isEmpty { return printed(change.new, "+", "32") }
    return wrapped(change.words, without: .added, "-", "31")
      + wrapped(change.words, without: .removed, "+", "32")
  }

  private func printed(_ paragraphs: [RFCParagraph], _ sign: String, _ color: String) -> String {
    paragraphs.map { paragraph in
      paragraph.lines.map { colored(sign + $0.withoutControls, color) + "\n" }.joined()
    }.joined(separator: sign + "\n")
  }

  /// Words in lines, those that the other side has, too, without colour.
  private func wrapped(
    _ pieces: [RFCDifference.Piece], without fate: RFCDifference.Piece.Fate, _ sign: String,
    _ color: String
  ) -> String {
    var text = ""
    var column = Self.width
    for piece in pieces where piece.fate != fate {
      for word in piece.text.split(separator: " ") {
        let word = String(word).withoutControls
        if column + word.count + 1 > Self.width {
          text += (text.isEmpty ? "" : "\n") + colored(sign, color)
          column = 1
        }
        text += " " + (piece.fate == .kept ? word : colored(word, color))
        column += word.count + 1
      }
    }
    return text.isEmpty ? "" : text + "\n"
  }

  private func colored(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
