internal import Hikidashi
internal import RFCKit

/// Two documents with what is different between them.
struct Comparison: Sendable {
  /// What became of a section.
  enum Fate: Sendable, Hashable {
    /// Nothing but perhaps its number is another.
    case same
    /// Its text or its title is another.
    case changed
    /// The newer document alone has it.
    case added
    /// The older document alone has it.
    case removed
  }

  let numbers: (old: Int, new: Int)
  let difference: RFCDifference
  /// What became of each pair of sections.
  let fates: [Fate]
  private let newer: RFCDocument
  private let layout: RFCLayout

  /// - Returns: nil where it was stopped.
  init?(
    from old: RFCDocument, to new: RFCDocument, _ numbers: (old: Int, new: Int),
    while goesOn: (Double) -> Bool
  ) {
    guard let difference = RFCDifference(from: old, to: new, while: goesOn) else { return nil }
    self.numbers = numbers
    self.difference = difference
    newer = new
    layout = new.layout()
    fates = difference.pairs.map(Self.fate)
  }

  private static func fate(of pair: RFCDifference.Pair) -> Fate {
    guard let old = pair.old else { return .added }
    guard let new = pair.new else { return .removed }
    let isSame = pair.changes.isEmpty && title(old) == title(new)
    return isSame ? .same : .changed
  }

  private static func title(_ section: DocumentSection) -> String {
    section.heading.title.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The paragraphs of a section that has not changed.
  func paragraphs(ofPair position: Int) -> [RFCParagraph] {
    difference.pairs[position].new.map { newer.paragraphs(layout, of: $0) } ?? []
  }

  /// How many sections have a fate.
  func count(_ fate: Fate) -> Int { fates.count { $0 == fate } }

  /// All that is different, in lines with signs, as the command line prints it.
  var plainText: String {
    let text = DifferenceText(isColored: false)
    return "--- " + tr("RFC {}", numbers.old) + "\n+++ " + tr("RFC {}", numbers.new) + "\n"
      + difference.pairs.map { text.text(of: $0) }.joined()
  }
}

extension Comparison.Fate {
  /// The sign before what has this fate.
  var sign: String {
    switch self {
    case .same: "="
    case .changed: "±"
    case .added: "+"
    case .removed: "−"
    }
  }

  /// The word for it, which a screen reader reads.
  var title: String {
    switch self {
    case .same: tr("unchanged")
    case .changed: tr("changed")
    case .added: tr("added")
    case .removed: tr("removed")
    }
  }
}

extension DocumentSection {
  /// Number and title of the section.
  var name: String {
    [heading.number, heading.title].compactMap(\.self).filter { !$0.isEmpty }
      .joined(separator: "  ")
  }
}

extension Comparison {
  /// A link to what the one document that has replaced an RFC has changed; none where there are several.
  static func link(to entry: RFCEntry) -> [Label.Piece] {
    guard entry.obsoletedBy.count == 1, entry.obsoletedBy[0].isRFC else { return [] }
    return [
      .text(" "), .link(tr("What has changed?"), target: "compare:\(entry.obsoletedBy[0].number)"),
    ]
  }

  /// The number of the document to compare with that a link of ``link(to:)`` names.
  static func number(_ target: String) -> Int? {
    target.hasPrefix("compare:") ? Int(target.dropFirst(8)) : nil
  }
}
