internal import Hikidashi
internal import RFCKit

/// The notes of one document, each where its words stand in the text that is shown.
struct PlacedNotes: Sendable {
  struct Placed: Sendable {
    let number: RecordNumber
    let note: RFCNote
    let range: Range<Int>
    /// Whether the words of the note are there.
    let isFound: Bool
  }

  /// In the order of the text.
  let all: [Placed]

  /// None.
  init() { all = [] }

  init(_ notes: [(RecordNumber, RFCNote)], in finder: QuoteFinder) {
    all = notes.map { number, note in
      let (range, isFound) = finder.place(of: note)
      return Placed(number: number, note: note, range: range, isFound: isFound)
    }.sorted { ($0.range.lowerBound, $0.number) < ($1.range.lowerBound, $1.number) }
  }

  /// How they look in the text.
  var marks: [StyledRange] {
    all.filter(\.isFound).map { placed in
      switch placed.note.kind {
      case .bookmark: StyledRange(placed.range, .bookmark)
      case .note: StyledRange(placed.range, .annotation)
      case .highlight:
        StyledRange(placed.range, .highlight((placed.note.color ?? .yellow).highlight))
      }
    }
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

extension RFCNote.Color {
  var highlight: StyledRange.Highlight {
    switch self {
    case .yellow: .yellow
    case .green: .green
    case .blue: .blue
    case .pink: .pink
    }
  }
}
