internal import Hikidashi
internal import RFCKit

/// What a download of all documents that are missing would cost.
struct LibraryCost: Sendable {
  /// How many documents are missing.
  let missing: Int
  /// How many of them this machine has besides.
  let installed: Int

  /// - Complexity: O(*n*) in the entries of the index and the files of the folder.
  init(_ library: RFCLibrary, _ fetcher: RFCFetcher) {
    let here = (try? fetcher.folder.documents()) ?? []
    let entries = (try? library.index())?.entries ?? []
    let numbers = entries.filter { $0.absence == nil && !here.contains($0.number) }.map(\.number)
    missing = numbers.count
    installed = fetcher.installed.map { documents in numbers.count { documents.has($0) } } ?? 0
  }
}

extension LibraryCost: CustomStringConvertible {
  var description: String {
    let fetched = missing - installed
    var sentences = [
      tr(
        "{} documents are not here yet, about {}.", RFCList.text(count: missing),
        SyncProgress.amount(missing * RFCSync.usualDocumentSize))
    ]
    if installed > 0 {
      sentences.append(
        tr(
          "{} are already on this computer; {} will be downloaded.",
          RFCList.text(count: installed), RFCList.text(count: fetched)))
    }
    sentences.append(tr("You can go on reading, pause it, and quit: it goes on at the next start."))
    return sentences.joined(separator: " ")
  }
}
