import HikidashiBase

/// The queue's data about an item of any type, besides what the machine holds.
protocol AnyRequestRecord: AnyObject, Sendable {
  func end(_ reason: PresentationReason) -> @Sendable () -> Void

  @MainActor func present(_ round: PresentationMachine.Round, _ queue: PresentationQueue)
  @MainActor func call(_ action: PresentationMachine.Action, _ presenter: any Presenter)
}

final class RequestRecord<Item: Presentable>: AnyRequestRecord {
  typealias Ended = Ending<PresentationEnding<Item.Answer>>

  struct Content: Sendable {
    var item: Item
    var count = 1
    var answer: Item.Answer?
    /// Of each request, taken back or not.
    var requests: [Ended]
  }

  let ended = Ended()
  private let content: Guarded<Content>
  private let options: PresentationOptions
  @MainActor private var showing: Showing<Item>?

  init(_ item: Item, _ options: PresentationOptions, _ request: Ended) {
    content = Guarded(Content(item: item, requests: [request]))
    self.options = options
  }

  /// Counts a newer one, and takes in its content where that is wished.
  func join(_ newer: Item, isMerged: Bool, _ request: Ended) {
    content.withLock { content in
      content.count += 1
      content.requests.append(request)
      if isMerged { content.item = content.item.merging(newer) }
    }
  }

  func end(_ reason: PresentationReason) -> @Sendable () -> Void {
    let content = content.withLock { $0 }
    let answer = reason == .answered ? content.answer : nil
    let ending = answer.map(PresentationEnding.answered) ?? .unanswered(reason)
    let wakes = (content.requests + [ended]).map { $0.end(ending) }
    return { for wake in wakes { wake() } }
  }

  @MainActor func present(_ round: PresentationMachine.Round, _ queue: PresentationQueue) {
    let showing = Showing(content, options, round, queue)
    showing.memory = self.showing?.memory
    self.showing = showing
    queue.presenter.present(showing)
  }

  @MainActor func call(_ action: PresentationMachine.Action, _ presenter: any Presenter) {
    guard let showing else { return }
    switch action {
    case .dismiss: presenter.dismiss(showing)
    case .abandon: presenter.abandon(showing)
    case .update:
      (showing.item, showing.count) = content.withLock { ($0.item, $0.count) }
      presenter.update(showing)
    case .present, .left, .accepted, .ended, .report: break
    }
  }
}
