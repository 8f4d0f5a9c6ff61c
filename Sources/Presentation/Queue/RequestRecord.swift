import HikidashiBase

/// The queue's data about an item of any type, besides what the machine holds.
protocol AnyRequestRecord: AnyObject, Sendable {
  func end(_ reason: PresentationReason) -> @Sendable () -> Void
  /// Returns what tells those who follow the item's statuses; call it without any lock held.
  func tell(_ state: StatusState, number: Int) -> @Sendable () -> Void

  @MainActor func present(_ round: PresentationMachine.Round, _ queue: PresentationQueue)
  @MainActor func call(_ action: PresentationMachine.Action, _ presenter: any Presenter)
}

final class RequestRecord<Item: Presentable>: AnyRequestRecord {
  typealias Ended = Ending<PresentationEnding<Item.Answer>>

  struct Content: Sendable {
    /// Nil until it is known, where the item follows another one.
    var item: Item?
    var options: PresentationOptions
    var count = 1
    var answer: Item.Answer?
    /// Of each request, taken back or not.
    var requests: [Ended]
  }

  let ended = Ended()
  let board = StatusBoard<Item.Answer>()
  private let content: Guarded<Content>
  @MainActor private var showing: Showing<Item>?

  init(_ item: Item?, _ options: PresentationOptions, _ request: Ended) {
    content = Guarded(Content(item: item, options: options, requests: [request]))
  }

  /// Sets what is shown, where that was not known at first.
  func fill(_ item: Item, _ options: PresentationOptions) {
    content.withLock { ($0.item, $0.options) = (item, options) }
  }

  /// Counts a newer one, and takes in its content where that is wished.
  func join(_ newer: Item, isMerged: Bool, _ request: Ended) {
    content.withLock { content in
      content.count += 1
      content.requests.append(request)
      if isMerged { content.item = content.item?.merging(newer) }
    }
  }

  func end(_ reason: PresentationReason) -> @Sendable () -> Void {
    let content = content.withLock { $0 }
    let answer = reason == .answered ? content.answer : nil
    let ending = answer.map(PresentationEnding.answered) ?? .unanswered(reason)
    let wakes = (content.requests + [ended]).map { $0.end(ending) }
    return { [board] in
      board.end(ending)
      for wake in wakes { wake() }
    }
  }

  func tell(_ state: StatusState, number: Int) -> @Sendable () -> Void {
    { [board] in board.show(state, number: number) }
  }

  @MainActor func present(_ round: PresentationMachine.Round, _ queue: PresentationQueue) {
    guard let showing = Showing(content, round, queue) else { return }
    (showing.memory, showing.place) = (self.showing?.memory, self.showing?.place)
    self.showing = showing
    queue.presenter.present(showing)
  }

  @MainActor func call(_ action: PresentationMachine.Action, _ presenter: any Presenter) {
    guard let showing else { return }
    switch action {
    case .dismiss: presenter.dismiss(showing)
    case .abandon: presenter.abandon(showing)
    case .update:
      let (item, count) = content.withLock { ($0.item, $0.count) }
      showing.change(item ?? showing.item, count: count)
      presenter.update(showing)
    case .present, .left, .accepted, .ended, .report: break
    }
  }
}
