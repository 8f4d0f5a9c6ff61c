internal import Hikidashi
internal import Observation
internal import TimelineKit

/// Shares a store while the window is open, and knows whether it can.
@Observable @MainActor
final class SharingKeeper {
  /// Why the database cannot be had.
  private var problem: String?
  @ObservationIgnored private let running = LatestTask()
  private var isSharing = false
  /// Where the reader is, by the list, and is not kept yet.
  @ObservationIgnored private var places: [String: TimelinePlace] = [:]
  @ObservationIgnored private let keeping = LatestTask(.waiting, pause: .seconds(1))

  /// What is wrong, in a sentence; empty where nothing is.
  var trouble: String {
    problem.map {
      tr("Nothing is shared at the moment, and all is kept for later: {}", $0.asSentence)
    } ?? ""
  }

  /// Where the reader was in a list on another machine.
  func place(in list: String, of store: TimelineStore) -> TimelinePlace? {
    isSharing ? store.place(in: list) : nil
  }

  /// Keeps for other machines where the reader is, soon.
  func keep(_ place: TimelinePlace, in list: String, of store: TimelineStore) {
    guard isSharing else { return }
    places[list] = place
    keeping.run { [self] in
      let kept = places
      places = [:]
      await offMainThread(priority: .utility) {
        for (list, place) in kept { try? store.keep(place, in: list) }
      }
    }
  }

  /// Begins to share.
  ///
  /// - Parameter onReceive: Called when others have brought something.
  func begin(_ sharing: TimelineSharing, onReceive: @escaping @MainActor () -> Void) {
    isSharing = true
    running.run { [weak self] in
      await sharing.run { event in
        Task { @MainActor in
          switch event {
          case .away(let reason): self?.problem = reason
          case .met: self?.problem = nil
          case .received:
            self?.problem = nil
            onReceive()
          }
        }
      }
    }
  }
}

extension Reader {
  /// Shares the posts as the settings say.
  func share() {
    guard let shared = SharedPlace.sharing(store, preferences[settings.shared]) else { return }
    sharing.begin(shared) { [weak self] in self?.postsChanged() }
  }
}
