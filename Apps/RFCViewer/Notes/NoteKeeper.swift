internal import Hikidashi
internal import Observation
internal import RFCKit

/// The notes of the app: opened once, behind the first frame, and followed from then on.
///
/// What other windows, other programs and other people store arrives by itself.
@Observable @MainActor
final class NoteKeeper {
  /// The notes, once they are open.
  private(set) var notes: RFCNotes?
  /// Why they cannot be opened.
  private(set) var problem: String?
  /// What has a bookmark, for a list that shows it.
  let bookmarks = BookmarkedRFCs()
  private let place: StoreDestination?
  @ObservationIgnored private var opening: Task<RFCNotes?, Never>?
  @ObservationIgnored private let subscriptions = Subscriptions()
  @ObservationIgnored private var listeners: [@MainActor () -> Bool] = []

  /// - Parameter place: Where they are kept; nil where there is no such place.
  init(at place: StoreDestination?) { self.place = place }

  /// Opens them, where that was not begun, without blocking.
  ///
  /// - Returns: Nil where they cannot be opened; ``problem`` says why.
  @discardableResult
  func open() async -> RFCNotes? {
    if let notes { return notes }
    if let opening { return await opening.value }
    let task = Task { await self.openNow() }
    opening = task
    let opened = await task.value
    // The next one tries again.
    if opened == nil { opening = nil }
    return opened
  }

  private func openNow() async -> RFCNotes? {
    guard let place else {
      problem = tr("there is no home folder to keep notes in; say in the preferences where to")
      return nil
    }
    do throws(StoreError) {
      let opened = try await RFCNotes.open(at: place)
      (notes, problem) = (opened, nil)
      follow(opened)
      return opened
    } catch {
      problem = error.description
      return nil
    }
  }

  private func follow(_ notes: RFCNotes) {
    let changes = notes.records.changes
    tell()
    subscriptions.follow(changes) { [weak self] _ in self?.tell() }
  }

  private func tell() {
    if let notes { bookmarks.show(notes.bookmarked) }
    listeners.removeAll { !$0() }
  }

  /// Has a closure called when notes have come, changed or gone, for as long as an object lives.
  func onChange<Owner: AnyObject>(
    of owner: Owner, _ body: @escaping @MainActor (Owner) -> Void
  ) {
    listeners.append { [weak owner] in
      guard let owner else { return false }
      body(owner)
      return true
    }
  }

  /// Waits until what was begun to be opened is open.
  func settled() async { _ = await opening?.value }
}
