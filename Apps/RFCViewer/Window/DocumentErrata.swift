internal import Hikidashi
internal import RFCKit

/// The errata of the document that is shown, and where they apply.
struct DocumentErrata: Sendable {
  /// An erratum and its place.
  struct Placed: Sendable, Hashable {
    var erratum: RFCErratum
    var place: ErratumPlace
  }

  /// Those that are verified or held, in the order of the text; those of the document as a whole come first.
  let placed: [Placed]

  init(_ errata: [RFCErratum], in document: ShownDocument) {
    let finder = ErratumFinder(document.document, document.layout)
    let all = errata.filter(\.status.isShown).map {
      Placed(erratum: $0, place: finder.place(of: $0))
    }
    placed = all.enumerated().sorted {
      let (one, other) = (
        Self.range(of: $0.element, in: document)?.lowerBound ?? -1,
        Self.range(of: $1.element, in: document)?.lowerBound ?? -1
      )
      return (one, $0.offset) < (other, $1.offset)
    }.map(\.element)
  }

  subscript(id: Int) -> Placed? { placed.first { $0.erratum.id == id } }

  /// Where an erratum applies: the words, or the heading of the section; nil for the document as a whole.
  static func range(of placed: Placed, in document: ShownDocument) -> Range<Int>? {
    switch placed.place {
    case .text(let span): span.scalars
    case .section(let position): document.layout.headings[position].span.scalars
    case .document: nil
    }
  }

  /// What marks them in the text that is shown: the words, or the heading of the section.
  func spans(in document: ShownDocument) -> [StyledRange] {
    placed.compactMap { placed in
      Self.range(of: placed, in: document).map {
        StyledRange(document.rendition.range(of: $0), .remark(String(placed.erratum.id)))
      }
    }
  }
}

/// The errata of a library, which are read once, off the main thread.
@MainActor
final class ErrataShelf {
  private let library: RFCLibrary
  private var reading: Task<Result<RFCErrata?, RFCLibraryError>, Never>?

  init(_ library: RFCLibrary) { self.library = library }

  /// The errata of an RFC; none where the library has no file of them, or none that can be read.
  func errata(of number: Int) async -> [RFCErratum] {
    let library = library
    let reading =
      self.reading
      ?? Task.detached(priority: .utility) {
        Result { () throws(RFCLibraryError) in try library.errata() }
      }
    self.reading = reading
    guard case .success(let errata?) = await reading.value else { return [] }
    return errata[number]
  }

  /// Has the file read again, as after another came.
  func forget() { reading = nil }
}
