internal import Hikidashi
internal import RFCKit

/// A slim bar over a document that is no longer what one should read alone: what has replaced it, and what
/// has changed it since.
@MainActor
final class StandingBar {
  let part: Stack
  private let icon = Image(icon: "dialog-warning-symbolic")
  private let words = Label().wrapping().selectable()
  private var entry: RFCEntry?
  private var errata = 0
  /// Called when the mistakes are asked for.
  var onErrata: (@MainActor () -> Void)?
  /// Called with the number of an RFC whose link is followed.
  var onLink: (@MainActor (Int) -> Void)?
  /// Called with the number of an RFC when a person asks what it has changed.
  var onCompare: (@MainActor (Int) -> Void)?
  /// Returns lines for its context menu, given the target of the link that it is opened over.
  var menu: (@MainActor (_ link: String?) -> [Menu])? {
    get { words.menu }
    set { words.menu = newValue }
  }

  init() {
    barSheet.install()
    part = Stack(.horizontal, spacing: 8, [icon, words.expand(.horizontal)])
      .styleClass("rfc-standing")
    part.isVisible = false
    words.linkAddress = { Int($0).map(RFCEntry.address) }
    words.onLink = { [weak self] target in
      if let number = Int(target) {
        self?.onLink?(number)
      } else if let number = Comparison.number(target) {
        self?.onCompare?(number)
      } else {
        self?.onErrata?()
      }
    }
  }

  func show(_ entry: RFCEntry?) {
    self.entry = entry
    update()
  }

  /// Tells how many mistakes are known in the document.
  func show(errata: Int) {
    self.errata = errata
    update()
  }

  private func update() {
    var pieces = entry.map(Self.pieces) ?? []
    if errata > 0 {
      pieces.append(.text(pieces.isEmpty ? "" : " "))
      let words = trn("{} known mistake", "{} known mistakes", errata, errata)
      pieces.append(.link(words, target: "errata"))
      pieces.append(.text("."))
    }
    part.isVisible = !pieces.isEmpty
    icon.isVisible = entry.map { $0.isObsolete || $0.status == .historic } ?? false
    words.show(pieces)
  }

  private static func pieces(_ entry: RFCEntry) -> [Label.Piece] {
    var sentences: [[Label.Piece]] = []
    if entry.isObsolete {
      sentences.append(
        [.text(tr("Obsolete. Replaced by") + " ")] + links(entry.obsoletedBy) + [.text(".")]
          + Comparison.link(to: entry))
    } else if entry.status == .historic {
      sentences.append([.text(tr("Historic: no longer recommended."))])
    }
    if !entry.updatedBy.isEmpty {
      sentences.append([.text(tr("Updated by") + " ")] + links(entry.updatedBy) + [.text(".")])
    }
    return Array(sentences.joined(separator: [.text(" ")]))
  }

  /// Names of documents with commas between them; those of RFCs are links.
  static func links(_ references: [DocumentReference]) -> [Label.Piece] {
    references.enumerated().flatMap { place, reference -> [Label.Piece] in
      // The number stands in one line with what it is of.
      let name = reference.description.replacing(" ", with: "\u{A0}")
      return [
        .text(place == 0 ? "" : ", "),
        reference.isRFC ? .link(name, target: String(reference.number)) : .text(name),
      ]
    }
  }
}

private let barSheet = StyleSheet(
  "rfc-standing",
  css: """
    .rfc-standing {
      padding: 6px 12px; background-color: alpha(@warning_bg_color, 0.25);
      border-bottom: 1px solid alpha(currentColor, 0.15);
    }
    """)
