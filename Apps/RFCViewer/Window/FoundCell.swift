internal import Hikidashi
internal import RFCKit

/// A row of what was found: the number in a column of its own, then the title, what it is, and why it was
/// found, with the words marked.
@MainActor
final class FoundCell: Stack {
  private let number = Label().styleClass("numeric").minimumSize(width: 44)
  private let title = Label().ellipsized().expand(.horizontal)
  private let facts = Label().ellipsized().expand(.horizontal).styleClass("caption", "dim-label")
  private let reason = Label().wrapping().expand(.horizontal).styleClass("caption", "rfc-reason")

  init() {
    RFCCell.installSheet()
    let words = Stack(.vertical, spacing: 0, [title, facts, reason]).expand(.horizontal)
      .align(vertical: .center)
    super.init(
      .horizontal, spacing: 8, [number.textAlignment(.end).align(vertical: .start), words])
    styleClass("rfc-row")
  }

  /// - Parameters:
  ///   - reason: Why the entry was found, where its title does not tell; nil for nothing.
  ///   - isHere: Whether its text is on this machine.
  func show(_ entry: RFCEntry, title words: MarkedText, reason why: MarkedText?, isHere: Bool) {
    show(number: String(entry.number), facts: entry.facts, why, isObsolete: entry.isObsolete)
    title.show(words.pieces)
    setStyleClass("rfc-away", !isHere)
  }

  /// - Parameter title: That of the RFC.
  func show(_ hit: RFCTextHit, of title: String) {
    let section = [hit.section, hit.sectionTitle].compactMap { $0 }.filter { !$0.isEmpty }
    show(
      number: String(hit.number), facts: title,
      MarkedText(parts: hit.snippet.parts).around(120), isObsolete: false)
    self.title.text = section.isEmpty ? tr("Beginning") : section.joined(separator: "  ")
    setStyleClass("rfc-away", false)
  }

  /// Shows a heading, or another line that is no RFC.
  func show(line: String) {
    show(number: nil, facts: "", nil, isObsolete: false)
    title.text = line
    setStyleClass("rfc-away", false)
  }

  private func show(number: String?, facts: String, _ why: MarkedText?, isObsolete: Bool) {
    self.number.isVisible = number != nil
    self.number.text = number ?? ""
    self.facts.text = facts
    self.facts.isVisible = !facts.isEmpty
    reason.show(why?.pieces ?? [])
    reason.isVisible = why != nil
    setStyleClass("rfc-obsolete", isObsolete)
  }
}
