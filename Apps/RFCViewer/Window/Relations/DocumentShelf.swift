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

  /// Reads a document as ``document(_:)`` does, or makes the page that says why there is none.
  ///
  /// - Parameter retry: Tries once more, from a button of the page.
  func document(
    _ number: Int, retry: @escaping @MainActor () -> Void
  ) async -> Result<RFCDocument, Absence> {
    do { return .success(try await document(number)) } catch {
      return .failure(absence(of: number, error, retry: retry))
    }
  }

  /// A page in place of a document that cannot be shown.
  struct Absence: Error {
    let page: StatusPage
  }

  private func absence(
    of number: Int, _ error: any Error, retry: @escaping @MainActor () -> Void
  ) -> Absence {
    let title: String
    var details = "\(error)".asSentence
    var button = tr("_Try Again")
    switch error {
    case RFCLibraryError.notInLibrary:
      title = tr("RFC {} isn’t on this computer", number)
      details =
        library.directory.map { tr("To read it, put rfc{}.txt into {}.", number, $0) } ?? ""
    case let error as RFCSyncError:
      title = tr("RFC {} isn’t on this computer", number)
      details = tr("RFC {} couldn’t be downloaded", number) + ": " + error.description.asSentence
      button = tr("_Download")
    default: title = tr("RFC {} couldn’t be opened", number)
    }
    return Absence(
      page: StatusPage(title, icon: "x-office-document-symbolic", description: details) {
        Button(button) { retry() }.align(horizontal: .center).styleClass("pill")
      })
  }

  private func read(_ number: Int) async throws(RFCLibraryError) -> RFCDocument {
    let library = library
    return try await offMainThread { () throws(RFCLibraryError) in try library.document(number) }
  }
}
