extension PresentationMachine {
  /// What can happen to a queue.
  package enum Event: Hashable, Sendable {
    /// Whoever may call the presenter asks what to call.
    case attend
    /// Nothing but that time has passed.
    case time
    case presented(Round)
    case answered(Round)
    case dismissed(Round)
    case failed(Round, String)
    case cancel(PresentationID)
    /// One of the requests that are this item is taken back; the last one cancels it.
    case withdraw(PresentationID)
    case cancelGroup(String)
    case cancelChannel(PresentationChannel)
    case cancelAll
    case ownerGone(PresentationOwner)
    /// What the item comes after, and is no item itself, has ended.
    case outsideEnded(PresentationID, Int)
    case condition(PresentationID, Int, isMet: Bool)
    /// Nothing new is shown, in one channel or (nil) in all.
    case suspend(PresentationChannel?)
    case resume(PresentationChannel?)
    case rules(PresentationChannel, ChannelRules)
  }

  /// What the machine asks its runner to do.
  package enum Action: Hashable, Sendable {
    case present(Round)
    /// What is shown has new content or a new count.
    case update(Round)
    case dismiss(Round)
    /// Take away at once, no report is waited for: the item has ended.
    case abandon(Round)
    /// One of several requests was taken back; the item goes on for the others.
    case left(PresentationID)
    /// The answer that came with the event counts.
    case accepted(PresentationID)
    /// Once for each item, and nothing about it afterwards but `abandon`.
    case ended(PresentationID, PresentationReason)
    case report(name: String, PresentationFailure)

    package var isCall: Bool {
      switch self {
      case .present, .update, .dismiss, .abandon: true
      case .left, .accepted, .ended, .report: false
      }
    }
  }

  /// One time that an item is shown; one that was interrupted is shown again in another round.
  package struct Round: Hashable, Sendable {
    package let id: PresentationID
    package let number: Int

    package init(_ id: PresentationID, _ number: Int) {
      self.id = id
      self.number = number
    }
  }

  /// What is asked for.
  package struct Request: Hashable, Sendable {
    package var name: String
    package var options: PresentationOptions
    package var after: Set<PresentationID>
    /// How many others it comes after: they are called 0, 1, …
    package var outside: Int
    /// Which of its conditions, called 0, 1, …, do not hold.
    package var unmet: Set<Int>

    package init(
      name: String, options: PresentationOptions, after: Set<PresentationID> = [],
      outside: Int = 0, unmet: Set<Int> = []
    ) {
      self.name = name
      self.options = options
      self.after = after
      self.outside = outside
      self.unmet = unmet
    }
  }

  struct Entry: Hashable, Sendable {
    let name: String
    let lane: Int
    let expiresAt: Duration?
    var options: PresentationOptions
    var after: Set<PresentationID>
    var outside: Set<Int>
    var nextOutside: Int
    var unmet: Set<Int>
    var state = PresentationState.waiting
    /// When the state began.
    var since: Duration
    var round = 0
    var count = 1
    /// Requests not taken back.
    var claims = 1
    var needsUpdate = false
    /// Why it will end; nil while that is open. Dismissing with nil means to come back.
    var ending: PresentationReason?
    var deadline: Duration?

    var isReady: Bool { state == .waiting && after.isEmpty && outside.isEmpty && unmet.isEmpty }

    /// When it may be taken away, once it is to be.
    var mayLeaveAt: Duration {
      switch ending {
      case .answered, .ownerGone: since
      default: since.later(by: options.minimum)
      }
    }
  }

  /// A channel: who is shown there, and who could be, the next one first.
  struct Lane: Hashable, Sendable {
    let channel: PresentationChannel
    var rules: ChannelRules
    var ready: [Rank] = []
    var shown: [PresentationID] = []
    /// When something was taken away last.
    var leftAt: Duration?

    /// From when on something new may be shown.
    var freeAt: Duration { leftAt?.later(by: rules.gap) ?? .zero }
  }

  /// The place of an item among those of its channel.
  struct Rank: Hashable, Sendable {
    let priority: Int
    let id: PresentationID

    func precedes(_ other: Rank, _ order: ChannelRules.Order) -> Bool {
      if priority != other.priority { return priority > other.priority }
      return order == .firstInFirstOut ? id < other.id : id > other.id
    }
  }

  struct Deadline: Hashable, Comparable, Sendable {
    let time: Duration
    let id: PresentationID

    static func < (left: Deadline, right: Deadline) -> Bool {
      (left.time, left.id) < (right.time, right.id)
    }
  }
}

extension Duration {
  /// This time and so much, or so much that nobody lives to see it: a sum must not overflow.
  func later(by duration: Duration) -> Duration {
    self + Swift.min(Swift.max(.zero, duration), .seconds(1 << 31))
  }
}
