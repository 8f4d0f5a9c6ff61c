/// The text of a document in a form, and which place of it is which place of the document.
///
/// ```swift
/// let layout = document.layout()
/// let rendition = document.rendition(.reflowed, layout)
/// let place = rendition.place(of: layout.sections[3].span.scalars.lowerBound)
/// ```
///
/// All places are offsets in Unicode scalars.
public struct RFCRendition: Sendable {
  /// A stretch of the text of one kind; its end of line is no part of it.
  public struct Block: Sendable, Hashable {
    /// What a block is.
    public enum Kind: Sendable, Hashable {
      /// The title of the document.
      case title
      /// The heading of a section; 1 for a chapter.
      case heading(Int)
      /// Sentences, set in by so many levels.
      case prose(Int)
      /// An item of a list with its mark; 1 for a list, 2 for a list within it.
      case item(Int)
      /// The term that the next block explains, set in by so many levels.
      case term(Int)
      /// A figure, a table or code: lines that stay as they are.
      case figure
    }

    /// What it is.
    public var kind: Kind
    /// Where it is in ``RFCRendition/text``.
    public var range: Range<Int>
  }

  /// The form that the text has.
  public let form: RFCTextForm
  /// The text.
  public let text: String
  /// What it is made of; empty but in the reflowed form.
  public let blocks: [Block]
  private let runs: [RenditionRun]

  init(_ form: RFCTextForm, text: String, blocks: [Block] = [], runs: [RenditionRun]) {
    (self.form, self.text, self.blocks, self.runs) = (form, text, blocks, runs)
  }

  /// Where a place of the document is in the text; what the text leaves out is at what follows it.
  ///
  /// - Complexity: O(log *n*)
  public func place(of original: Int) -> Int {
    // Empty lines above the first one are seen, too.
    guard original > 0 else { return 0 }
    guard let run = runs.first(notBefore: original, \.original) else {
      return runs.last?.shown.upperBound ?? 0
    }
    return run.shown.lowerBound
      + min(max(original - run.original.lowerBound, 0), run.shown.count)
  }

  /// Which place of the document a place of the text is.
  ///
  /// - Complexity: O(log *n*)
  public func original(of place: Int) -> Int {
    guard place > 0 else { return 0 }
    guard let run = runs.first(notBefore: place, \.shown) else {
      return runs.last?.original.upperBound ?? 0
    }
    return run.original.lowerBound
      + min(max(place - run.shown.lowerBound, 0), run.original.count)
  }

  /// Where a stretch of the document is in the text; empty where the text leaves it out.
  ///
  /// - Complexity: O(log *n*)
  public func range(of original: Range<Int>) -> Range<Int> {
    let start = place(of: original.lowerBound)
    guard !original.isEmpty else { return start..<start }
    // The end of a stretch belongs to its last scalar, not to what follows it.
    guard let last = runs.last(beginningBefore: original.upperBound) else { return start..<start }
    let length = min(original.upperBound - last.original.lowerBound, last.shown.count)
    return start..<max(start, last.shown.lowerBound + length)
  }
}

/// A stretch of the text that is one of the document. Both are equally long, but where a broken word is
/// joined.
struct RenditionRun: Sendable, Hashable {
  var original: Range<Int>
  var shown: Range<Int>
}

extension [RenditionRun] {
  /// The first that has a place or lies behind it.
  fileprivate func first(
    notBefore place: Int, _ range: KeyPath<RenditionRun, Range<Int>>
  ) -> RenditionRun? {
    let found = position { $0[keyPath: range].upperBound > place }
    return found < endIndex ? self[found] : nil
  }

  fileprivate func last(beginningBefore original: Int) -> RenditionRun? {
    let found = position { $0.original.lowerBound >= original }
    return found > startIndex ? self[found - 1] : nil
  }

  /// The first of which something is true that is true of all behind it, too.
  private func position(_ isTrue: (RenditionRun) -> Bool) -> Int {
    var places = indices
    while let middle = places.isEmpty ? nil : places.lowerBound + places.count / 2 {
      if isTrue(self[middle]) {
        places = places.lowerBound..<middle
      } else {
        places = middle + 1..<places.upperBound
      }
    }
    return places.lowerBound
  }
}

extension RFCDocument {
  /// Sets the text in a form.
  ///
  /// - Parameter layout: That of the document.
  /// - Complexity: O(*n*) in the text; do it off the main thread.
  public func rendition(_ form: RFCTextForm, _ layout: RFCLayout) -> RFCRendition {
    switch form {
    case .original:
      let whole = 0..<text.unicodeScalars.count
      return RFCRendition(
        form, text: text, runs: [RenditionRun(original: whole, shown: whole)])
    case .unpaged:
      var writer = RenditionWriter(self, layout)
      writer.writeLines()
      return writer.finish(form)
    case .reflowed:
      var writer = RenditionWriter(self, layout)
      writer.writeParagraphs()
      return writer.finish(form)
    }
  }
}
