@testable import HikidashiLoading

/// Where a machine may be: its state, and whether it is asking the cache.
enum MachinePlace: String, CaseIterable {
  case notConnected, lookingUp, queued, waitingForNetwork, inProgress, waitingToRetry
  case finished, failed, cancelled

  init(_ state: LoadState, isLookingUp: Bool) {
    self =
      switch state {
      case .notConnected: .notConnected
      case .queued: isLookingUp ? .lookingUp : .queued
      case .waitingForNetwork: .waitingForNetwork
      case .inProgress: .inProgress
      case .waitingToRetry: .waitingToRetry
      case .finished: .finished
      case .failed: .failed
      case .cancelled: .cancelled
      }
  }

  var state: LoadState {
    switch self {
    case .notConnected: .notConnected
    case .lookingUp, .queued: .queued
    case .waitingForNetwork: .waitingForNetwork
    case .inProgress: .inProgress
    case .waitingToRetry: .waitingToRetry
    case .finished: .finished
    case .failed: .failed
    case .cancelled: .cancelled
    }
  }

  /// How the documentation calls it.
  var name: String { self == .lookingUp ? "queued, asking the cache" : rawValue }
}

/// What may happen to a machine, by its name in the documentation.
enum MachineEvent: String, CaseIterable {
  case startOnline = "start"
  case startOffline = "start, without a network"
  case answered = "the cache serves"
  case missedOnline = "the cache does not serve"
  case missedOffline = "the cache does not serve, without a network"
  case admitted = "its turn has come"
  case received = "bytes were parsed"
  case succeeded = "the result is there"
  case failedForGood = "the attempt fails for good"
  case failedForNow = "the attempt fails, and may be repeated"
  case failedWithoutNetwork = "the attempt finds no network"
  case retryDueOnline = "the wait is over"
  case retryDueOffline = "the wait is over, without a network"
  case networkLost = "the network is lost"
  case networkFound = "a network is found"
  case cancel = "cancel"

  /// Whether an attempt of another number may send it too late.
  var isOfAttempt: Bool {
    switch self {
    case .received, .succeeded, .failedForGood, .failedForNow, .failedWithoutNetwork,
      .retryDueOnline, .retryDueOffline:
      true
    default: false
    }
  }

  func event(_ attempt: Int, _ failure: LoadFailure) -> LoadEvent {
    switch self {
    case .startOnline: .start(isOnline: true)
    case .startOffline: .start(isOnline: false)
    case .answered: .answered
    case .missedOnline: .missed(isOnline: true)
    case .missedOffline: .missed(isOnline: false)
    case .admitted: .admitted
    case .received: .received(attempt: attempt, LoadAmount(bytes: 7))
    case .succeeded: .succeeded(attempt: attempt)
    case .failedForGood: .failed(attempt: attempt, .badResponse(failure))
    case .failedForNow: .failed(attempt: attempt, .reset(failure))
    case .failedWithoutNetwork: .failed(attempt: attempt, .noNetwork(failure))
    case .retryDueOnline: .retryDue(attempt: attempt, isOnline: true)
    case .retryDueOffline: .retryDue(attempt: attempt, isOnline: false)
    case .networkLost: .networkLost
    case .networkFound: .networkFound
    case .cancel: .cancel
    }
  }
}

/// One line of the table: what a machine does about an event, and where it is then.
struct Transition: CustomStringConvertible {
  let place: MachinePlace
  let event: MachineEvent
  let actions: [LoadAction]
  let next: MachinePlace

  init(_ place: MachinePlace, _ event: MachineEvent, _ actions: [LoadAction], _ next: MachinePlace)
  {
    self.place = place
    self.event = event
    self.actions = actions
    self.next = next
  }

  var description: String { "\(place.name), \(event.rawValue)" }
}

/// All that a machine may do. What is not here is refused and changes nothing.
struct TransitionTable {
  let waitsForNetwork: Bool
  let hasCache: Bool
  /// The attempt that a machine is at when it is in progress, and behind it.
  let attempt = 1
  let delay = Duration.seconds(1)
  let longestDelay = Duration.seconds(9)

  var rows: [Transition] {
    startRows + queueRows + progressRows + waitingRows
      + places.map { Transition($0, .cancel, leaving($0) + [.end], .cancelled) }
  }

  /// The places before the end where this kind of machine may be.
  private var places: [MachinePlace] {
    MachinePlace.allCases.filter { place in
      !place.state.isTerminal && (hasCache || place != .lookingUp)
        && (waitsForNetwork || place != .waitingForNetwork)
    }
  }

  private var startRows: [Transition] {
    guard hasCache else {
      return [
        Transition(.notConnected, .startOnline, [.enqueue], .queued),
        offline(.notConnected, .startOffline),
      ]
    }
    return [
      Transition(.notConnected, .startOnline, [.lookUp], .lookingUp),
      Transition(.notConnected, .startOffline, [.lookUp], .lookingUp),
      Transition(.lookingUp, .answered, [.end], .finished),
      Transition(.lookingUp, .missedOnline, [.enqueue], .queued),
      offline(.lookingUp, .missedOffline),
    ]
  }

  private var queueRows: [Transition] {
    [
      Transition(.queued, .admitted, [.connect(attempt: attempt)], .inProgress),
      offline(.queued, .networkLost),
    ]
  }

  private var progressRows: [Transition] {
    let ending: [LoadAction] = [.endTransfer, .releaseSlot]
    return [
      Transition(.inProgress, .received, [], .inProgress),
      Transition(.inProgress, .succeeded, ending + [.end], .finished),
      Transition(.inProgress, .failedForGood, ending + [.end], .failed),
      Transition(
        .inProgress, .failedForNow, ending + [.schedule(attempt: attempt, delay)],
        .waitingToRetry),
      Transition(
        .inProgress, .failedWithoutNetwork,
        ending + [.schedule(attempt: attempt, waitsForNetwork ? longestDelay : delay)],
        waitsForNetwork ? .waitingForNetwork : .waitingToRetry),
      offline(.inProgress, .networkLost),
    ]
  }

  private var waitingRows: [Transition] {
    let retrying = [
      Transition(.waitingToRetry, .retryDueOnline, [.enqueue], .queued),
      offline(.waitingToRetry, .retryDueOffline),
      offline(.waitingToRetry, .networkLost),
    ]
    guard waitsForNetwork else { return retrying }
    return retrying + [
      Transition(.waitingForNetwork, .networkFound, [.unschedule, .enqueue], .queued),
      Transition(.waitingForNetwork, .retryDueOnline, [.enqueue], .queued),
    ]
  }

  /// Without a network it is waited for, or the load ends.
  private func offline(_ place: MachinePlace, _ event: MachineEvent) -> Transition {
    // A wait that is over has nothing to take back.
    let left = event == .retryDueOffline || place == .lookingUp ? [] : leaving(place)
    return waitsForNetwork
      ? Transition(place, event, left, .waitingForNetwork)
      : Transition(place, event, left + [.end], .failed)
  }

  private func leaving(_ place: MachinePlace) -> [LoadAction] {
    switch place {
    case .queued: [.leaveQueue]
    case .inProgress: [.endTransfer, .releaseSlot]
    case .waitingToRetry, .waitingForNetwork: [.unschedule]
    default: []
    }
  }
}
