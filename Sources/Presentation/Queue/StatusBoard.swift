internal import HikidashiBase

/// What of an item's status does not depend on the type of its answer.
struct StatusState: Equatable, Sendable {
  var state: PresentationState
  var isInterrupted: Bool
}

/// The newest status of an item, for those who follow it.
final class StatusBoard<Answer: Sendable>: Sendable {
  private typealias Status = PresentationItem<Answer>.Status

  private struct Snapshot: Sendable {
    var status: Status
    /// Counts what the queue tells, as several threads may bring it here.
    var number = 0
  }

  private let broadcast = Broadcast(
    Snapshot(status: Status(state: .waiting, isInterrupted: false, ending: nil)))

  var statuses: NewestValues<PresentationItem<Answer>.Status> {
    NewestValues(broadcast) { $0.status }
  }

  /// Shows a status; nothing when a later one was shown, or the item has ended.
  func show(_ state: StatusState, number: Int) {
    broadcast.update { shown in
      guard shown.number < number else { return nil }
      let status = Status(state: state.state, isInterrupted: state.isInterrupted, ending: nil)
      return Snapshot(status: status, number: number)
    }
  }

  /// Shows the last status, once.
  func end(_ ending: PresentationEnding<Answer>) {
    broadcast.update(isLast: true) { _ in Snapshot(status: Status(ending)) }
  }
}
