internal import CHikidashiGTK

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
