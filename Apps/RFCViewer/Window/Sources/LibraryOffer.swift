internal import Hikidashi
internal import Observation
internal import RFCKit

/// What a newcomer is offered, whose library has no documents yet: a starter set, and what a package of
/// the system has put on this machine.
@Observable @MainActor
final class LibraryOffer {
  /// How many documents the system has; nil where it has none that are missing here.
  private(set) var installedCount: Int?
  private var isNew = false
  private let declined: Kept<Bool>
  /// Whether the starter set was asked for and has not come whole.
  private let isPartial: Kept<Bool>
  private let download: LibraryDownload
  private var looking: Task<Void, Never>?

  /// - Parameter state: Where it is kept that a person wants none of it.
  init(_ link: MirrorLink, _ download: LibraryDownload, for directory: String, in state: StateStore)
  {
    self.download = download
    declined = state.kept("no offer for \(directory)", default: false)
    isPartial = state.kept("part of an offer for \(directory)", default: false)
    guard !declined.value else { return }
    download.onEnd.append { [weak self] in self?.take($0, $1) }
    let isPartial = isPartial.value
    looking = Task { [weak self] in
      guard let fetcher = try? await link.fetcher() else { return }
      let found = await offMainThread { Self.look(fetcher) }
      guard let self else { return }
      (isNew, installedCount) = (found.isNew || isPartial, found.installed)
    }
  }

  private nonisolated static func look(_ fetcher: RFCFetcher) -> (isNew: Bool, installed: Int?) {
    guard let here = try? fetcher.folder.documents() else { return (false, nil) }
    let missing = fetcher.installed?.numbers.count { !here.contains($0) } ?? 0
    return (here.isEmpty, missing > 0 ? missing : nil)
  }

  /// Whether the starter set is offered.
  var hasStarter: Bool { isNew && isOpen }
  /// Whether there is anything to offer.
  var isOpen: Bool {
    !declined.value && download.phase == .idle && (isNew || installedCount != nil)
  }

  /// Takes one of what is offered.
  func take(_ wish: LibraryDownload.Wish) { download.start(wish) }

  /// Takes note of what has come: what did not come is offered again.
  private func take(_ wish: LibraryDownload.Wish, _ status: RFCSyncStatus) {
    if !status.hasGaps {
      decline()
    } else if wish == .starter {
      isPartial.value = true
    }
  }

  /// Offers nothing any more.
  func decline() { declined.value = true }

  /// Waits until it is known what there is to offer.
  func settled() async { await looking?.value }
}
