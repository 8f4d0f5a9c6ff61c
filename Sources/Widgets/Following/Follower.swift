internal import CHikidashiGTK
internal import Glibc
internal import Observation

/// Keeps something that a part shows up to date with what a closure reads.
///
/// The closure is called when the part is put into a window, and again in the next frame after something
/// that it read has changed, once whatever changed. While the part is not seen a change is only noted, and
/// looked at when the part is seen.
///
/// What is read is found by `withObservationTracking` of the standard library.
@MainActor
final class Follower: Observable {
  /// While what a change is looked at.
  enum Scope {
    /// While the part is mapped.
    case part
    /// While the window is mapped: for what decides whether the part itself is seen.
    case window
  }

  let scope: Scope
  /// Orders those of a window: what a part contains comes after the part.
  private(set) var number = 0
  /// Something that was read has changed since.
  private(set) var isMarked = false
  /// Those of its part, until it has ended.
  private var followers: PartFollowers?
  private var update: @MainActor (Follower) -> Void
  private var hasBegun = false
  private var hasEnded = false
  /// Whether the standard library holds a tracking that has told of no change yet.
  private var isTracking = false
  private var isRenewing = false
  private var lastReading = 0
  /// Whether it is renewed, and nothing that it has read so far can be followed, as with the rows of plain
  /// items. Then it reads without a tracking that can be ended, which costs more than most rows.
  private var hasReadNothing: Bool
  private let registrar = ObservationRegistrar()
  /// What each tracking reads beside what the closure reads, so that it can be ended: the standard
  /// library ends a tracking only when something that was read changes.
  nonisolated private var renewal: Void { () }

  /// - Parameters:
  ///   - waits: Whether ``renew()`` reads for the first time, and not ``enter(as:)``.
  ///   - read: What is followed.
  ///   - apply: Takes what was read; what it reads itself is not followed.
  init<Value>(
    _ followers: PartFollowers, _ scope: Scope, waits: Bool,
    read: @escaping @MainActor () -> Value, apply: @escaping @MainActor (Value) -> Void
  ) {
    self.followers = followers
    hasBegun = waits
    hasReadNothing = waits
    number = waits ? .max : 0
    self.scope = scope
    update = { follower in apply(follower.tracking(read)) }
  }

  /// The part stands in a window.
  func enter(as number: @autoclosure () -> Int) {
    guard !hasBegun, !hasEnded else { return }
    self.number = number()
    evaluate()
  }

  /// Looks at what has changed, if something has.
  func look() { if isMarked { evaluate() } }

  /// Reads again, though nothing has changed: what it is read for is another thing now.
  func renew() { evaluate() }

  /// Follows nothing until it is renewed.
  func rest() {
    isMarked = false
    lastReading += 1
    stopTracking()
  }

  private func evaluate() {
    guard !hasEnded else { return }
    hasBegun = true
    isMarked = false
    update(self)
  }

  private func tracking<Value>(_ read: @MainActor () -> Value) -> Value {
    stopTracking()
    lastReading += 1
    let (reading, main) = (lastReading, pthread_self())
    if hasReadNothing { return withObservationTracking(read, onChange: first(reading, main)) }
    isTracking = true
    return withObservationTracking {
      registrar.access(self, keyPath: \.renewal)
      return read()
    } onChange: {
      // The tracking keeps the follower, until that ends it. A weak reference would make each use of the
      // follower slower.
      // The new value is stored after this call. On the main actor it is by the next frame.
      if pthread_equal(pthread_self(), main) != 0 {
        MainActor.assumeIsolated { self.mark(after: reading) }
      } else {
        Task { @MainActor in self.mark(after: reading) }
      }
    }
  }

  /// What the first tracking calls. It is asked for only where something was read, and cannot be ended: it
  /// does not keep the follower, and counts as long as nothing was read since.
  private func first(_ reading: Int, _ main: pthread_t) -> @Sendable () -> Void {
    hasReadNothing = false
    return { [weak self] in
      if pthread_equal(pthread_self(), main) != 0 {
        MainActor.assumeIsolated { self?.mark(afterFirst: reading) }
      } else {
        Task { @MainActor in self?.mark(afterFirst: reading) }
      }
    }
  }

  private func mark(afterFirst reading: Int) {
    if reading == lastReading { mark(after: reading) }
  }

  private func mark(after reading: Int) {
    guard !isRenewing, !hasEnded else { return }
    // Told by another thread, it may come after a later reading.
    if reading == lastReading { isTracking = false }
    guard !isMarked else { return }
    isMarked = true
    followers?.look(at: self)
  }

  private func stopTracking() {
    guard isTracking else { return }
    isTracking = false
    isRenewing = true
    registrar.withMutation(of: self, keyPath: \.renewal) {}
    isRenewing = false
  }

  /// Follows nothing any more.
  func end() {
    hasEnded = true
    update = { _ in }
    stopTracking()
    followers = nil
  }

  /// The part, for the log.
  var name: String { followers?.name ?? "" }
  /// Whether a change is looked at in the next frame.
  var isSeen: Bool { followers?.isSeen(scope) ?? false }
}

/// What keeps one part up to date, for as long as the part has its widget.
@MainActor
final class PartFollowers {
  /// For its name alone: what is asked for with each change is kept here.
  private unowned let part: Part
  /// The widget of the part, until that has died.
  private var native: NativeWidget?
  private var followers: [Follower] = []
  private var tasks: [Task<Void, Never>] = []
  private var queue: FollowQueue?

  init(_ part: Part) {
    self.part = part
    native = part.native
    // A window is its own root from the beginning.
    if part is Window {
      enterWindow()
      return
    }
    // Kept by the widget, which this does not keep. No weak reference, which would make each later use of
    // this object slower.
    part.on("notify::root") { _ in self.enterWindow() }
    part.on("map") { _ in self.lookAll() }
    enterWindow()
  }

  /// - Parameter waits: Whether it is read for the first time by ``Follower/renew()``, and not when the
  ///   part stands in a window.
  @discardableResult
  func add<Value>(
    _ scope: Follower.Scope, waits: Bool = false, _ read: @escaping @MainActor () -> Value,
    apply: @escaping @MainActor (Value) -> Void
  ) -> Follower {
    let follower = Follower(self, scope, waits: waits, read: read, apply: apply)
    followers.append(follower)
    if let queue { follower.enter(as: queue.nextNumber()) }
    return follower
  }

  /// Ends one of them.
  func remove(_ follower: Follower) {
    follower.end()
    followers.removeAll { $0 === follower }
  }

  func add(_ task: Task<Void, Never>) { tasks.append(task) }

  private func enterWindow() {
    guard let native, let root = gtk_widget_get_root(native) else {
      queue = nil
      return
    }
    let queue = FollowQueue.of(root.widget)
    self.queue = queue
    for follower in followers {
      follower.enter(as: queue.nextNumber())
      if follower.isMarked { look(at: follower) }
    }
  }

  /// The part is seen from now on.
  private func lookAll() {
    for follower in followers { follower.look() }
  }

  /// Has a change looked at in the next frame, if the part is seen.
  func look(at follower: Follower) {
    if let queue, isSeen(follower.scope) { queue.add(follower) }
  }

  func isSeen(_ scope: Follower.Scope) -> Bool {
    guard let native, queue != nil else { return false }
    return scope == .window || gtk_widget_get_mapped(native) != 0
  }

  func end() {
    for follower in followers { follower.end() }
    for task in tasks { task.cancel() }
    (followers, tasks, queue, native) = ([], [], nil, nil)
  }

  /// The part, for the log.
  var name: String { part.nameInLog.map { "\(type(of: part)) “\($0)”" } ?? "\(type(of: part))" }
}
