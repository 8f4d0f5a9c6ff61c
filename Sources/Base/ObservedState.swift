internal import Observation
internal import Synchronization

/// Lets readers of a model follow it with the standard library's `Observation`.
///
/// `withObservationTracking` on the main actor then reports a change of what was read, as it does for
/// an `@Observable` class. The model calls ``willRead()`` before it reads its state and
/// ``didChange()`` after it has stored a new one; both may be called on any thread.
///
/// Observation reports a change before the value is set. A reader that reads again at once would then
/// find the old value, and so would one that reads on the main actor while another thread is between
/// the two. A model therefore stores the value first. The report comes afterwards, on the main actor,
/// where it cannot fall between the reading and the tracking of a reader.
///
/// - Complexity: O(1). A change that nobody has read since the last report costs a few nanoseconds.
package final class ObservedState: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  /// Whether somebody has read the state since the last report was asked for.
  private let isRead = Atomic(false)
  /// Whether a report is on its way to the main actor.
  private let isDue = Atomic(false)
  /// What the registrar is told of. A key path without an argument needs no memory.
  private var state: Void { () }

  package init() {}

  /// Marks the state as read by whoever tracks at this moment.
  package func willRead() {
    if !isRead.load(ordering: .relaxed) { isRead.store(true, ordering: .relaxed) }
    registrar.access(self, keyPath: \.state)
  }

  /// Reports that another state was stored, soon and on the main actor.
  ///
  /// Changes that follow closely are reported as one. With a lock around the state, call it after
  /// that was released.
  package func didChange() {
    // The lock of the state orders this after the mark of every reader that saw the old one.
    guard isRead.load(ordering: .relaxed), isRead.exchange(false, ordering: .acquiringAndReleasing),
      !isDue.exchange(true, ordering: .acquiringAndReleasing)
    else { return }
    Task { @MainActor in
      isDue.store(false, ordering: .sequentiallyConsistent)
      registrar.withMutation(of: self, keyPath: \.state) {}
    }
  }
}
