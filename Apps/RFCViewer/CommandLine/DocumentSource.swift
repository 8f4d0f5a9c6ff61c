import HikidashiCommands
import HikidashiLoading
import RFCKit

/// Where a command has documents from: the library, and its mirror for those that are not here yet.
struct DocumentSource {
  private let library: RFCLibrary
  /// The mirror that the person named; nil for that of the settings, and for a folder.
  private let named: RFCMirror?
  private let isOffline: Bool
  private let output: CommandOutput

  /// - Parameter mirror: A folder or an address; nil for the RFC Editor's.
  init(mirror: String?, isOffline: Bool, _ output: CommandOutput) throws {
    library = try CommandLineTool.openLibrary(mirror)
    named = mirror.flatMap { RFCMirror.isAddress($0) ? try? RFCMirror($0) : nil }
    self.isOffline = isOffline
    self.output = output
  }

  /// The text of an RFC, which is fetched where it is not here.
  func document(_ number: Int) throws -> RFCDocument {
    // The guide to the program is there whatever library is read.
    let library = number == RFCLibrary.guideNumber ? .builtIn : library
    do throws(RFCLibraryError) {
      return try library.document(number)
    } catch {
      switch error {
      // A power cut may have left nothing of it.
      case .notInLibrary, .empty: try fetch(number, because: error)
      default: throw error
      }
    }
    return try library.document(number)
  }

  /// The text of an RFC; nil where it is not to be had without a network, or from anyone.
  func documentIfAny(_ number: Int) throws -> RFCDocument? {
    do { return try document(number) } catch CommandError.absent, CommandError.notFetched,
      RFCLibraryError.notInLibrary
    { return nil }
  }

  /// Brings a document into the library's folder.
  private func fetch(_ number: Int, because error: RFCLibraryError) throws {
    // A folder of documents needs no index.
    let entry = (try? library.index())?[number]
    if let absence = entry?.absence { throw CommandError.absent(absence) }
    guard library.isKept, let directory = library.directory else { throw error }
    if entry == nil, !library.hasBuiltInIndex { throw CommandError.notInIndex(number) }
    if isOffline { throw CommandError.notFetched(number, mirror: named) }
    let words = tr("Downloading RFC {}…", number)
    let progress = ProgressLine(output)
    progress.show(words, fraction: 0)
    defer { progress.end(clears: true) }
    let mirror = named ?? .rfcEditor
    let notes = try Command.wait {
      let fetcher = RFCFetcher(
        mirror, into: try RFCFolder(directory), by: Connector(transports: [HTTPTransport()]))
      _ = try await fetcher.fetch(.document(number), priority: .immediate)
      fetcher.folder.save()
      return fetcher.folder.notes
    }
    for note in notes { output.complain(note) }
  }
}
