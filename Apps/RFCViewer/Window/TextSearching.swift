internal import Hikidashi
internal import RFCKit

/// The full-text search of a window: brings its index up to date behind the window, and answers what is typed.
///
/// One question is answered at a time, and what is asked meanwhile takes the place of what waits, so that an
/// answer never comes after a newer one.
@MainActor
final class TextSearching {
  private let library: RFCLibrary
  private let path: String
  private var search: RFCTextSearch?
  /// What was asked before there was an index.
  private var question: (@MainActor (RFCTextSearch) -> Void)?
  private let answering = LatestTask(.waiting)
  private var updating: Task<Void, Never>?
  private var isUpdating = false
  /// Documents have come while the index was brought up to date.
  private var isBehind = false
  /// How far the index is; nil where all that there is is in it.
  private(set) var progress: RFCTextProgress?
  /// Why there is no search; nil where there is.
  private(set) var problem: String?
  /// Called when the index has come further.
  var onProgress: (@MainActor () -> Void)?
  /// Called when the index has all that there is.
  var onUpdated: (@MainActor () -> Void)?

  /// - Parameter path: Where the index is kept.
  init(_ library: RFCLibrary, path: String) {
    (self.library, self.path) = (library, path)
  }

  /// Opens the index, and brings it up to what is in the folder.
  func begin(_ entries: [RFCEntry]) {
    updating?.cancel()
    updating = Task {
      let (library, path) = (library, path)
      let opened = await offMainThread(priority: .utility) {
        Result { () throws(RFCTextSearchError) in
          try RFCTextSearch(library, entries: entries, path: path)
        }
      }
      guard !Task.isCancelled else { return }
      switch opened {
      case .success(let search):
        self.search = search
        question?(search)
        question = nil
        await update(search)
      case .failure(let error): problem = error.description
      }
    }
  }

  /// Documents have come, or are gone.
  func documentsChanged() {
    guard let search else { return }
    isBehind = true
    if !isUpdating { updating = Task { await update(search) } }
  }

  private func update(_ search: RFCTextSearch) async {
    isUpdating = true
    repeat {
      isBehind = false
      var failure: (any Error)?
      do {
        try await offMainThread(priority: .utility) { [weak self] in
          try await search.update { progress in
            Task { @MainActor in self?.take(progress) }
          }
        }
      } catch { failure = error }
      // Another has begun in its place.
      guard !Task.isCancelled else { return }
      if let failure { problem = "\(failure)" }
    } while isBehind
    isUpdating = false
    progress = nil
    onUpdated?()
  }

  private func take(_ new: RFCTextProgress) {
    // What is told of an end comes behind the end itself.
    guard isUpdating, new.done < new.total else { return }
    progress = new
    onProgress?()
  }

  /// Finds the sections that match best; what was asked before and has no answer yet gets none.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - isTyping: Whether the last word may be the beginning of a longer one.
  ///   - isWanted: Whether an RFC may be found.
  ///   - answer: Is given what was found.
  func find(
    _ text: String, isTyping: Bool,
    where isWanted: @escaping @Sendable (Int) -> Bool = { _ in true },
    answer: @escaping @MainActor (RFCTextHits) -> Void
  ) {
    let ask: @MainActor (RFCTextSearch) -> Void = { [answering] search in
      answering.compute(holdsFrame: true) {
        try? search.hits(text, isTyping: isTyping, where: isWanted)
      } then: {
        answer($0 ?? RFCTextHits())
      }
    }
    if let search { ask(search) } else { question = ask }
  }

  /// Asks for nothing any more.
  func forget() {
    question = nil
    answering.cancel()
  }

  /// Waits until what was asked is answered.
  func answered() async { await answering.settled() }

  /// Waits until the index has all that is in the folder.
  func settled() async {
    await updating?.value
    await answered()
  }
}
