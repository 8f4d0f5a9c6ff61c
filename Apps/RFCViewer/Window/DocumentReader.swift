internal import Hikidashi
internal import RFCKit

/// Reads documents of a library, and files that lie elsewhere, and finds their parts.
struct DocumentReader {
  typealias Outcome = Result<ShownDocument, RFCLibraryError>

  private let library: RFCLibrary

  init(_ library: RFCLibrary) { self.library = library }

  /// Reads what is meant by a place, off the main thread.
  func read(_ place: Reading.Place, as form: RFCTextForm) async -> Outcome {
    // The guide to the program is there whatever library is read.
    let library = place.number == RFCLibrary.guideNumber ? .builtIn : library
    return await offMainThread {
      Outcome { () throws(RFCLibraryError) in
        let document =
          if let path = place.path { try RFCLibrary.document(at: path) } else {
            try library.document(place.number)
          }
        return ShownDocument(document, number: place.number, form: form)
      }
    }
  }
}

extension DocumentReader.Outcome {
  /// Whether the document is to be fetched: it is not there, or a power cut has left nothing of it.
  var isMissing: Bool {
    switch self {
    case .failure(.notInLibrary), .failure(.empty): true
    case .success, .failure: false
    }
  }
}
