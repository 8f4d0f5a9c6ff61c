import HikidashiLoading
import HikidashiRecords
import RFCKit

/// Where a command has documents from: the library, and its mirror for those that are not here yet.
struct DocumentSource {
  private let library: RFCLibrary
  /// The mirror that the person named; nil for that of the settings, and for a folder.
  private let named: RFCMirror?
  private let isOffline: Bool
  private let output: CommandOutput

  /// - Parameter mirror: A folder or an address; nil for the RFC Editor's.
  init(mirror: String?, isOffline: Bool, _ output: CommandOutput) throws(CommandError) {
    library = try CommandLineTool.openLibrary(mirror)
    named = mirror.flatMap { RFCMirror.isAddress($0) ? try? RFCMirror($0) : nil }
    self.isOffline = isOffline
    self.output = output
  }

  /// The text of an RFC, which is fetched where it is not here.
  func document(_ number: Int) throws(CommandError) -> RFCDocument {
    // The guide to the program is there whatever library is read.
    let library = number == RFCLibrary.guideNumber ? .builtIn : library
    do throws(RFCLibraryError) {
      return try library.document(number)
    } catch {
      switch error {
      // A power cut may have left nothing of it.
      case .notInLibrary, .empty: try fetch(number, because: error)
      default: throw .library(error)
      }
    }
    do throws(RFCLibraryError) { return try library.document(number) } catch {
      throw .library(error)
    }
  }

  /// The text of an RFC; nil where it is not to be had without a network, or from anyone.
  func documentIfAny(_ number: Int) throws(CommandError) -> RFCDocument? {
    do throws(CommandError) { return try document(number) } catch {
      switch error {
      case .absent, .notFetched, .library(.notInLibrary): return nil
      default: throw error
      }
    }
  }

  /// Brings a document into the library's folder.
  private func fetch(_ number: Int, because error: RFCLibraryError) throws(CommandError) {
    // A folder of documents needs no index.
    let entry = (try? library.index())?[number]
    if let absence = entry?.absence { throw .absent(absence) }
    guard library.isKept, let directory = library.directory else { throw .library(error) }
    if entry == nil, !library.hasBuiltInIndex { throw .notInIndex(number) }
    if isOffline { throw .notFetched(number, mirror: named) }
    let words = tr("Fetching RFC {} …", number)
    if output.reportsToTerminal { output.report(words) }
    let mirror = named ?? .rfcEditor
    let result = CommandTask.wait { () async throws(RFCSyncError) in
      let fetcher = RFCFetcher(
        mirror, into: try RFCFolder(directory), by: Connector(transports: [HTTPTransport()]))
      _ = try await fetcher.fetch(.document(number), priority: .immediate)
      fetcher.folder.save()
      return fetcher.folder.notes
    }
    if output.reportsToTerminal {
      output.report("\r" + String(repeating: " ", count: words.columnCount) + "\r")
    }
    switch result {
    case .success(let notes):
      for note in notes { output.complain(("rfcviewer: " + note).withoutControls) }
    case .failure(.cancelled): throw .interrupted
    case .failure(let error): throw .sync(error)
    }
  }
}
