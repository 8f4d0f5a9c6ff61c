internal import Hikidashi
internal import Observation
internal import TimelineKit

/// Shares a store while the window is open, and knows whether it can.
@Observable @MainActor
final class SharingKeeper {
  /// Why the database cannot be had.
  private var problem: String?
  @ObservationIgnored private var task: Task<Void, Never>?

  /// Where the reader is, by the list, and is not kept yet.
  @ObservationIgnored private var places: [String: TimelinePlace] = [:]
  @ObservationIgnored private var keeping: Task<Void, Never>?

  isolated deinit { task?.cancel() }

  /// What is wrong, in a sentence; empty where nothing is.
  var trouble: String {
    problem.map {
      tr("Nothing is shared at the moment, and all is kept for later: {}", $0.asSentence)
    } ?? ""
  }

  /// Where the reader was in a list on another machine.
  func place(in list: String, of store: TimelineStore) -> TimelinePlace? {
    task == nil ? nil : store.place(in: list)
  }

  /// Keeps for other machines where the reader is, soon.
  func keep(_ place: TimelinePlace, in list: String, of store: TimelineStore) {
    guard task != nil else { return }
    places[list] = place
    guard keeping == nil else { return }
    keeping = Task {
      try? await Task.sleep(for: .seconds(1))
      let kept = places
      (places, keeping) = ([:], nil)
      await offMainThread(priority: .utility) {
        for (list, place) in kept { try? store.keep(place, in: list) }
      }
    }
  }

  /// Begins to share.
  ///
  /// - Parameter onReceive: Called when others have brought something.
  func begin(_ sharing: TimelineSharing, onReceive: @escaping @MainActor () -> Void) {
    task?.cancel()
    task = Task {
      await sharing.run { event in
        Task { @MainActor [weak self] in
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
