internal import Hikidashi
internal import RFCKit

/// The notes of one document, each where its words stand in the text that is shown.
struct PlacedNotes: Sendable {
  struct Placed: Sendable {
    let number: RecordNumber
    let note: RFCNote
    let range: Range<Int>
    /// Where its words are, line by line; nowhere if they are not in the text.
    let lines: [Range<Int>]
  }

  /// In the order of the text.
  let all: [Placed]

  /// None.
  init() { all = [] }

  init(_ notes: [(RecordNumber, RFCNote)], in finder: QuoteFinder) {
    all = notes.map { number, note in
      let (range, isFound) = finder.place(of: note)
      return Placed(
        number: number, note: note, range: range, lines: isFound ? finder.lines(of: range) : [])
    }.sorted { ($0.range.lowerBound, $0.number) < ($1.range.lowerBound, $1.number) }
  }

  /// How they look in the text.
  var marks: [StyledRange] {
    all.flatMap { placed in placed.lines.map { StyledRange($0, placed.look) } }
  }

  /// Those that have something in common with a stretch of the text; of an empty one, those that it lies in
  /// or touches.
  ///
  /// - Parameter kind: Those of one kind alone; nil for all.
  func touching(_ range: Range<Int>, _ kind: RFCNote.Kind? = nil) -> [Placed] {
    all.filter { placed in
      guard kind == nil || placed.note.kind == kind else { return false }
      return placed.range.isEmpty || range.isEmpty
        ? placed.range.lowerBound <= range.upperBound && range.lowerBound <= placed.range.upperBound
        : placed.range.overlaps(range)
    }
  }
}

extension PlacedNotes.Placed {
  fileprivate var look: StyledRange.Kind {
    switch note.kind {
    case .bookmark: .bookmark
    case .note: .annotation
    case .highlight: .highlight((note.color ?? .yellow).highlight)
    }
  }
}

extension RFCNote.Color {
  fileprivate var highlight: StyledRange.Highlight {
    switch self {
    case .yellow: .yellow
    case .green: .green
    case .blue: .blue
    case .pink: .pink
    }
  }
}
