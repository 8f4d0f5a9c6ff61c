internal import Observation

/// Something that must hold before an item is shown or a job is begun, set from any thread or read from
/// a model.
///
/// A condition only delays the beginning. When it stops holding, an item that is shown already
/// stays, and a running job continues. A view and a job may wait for the same condition.
///
/// ```swift
/// let isOnline = Condition(false)
/// isOnline.isMet = true
/// ```
public final class Condition: Sendable {
  private let state: Broadcast<Bool>
  /// Stored here and not captured by the tracking closure: the model keeps that closure until it
  /// changes, even after the condition is released.
  private let read: (@MainActor @Sendable () -> Bool)?

  /// A condition that the app sets itself, with the value that it has at first.
  public convenience init(_ isMet: Bool) { self.init(isMet, read: nil) }

  private init(_ isMet: Bool, read: (@MainActor @Sendable () -> Bool)?) {
    state = Broadcast(isMet)
    self.read = read
  }

  /// Makes a condition that is read from an observable model, and again when what it read changes.
  ///
  /// The model must be changed on the main actor: `withObservationTracking` reports a change before
  /// it is made, so the new value can only be read by code that runs later on the same actor.
  ///
  /// - Parameter read: Runs on the main actor, once at first and after every change.
  @MainActor public convenience init(observing read: @escaping @MainActor @Sendable () -> Bool) {
    self.init(false, read: read)
    track()
  }

  /// Whether it holds; may be set from any thread.
  public var isMet: Bool {
    get { state.observedValue }
    set { state.update { $0 == newValue ? nil : newValue } }
  }

  @MainActor private func track() {
    guard let read else { return }
    isMet = withObservationTracking(read) { [weak self] in
      Task { @MainActor in self?.track() }
    }
  }

  /// Calls `observer` after each change. It must read `isMet` again, as two changes that follow
  /// closely may be reported in either order.
  package func observe(_ observer: @escaping @Sendable () -> Void) -> ObservationToken {
    state.observe(observer)
  }
}
