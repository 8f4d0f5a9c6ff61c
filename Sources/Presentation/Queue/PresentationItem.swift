public import HikidashiBase

/// A handle to an item in a queue: wait for its answer, or cancel it.
///
/// Releasing the handle does not cancel the item.
public final class PresentationItem<Answer: Sendable>: Sendable {
  public let id: PresentationID
  public let name: String
  let queue: PresentationQueue
  /// How the item ends, for all who asked for it.
  private let shared: Ending<PresentationEnding<Answer>>
  /// How this request ends: like the item, unless it is taken back before.
  private let own: Ending<PresentationEnding<Answer>>
  private let board: StatusBoard<Answer>
  private let isWithdrawn = Guarded(false)

  init(
    _ id: PresentationID, _ name: String, _ queue: PresentationQueue,
    _ shared: Ending<PresentationEnding<Answer>>, _ own: Ending<PresentationEnding<Answer>>,
    _ board: StatusBoard<Answer>
  ) {
    self.id = id
    self.name = name
    self.queue = queue
    self.shared = shared
    self.own = own
    self.board = board
  }

  /// Waits for the person's answer.
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

  /// Waits for the item to end and returns how. Cancelling a waiting task works as for ``answer``.
  public var ending: PresentationEnding<Answer> {
    get async { await own.wait(onCancel: withdraw) ?? .unanswered(.cancelled) }
  }

  /// The item's current state.
  public var state: PresentationState { queue.status(id)?.state ?? .ended }

  /// A snapshot of the item.
  public var status: Status {
    guard let status = queue.status(id) else { return Status(shared.value) }
    return Status(state: status.state, isInterrupted: status.isInterrupted, ending: nil)
  }

  /// The changes of ``status``, newest first, from the current one to the last, in which the item has
  /// ended.
  ///
  /// ```swift
  /// for await status in item.statuses where status.isInterrupted { print("It comes back") }
  /// ```
  ///
  /// - Complexity: While an item is followed, each event of its queue costs a look at it.
  public var statuses: NewestValues<Status> {
    if !queue.follow(id), let ending = shared.value { board.end(ending) }
    return board.statuses
  }

  /// Calls `body` once with how this request ends, by whoever ends it.
  func observe(_ body: @escaping @Sendable (PresentationEnding<Answer>) -> Void) {
    own.observe(body)
  }

  /// Cancels the item, for all requests that share it; if it is shown, it is dismissed.
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

extension PresentationItem {
  /// Where an item stands, and how it has ended.
  public struct Status: Sendable {
    public let state: PresentationState
    /// Whether it was shown before and waits to come back.
    public let isInterrupted: Bool
    /// How it has ended, with the answer if there is one; nil until then.
    public let ending: PresentationEnding<Answer>?

    init(state: PresentationState, isInterrupted: Bool, ending: PresentationEnding<Answer>?) {
      self.state = state
      self.isInterrupted = isInterrupted
      self.ending = ending
    }

    init(_ ending: PresentationEnding<Answer>?) {
      self.init(state: .ended, isInterrupted: false, ending: ending)
    }
  }
}

extension PresentationItem.Status: Equatable where Answer: Equatable {}

/// An item without its answer type.
protocol QueuedItem {
  var id: PresentationID { get }
  var queue: PresentationQueue { get }
}

extension PresentationItem: QueuedItem {}

/// The ID of an item in a queue. Items that were requested later have greater IDs.
public struct PresentationID: Hashable, Comparable, Sendable {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  public static func < (left: PresentationID, right: PresentationID) -> Bool {
    left.number < right.number
  }
}

/// The state of an item in a queue.
public enum PresentationState: Hashable, Sendable {
  /// Waits for its turn, for prerequisites or for a condition.
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

/// A snapshot of an item in a queue.
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
  /// Whether it was shown before and waits to come back.
  public let isInterrupted: Bool

  package init(
    id: PresentationID, name: String, state: PresentationState, options: PresentationOptions,
    count: Int, prerequisites: Int, unmetConditions: Int, isInterrupted: Bool
  ) {
    self.id = id
    self.name = name
    self.state = state
    self.options = options
    self.count = count
    self.prerequisites = prerequisites
    self.unmetConditions = unmetConditions
    self.isInterrupted = isInterrupted
  }
}
