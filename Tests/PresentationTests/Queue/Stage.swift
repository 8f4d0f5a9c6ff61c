import HikidashiBase
import HikidashiPresentation
import HikidashiPresentationTesting
import Testing

/// A queue with all that a test drives it by.
struct Stage {
  let presenter = TestPresenter()
  let clock = ManualClock()
  let queue: PresentationQueue
  private let lines = Guarded<[String]>([])

  init(_ rules: [PresentationChannel: ChannelRules] = [:]) {
    queue = PresentationQueue(presenter: presenter, rules: rules, clock: clock) {
      [lines] line in lines.withLock { $0.append(line) }
    }
  }

  /// What the queue has written to its log.
  var log: [String] { lines.withLock { $0 } }

  /// Returns when these have a view, in this order, and no others.
  func shows(_ names: String...) async { await presenter.wait { $0.shown == names } }

  @discardableResult
  func ask(
    _ name: String, after others: [any Endable] = [], when conditions: [Condition] = [],
    _ change: (inout PresentationOptions) -> Void = { _ in }
  ) throws -> PresentationItem<String> {
    try queue.enqueue(Note(name), after: others, when: conditions, change)
  }
}

/// Whether something that other threads are about to do is done.
func comesTrue(_ holds: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(300)
  while ContinuousClock.now < end {
    if holds() { return true }
    await Task.yield()
  }
  return false
}
