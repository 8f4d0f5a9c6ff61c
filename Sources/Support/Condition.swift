internal import Observation

/// Something that must hold before an item is shown or a job is begun, set from any thread or read from
/// a model.
///
/// It is a gate and no leash: what is shown already stays when the condition holds no longer, and a
/// job that runs runs on. A view and a job may wait for the same one.
///
/// ```swift
/// let isOnline = Condition(false)
/// isOnline.isMet = true
/// ```
public final class Condition: Sendable {
  private let state: Broadcast<Bool>
  /// Held here and not by what observes: the model keeps that until it changes, whatever becomes of
  /// the condition.
  private let read: (@MainActor @Sendable () -> Bool)?

  public convenience init(_ isMet: Bool) { self.init(isMet, read: nil) }

  private init(_ isMet: Bool, read: (@MainActor @Sendable () -> Bool)?) {
    state = Broadcast(isMet)
    self.read = read
  }

  /// Makes a condition that is read from an observable model, and again when what it read changes.
  ///
  /// The model must be changed on the main actor: `withObservationTracking` tells of a change before
  /// it is made, so that the new value can only be read by who comes after it on the same actor.
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

  /// Calls back after each change; the callback must read `isMet` anew, as two changes that follow
  /// closely may be told in either order.
  package func observe(_ observer: @escaping @Sendable () -> Void) -> ObservationToken {
    state.observe(observer)
  }
}
