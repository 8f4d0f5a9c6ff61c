import HikidashiBase

/// What happens to a load.
enum LoadEvent: Sendable {
  case start(isOnline: Bool)
  /// The cache has given the result.
  case answered
  /// The cache has nothing that serves.
  case missed(isOnline: Bool)
  /// Its turn has come.
  case admitted
  case received(attempt: Int, LoadAmount)
  case succeeded(attempt: Int)
  case failed(attempt: Int, LoadError)
  /// The time of waiting for another attempt is over.
  case retryDue(attempt: Int, isOnline: Bool)
  case networkLost
  case networkFound
  case cancel
}

/// What an attempt has brought so far.
struct LoadAmount: Hashable, Sendable {
  var bytes = 0
  var expectedBytes: Int?
  var fraction: Double?
  var bytesPerSecond = 0.0
}

/// What is to be done about an event, in this order.
enum LoadAction: Hashable, Sendable {
  case lookUp
  case enqueue
  case leaveQueue
  case connect(attempt: Int)
  case endTransfer
  case releaseSlot
  case schedule(attempt: Int, Duration)
  case unschedule
  /// The load has ended; nothing follows.
  case end
}

/// The states of a load and the way from one to the next: takes events, returns actions.
///
/// An event that is not in the table (`Loading`'s documentation) is refused, and changes nothing. So
/// is one of an attempt that is over.
struct LoadMachine: Sendable {
  private(set) var status = LoadStatus()
  let request: LoadRequest
  let retry: Retry
  let waitsForNetwork: Bool
  let hasCache: Bool
  private var isLookingUp = false
  private var random: SeededGenerator

  init(
    _ request: LoadRequest, retry: Retry, waitsForNetwork: Bool, hasCache: Bool,
    seed: UInt64
  ) {
    self.request = request
    self.retry = retry
    self.waitsForNetwork = waitsForNetwork
    self.hasCache = hasCache
    random = SeededGenerator(seed: seed)
  }

  var state: LoadState { status.state }

  /// Whether events of this attempt are taken.
  func isCurrent(_ attempt: Int) -> Bool { state == .inProgress && status.attempt == attempt }

  /// Takes an event; nil where it is refused.
  mutating func handle(_ event: LoadEvent) -> [LoadAction]? {
    switch (state, event) {
    case (.notConnected, .start(let isOnline)): return start(isOnline)
    case (.queued, .answered) where isLookingUp: return end(.finished)
    case (.queued, .missed(let isOnline)) where isLookingUp:
      isLookingUp = false
      return proceed(isOnline)
    case (.queued, .admitted) where !isLookingUp: return connect()
    case (.inProgress, .received(let attempt, let amount)) where attempt == status.attempt:
      return receive(amount)
    case (.inProgress, .succeeded(let attempt)) where attempt == status.attempt:
      return end(.finished)
    case (.inProgress, .failed(let attempt, let error)) where attempt == status.attempt:
      return fail(error)
    case (.waitingToRetry, .retryDue(let attempt, let isOnline)) where attempt == status.attempt:
      return proceed(isOnline)
    case (.waitingForNetwork, .retryDue(let attempt, true)) where attempt == status.attempt:
      return proceed(true)
    case (.waitingForNetwork, .networkFound): return leaving() + proceed(true)
    case (.queued, .networkLost) where !isLookingUp, (.inProgress, .networkLost),
      (.waitingToRetry, .networkLost):
      return leaving() + proceed(false)
    case (_, .cancel) where !state.isTerminal:
      status.error = .cancelled(LoadFailure(request.target))
      return end(.cancelled)
    default: return nil
    }
  }

  private mutating func start(_ isOnline: Bool) -> [LoadAction] {
    guard hasCache else { return proceed(isOnline) }
    status.state = .queued
    isLookingUp = true
    return [.lookUp]
  }

  /// Into the queue, or, without a network, to where it is waited for.
  private mutating func proceed(_ isOnline: Bool) -> [LoadAction] {
    status.retryDelay = nil
    if isOnline {
      status.state = .queued
      return [.enqueue]
    }
    status.error = .offline(LoadFailure(request.target))
    if waitsForNetwork {
      status.state = .waitingForNetwork
      return []
    }
    status.state = .failed
    return [.end]
  }

  private mutating func connect() -> [LoadAction] {
    status.state = .inProgress
    status.attempt += 1
    status.error = nil
    receiveAmount(LoadAmount())
    return [.connect(attempt: status.attempt)]
  }

  private mutating func receive(_ amount: LoadAmount) -> [LoadAction] {
    receiveAmount(amount)
    return []
  }

  private mutating func receiveAmount(_ amount: LoadAmount) {
    status.bytes = amount.bytes
    status.expectedBytes = amount.expectedBytes
    status.fraction = amount.fraction
    status.bytesPerSecond = amount.bytesPerSecond
  }

  private mutating func fail(_ error: LoadError) -> [LoadAction] {
    let left = leaving()
    status.error = error
    if waitsForNetwork, case .noNetwork = error {
      status.state = .waitingForNetwork
      status.retryDelay = retry.longest
      return left + [.schedule(attempt: status.attempt, retry.longest)]
    }
    guard request.isRepeatable, error.isTransient, status.attempt < retry.attempts,
      let delay = retry.delay(after: status.attempt, error, using: &random)
    else {
      status.state = .failed
      return left + [.end]
    }
    status.state = .waitingToRetry
    status.retryDelay = delay
    return left + [.schedule(attempt: status.attempt, delay)]
  }

  private mutating func end(_ state: LoadState) -> [LoadAction] {
    let left = leaving()
    if state == .finished {
      status.error = nil
      status.fraction = 1
    }
    status.state = state
    status.retryDelay = nil
    return left + [.end]
  }

  /// What the state that is left has taken and must give back.
  private mutating func leaving() -> [LoadAction] {
    let wasLookingUp = isLookingUp
    isLookingUp = false
    switch state {
    case .queued: return wasLookingUp ? [] : [.leaveQueue]
    case .inProgress: return [.endTransfer, .releaseSlot]
    case .waitingToRetry, .waitingForNetwork: return [.unschedule]
    case .notConnected, .finished, .failed, .cancelled: return []
    }
  }
}

extension Retry {
  /// The delay after so many attempts; nil where the server wants a longer one than ``longest``.
  func delay(
    after attempts: Int, _ error: LoadError, using random: inout some RandomNumberGenerator
  ) -> Duration? {
    let delay = delay(after: attempts, using: &random)
    guard case .status(_, let problem) = error, let wanted = problem.retryAfter else {
      return delay
    }
    return wanted > longest ? nil : max(delay, wanted)
  }
}
