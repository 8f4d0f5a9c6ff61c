internal import Hikidashi
internal import RFCKit

/// A row of what was found: the number in a column of its own, then the title, what it is, and why it was
/// found, with the words marked.
@MainActor
final class FoundCell: RFCCell {
  private let reason: Label

  init() {
    let reason = Label().wrapping().expand(.horizontal).styleClass("caption", "rfc-reason")
    self.reason = reason
    super.init(reason)
  }

  /// - Parameters:
  ///   - reason: Why the entry was found, where its title does not tell; nil for nothing.
  ///   - isHere: Whether its text is on this machine.
  func show(_ entry: RFCEntry, title words: MarkedText, reason why: MarkedText?, isHere: Bool) {
    show(entry, isHere: isHere)
    title.show(words.pieces)
    show(why)
  }

  /// - Parameter title: That of the RFC.
  func show(_ hit: RFCTextHit, of title: String) {
    let section = [hit.section, hit.sectionTitle].compactMap { $0 }.filter { !$0.isEmpty }
    tooltip(nil)
    show(number: String(hit.number), facts: title)
    self.title.text = section.isEmpty ? tr("Beginning") : section.joined(separator: "  ")
    show(MarkedText(parts: hit.snippet.parts).around(120))
  }

  /// Shows a heading, or another line that is no RFC.
  func show(line: String) {
    show(heading: line)
    show(nil)
  }

  private func show(_ why: MarkedText?) {
    reason.show(why?.pieces ?? [])
    reason.isVisible = why != nil
  }
}
