/// What is different between an RFC and the one that replaced it, section by section.
///
/// ```swift
/// let difference = RFCDifference(from: old, to: new)
/// for pair in difference.pairs { print(pair.old?.heading.title ?? "new", pair.changes.count) }
/// ```
///
/// Sections are paired by their titles and their words, wherever they stand. Within a pair paragraphs
/// are aligned, and within those words. Where lines and pages end is no difference.
public struct RFCDifference: Sendable {
  /// Two sections that are one, or one that only one of the documents has.
  public struct Pair: Sendable, Hashable {
    /// The section of the older document; nil where there is none.
    public var old: DocumentSection?
    /// The section of the newer document; nil where there is none.
    public var new: DocumentSection?
    /// What is different, in the order of the text; empty where only numbers are.
    public var changes: [Change]
  }

  /// Paragraphs that differ.
  public struct Change: Sendable, Hashable {
    /// Those of the older document; empty where they are new.
    public var old: [RFCParagraph]
    /// Those of the newer document; empty where they are gone.
    public var new: [RFCParagraph]
    /// Their words, one after another.
    public var words: [Piece]
  }

  /// Words in a row that have the same fate.
  public struct Piece: Sendable, Hashable {
    /// What became of words.
    public enum Fate: String, Sendable, Hashable, CaseIterable {
      /// Both documents have them.
      case kept
      /// The older document alone has them.
      case removed
      /// The newer document alone has them.
      case added
    }

    /// What became of the words.
    public var fate: Fate
    /// The words with a space between them.
    public var text: String
  }

  /// The pairs in the order of the newer document; what it does not have stands behind what came before
  /// it in the older one.
  public let pairs: [Pair]

  /// Compares two documents.
  ///
  /// - Complexity: O(*n* · *m*) in the numbers of sections, and in their words O(*n* · *d*) with *d*
  ///   words that differ.
  public init(from old: RFCDocument, to new: RFCDocument) {
    pairs = RFCDifference(from: old, to: new) { _ in true }?.pairs ?? []
  }

  /// Compares two documents, unless it is told to stop.
  ///
  /// ```swift
  /// let difference = RFCDifference(from: old, to: new) { done in
  ///   report.fraction = done
  ///   return !Task.isCancelled
  /// }
  /// ```
  ///
  /// - Parameter goesOn: Called now and then with the share of the work that is done, from 0 to 1; it returns
  ///   false to stop.
  /// - Returns: nil where it was stopped.
  /// - Complexity: That of ``init(from:to:)``.
  public init?(
    from old: RFCDocument, to new: RFCDocument, while goesOn: (_ done: Double) -> Bool
  ) {
    guard goesOn(0) else { return nil }
    let older = ComparedText(old)
    guard goesOn(0.1) else { return nil }
    let newer = ComparedText(new)
    guard goesOn(0.2) else { return nil }
    let order = SectionPairing(older, newer).order
    var pairs: [Pair] = []
    for (position, place) in order.enumerated() {
      guard goesOn(0.4 + 0.6 * Double(position) / Double(order.count)) else { return nil }
      let before = place.old.map { older.paragraphs[$0] } ?? []
      let after = place.new.map { newer.paragraphs[$0] } ?? []
      pairs.append(
        Pair(
          old: place.old.map { older.layout.sections[$0] },
          new: place.new.map { newer.layout.sections[$0] },
          changes: ParagraphDifference.changes(before, after)))
    }
    self.pairs = pairs
  }
}

/// A document as it is compared.
struct ComparedText {
  let layout: RFCLayout
  /// The paragraphs of each section, without those of the sections within it.
  let paragraphs: [[RFCParagraph]]

  init(_ document: RFCDocument) {
    let layout = document.layout()
    let reader = ParagraphReader(document, layout)
    self.layout = layout
    paragraphs = layout.sections.map { section in
      let isContents = ["table of contents", "contents"].contains(
        SectionName.folded(section.heading.title))
      return isContents ? [] : reader.paragraphs(of: section)
    }
  }
}
