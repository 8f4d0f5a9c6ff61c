/// Work of which only the latest matters: what is found for the words in a field, or read for the page that is open.
///
/// ```swift
/// private let reading = LatestTask()
///
/// func show(_ book: Book) {
///   reading.compute { book.chapters() } then: { [weak self] in self?.show($0) }
/// }
/// ```
///
/// Where more is asked for meanwhile, what was asked for before gets no result: it is cancelled, or its result is
/// dropped when it ends. All of it is cancelled when nobody holds the `LatestTask` any more, as when its owner goes.
@MainActor
public final class LatestTask {
  /// What becomes of work that is asked for while other work runs.
  public enum Order: Sendable {
    /// It begins at once, and what runs is cancelled.
    case cancelling
    /// It begins when what runs has ended, unless other work has taken its place by then: for what cannot be
    /// cancelled, and for what is to be done once where it is asked for many times.
    case waiting
  }

  /// For how many milliseconds a frame waits: what is left of its 16.7 is for the layout of what was found.
  private static let partOfFrame = 8
  private let order: Order
  private let pause: Duration
  private var running: Task<Void, Never>?
  /// What runs of it now, where work waits.
  private var current: Task<Void, Never>?
  private var next: (@MainActor () async -> Void)?
  /// Takes the result that is computed, if it comes within so many milliseconds.
  private var hurry: (@MainActor (_ milliseconds: Int) -> Void)?
  /// Counts what was asked for.
  private var turn = 0

  /// - Parameters:
  ///   - order: What becomes of work that is asked for while other work runs.
  ///   - pause: How long it rests after each work, where work waits, at least; after long work it rests three times as
  ///     long as that took, so that what follows something that changes without end leaves time for all else.
  public init(_ order: Order = .cancelling, pause: Duration = .zero) {
    (self.order, self.pause) = (order, pause)
  }

  isolated deinit {
    running?.cancel()
    current?.cancel()
  }

  /// Does work on the main actor, which it leaves where it waits for something. What it does at its end is done even
  /// where more was asked for meanwhile: for what is shown again and again as it goes on.
  public func run(_ work: @escaping @MainActor () async -> Void) { run(work) {} }

  /// Does work on the main actor, and gives its result away if nothing was asked for since.
  public func run<Value>(
    _ work: @escaping @MainActor () async -> Value,
    then take: @escaping @MainActor (Value) -> Void
  ) {
    turn += 1
    let turn = turn
    begin { [weak self] in
      let value = await work()
      if let self, self.turn == turn { take(value) }
    }
  }

  /// Does work off the main thread, and gives its result away on the main actor if nothing was asked for since.
  ///
  /// ```swift
  /// finding.compute(holdsFrame: true) { catalogue.titles(with: words) } then: { titles in list.show(titles) }
  /// ```
  ///
  /// - Parameters:
  ///   - priority: Its priority beside other work.
  ///   - holdsFrame: Whether the next frame waits for the result, for 8 ms at most. So what is found fast for a key or
  ///     a click is seen in the frame that shows the key itself, and `take` was called when this returns. It does not
  ///     wait where other work has to end first. What is slower is given away later, as it is without this.
  ///   - work: What is done. It may ask whether it was cancelled.
  ///   - take: Is given the result.
  public func compute<Value: Sendable>(
    priority: TaskPriority = .userInitiated, holdsFrame: Bool = false,
    _ work: @escaping @Sendable () async -> Value,
    then take: @escaping @MainActor (Value) -> Void
  ) {
    compute(
      priority: priority, holdingFrameFor: holdsFrame ? Self.partOfFrame : 0, work, then: take)
  }

  /// - Parameter milliseconds: For how long the next frame waits for the result.
  package func compute<Value: Sendable>(
    priority: TaskPriority = .userInitiated, holdingFrameFor milliseconds: Int,
    _ work: @escaping @Sendable () async -> Value,
    then take: @escaping @MainActor (Value) -> Void
  ) {
    guard order == .cancelling || running == nil else {
      return run({ await offMainThread(priority: priority, work) }, then: take)
    }
    cancel()
    let prompt = PromptTask(priority: priority, work)
    if milliseconds > 0, let value = prompt.value(within: milliseconds) { return take(value) }
    let takeOnce: @MainActor (Value) -> Void = { [weak self] in
      self?.hurry = nil
      take($0)
    }
    switch order {
    case .cancelling: run({ await prompt.value() }, then: takeOnce)
    case .waiting: wait(for: prompt, then: takeOnce)
    }
    let turn = turn
    hurry = { [weak self] milliseconds in
      guard let self, self.turn == turn, let value = prompt.value(within: milliseconds) else {
        return
      }
      cancel()
      takeOnce(value)
    }
  }

  /// Has the next frame wait for the result that is computed already, for 8 ms at most, as ``compute(priority:holdsFrame:_:then:)``
  /// does it: for a result that is computed while its part is made.
  ///
  /// ```swift
  /// init() { finding.compute { catalogue.titles() } then: { [weak self] in self?.show($0) } }
  /// func appear() { finding.holdFrame() }
  /// ```
  public func holdFrame() { holdFrame(for: Self.partOfFrame) }

  package func holdFrame(for milliseconds: Int) { hurry?(milliseconds) }

  /// What has begun already does not wait for its turn: it would be asked for by then, or forgotten, while it runs.
  private func wait<Value: Sendable>(
    for prompt: PromptTask<Value>, then take: @escaping @MainActor (Value) -> Void
  ) {
    turn += 1
    let turn = turn
    let task = Task { [weak self] in
      let value = await prompt.value()
      if let self, self.turn == turn { take(value) }
    }
    current = task
    running = Task { [weak self] in
      await task.value
      await LatestTask.work(off: self)
    }
  }

  /// Asks for nothing any more: what runs is cancelled, and gives no result.
  public func cancel() {
    turn += 1
    (next, hurry) = (nil, nil)
    switch order {
    case .waiting: current?.cancel()
    case .cancelling:
      running?.cancel()
      running = nil
    }
  }

  /// Whether work was asked for that waits for what runs: that may end early.
  public var isWaiting: Bool { next != nil }

  /// Waits until all that was asked for is done.
  public func settled() async {
    while let running { await running.value }
  }

  private func begin(_ work: @escaping @MainActor () async -> Void) {
    next = work
    switch order {
    case .waiting where running != nil: break
    case .waiting: running = Task { [weak self] in await LatestTask.work(off: self) }
    case .cancelling:
      running?.cancel()
      let turn = turn
      running = Task { [weak self] in
        await work()
        if self?.turn == turn { self?.running = nil }
      }
    }
  }

  /// Does what waits, until nothing does; without holding the one that it is of.
  private static func work(off queue: @autoclosure () -> LatestTask?) async {
    while let work = queue()?.takeNext() {
      let task = Task { await work() }
      queue()?.current = task
      let length = await ContinuousClock().measure { await task.value }
      guard let pause = queue()?.pause, pause > .zero else { continue }
      try? await Task.sleep(for: max(pause, length * 3))
    }
  }

  /// What is to be done now; nil where nothing is, and then nothing runs any more.
  private func takeNext() -> (@MainActor () async -> Void)? {
    defer { next = nil }
    if next == nil { running = nil }
    return next
  }
}
