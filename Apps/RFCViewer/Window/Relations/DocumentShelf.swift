internal import Hikidashi
internal import RFCKit

/// Where windows have documents from that are not the one that is read: the library, and its mirror for
/// those that are not here yet.
@MainActor
struct DocumentShelf {
  let library: RFCLibrary
  let link: MirrorLink?

  /// Reads a document off the main thread; one that is not here is fetched.
  func document(_ number: Int) async throws -> RFCDocument {
    do throws(RFCLibraryError) {
      return try await read(number)
    } catch {
      guard let link else { throw error }
      switch error {
      case .notInLibrary, .empty: try await link.fetch(number)
      default: throw error
      }
      return try await read(number)
    }
  }

  private func read(_ number: Int) async throws(RFCLibraryError) -> RFCDocument {
    let library = library
    return try await offMainThread { () throws(RFCLibraryError) in try library.document(number) }
  }
}
