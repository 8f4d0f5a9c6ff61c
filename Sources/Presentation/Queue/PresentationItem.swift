public import Support

/// A request to a queue: what waits for it, what it waits for, and how it ends.
///
/// Letting go of it changes nothing; the item goes its way.
public final class PresentationItem<Answer: Sendable>: Sendable {
  public let id: PresentationID
  public let name: String
  let queue: PresentationQueue
  /// How the item ends, for all who asked for it.
  private let shared: Ending<PresentationEnding<Answer>>
  /// How this request ends: like the item, unless it is taken back before.
  private let own: Ending<PresentationEnding<Answer>>
  private let isWithdrawn = Guarded(false)

  init(
    _ id: PresentationID, _ name: String, _ queue: PresentationQueue,
    _ shared: Ending<PresentationEnding<Answer>>, _ own: Ending<PresentationEnding<Answer>>
  ) {
    self.id = id
    self.name = name
    self.queue = queue
    self.shared = shared
    self.own = own
  }

  /// What a person has chosen.
  ///
  /// Returns when the view is gone. Cancelling a task that waits takes this request back: the item
  /// is cancelled, unless duplicates of it were asked for and still want it.
  ///
  /// - Throws: ``PresentationError/ended(name:_:)`` when it ends without an answer.
  public var answer: Answer {
    get async throws(PresentationError) {
      switch await ending {
      case .answered(let answer): return answer
      case .unanswered(let reason): throw .ended(name: name, reason)
      }
    }
  }

  /// How it has ended, once it has; cancelling a task that waits does as for ``answer``.
  public var ending: PresentationEnding<Answer> {
    get async { await own.wait(onCancel: withdraw) ?? .unanswered(.cancelled) }
  }

  /// Where it is on its way.
  public var state: PresentationState { queue.status(id)?.state ?? .ended }

  /// Takes the item back, for all who asked for it; if it is shown, it is dismissed.
  public func cancel() { queue.cancel(id) }

  /// Makes an item that waits come after others, too.
  ///
  /// - Complexity: O(items of the queue and what they come after).
  /// - Throws: ``PresentationError/cycle(_:)`` when one of the others comes after it,
  ///   ``PresentationError/notWaiting(name:)`` when it waits no longer.
  public func add(after others: [any Endable]) throws(PresentationError) {
    try queue.add(after: others, to: id, named: name)
  }

  /// Takes this request back, once.
  private func withdraw() {
    let isFirst = isWithdrawn.withLock { isWithdrawn in
      defer { isWithdrawn = true }
      return !isWithdrawn
    }
    if isFirst { queue.withdraw(id) { [own] in own.end(.unanswered(.cancelled))() } }
  }
}

extension PresentationItem: Endable {
  public func ended() async { await shared.wait() }
}

/// An item whose type of answer does not matter.
protocol QueuedItem {
  var id: PresentationID { get }
  var queue: PresentationQueue { get }
}

extension PresentationItem: QueuedItem {}

/// What a queue calls an item: items that were asked for later have greater ids.
public struct PresentationID: Hashable, Comparable, Sendable {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  public static func < (left: PresentationID, right: PresentationID) -> Bool {
    left.number < right.number
  }
}

/// Where something is on its way from a request to its end.
public enum PresentationState: Hashable, Sendable {
  /// For its turn, for what it comes after, or for a condition.
  case waiting
  /// The presenter makes the view, and has not said that it is there.
  case presenting
  /// The view is there.
  case presented
  /// The presenter takes the view away, and has not said that it is gone.
  case dismissing
  /// The view is gone, or there was none.
  case ended
}

/// What a queue knows of one item at a moment.
public struct PresentationStatus: Hashable, Sendable {
  public let id: PresentationID
  public let name: String
  public let state: PresentationState
  public let options: PresentationOptions
  /// How many requests are this item, 1 or more: duplicates are counted or merged.
  public let count: Int
  /// How many of those it comes after have not ended.
  public let prerequisites: Int
  /// How many of its conditions do not hold.
  public let unmetConditions: Int

  package init(
    id: PresentationID, name: String, state: PresentationState, options: PresentationOptions,
    count: Int, prerequisites: Int, unmetConditions: Int
  ) {
    self.id = id
    self.name = name
    self.state = state
    self.options = options
    self.count = count
    self.prerequisites = prerequisites
    self.unmetConditions = unmetConditions
  }
}
