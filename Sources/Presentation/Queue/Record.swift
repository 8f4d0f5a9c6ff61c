import Support

/// What the queue keeps of an item beside the machine's part, whatever its type.
protocol AnyRecord: AnyObject, Sendable {
  func end(_ reason: PresentationReason) -> @Sendable () -> Void
  func leave(_ claim: Int) -> @Sendable () -> Void

  @MainActor func present(_ round: PresentationMachine.Round, _ queue: PresentationQueue)
  @MainActor func call(_ action: PresentationMachine.Action, _ presenter: any Presenter)
}

final class Record<Item: Presentable>: AnyRecord {
  let content: Guarded<(item: Item, count: Int)>
  let options: PresentationOptions
  let outcome = Outcome<Item.Answer>()
  @MainActor private var showing: Showing<Item>?

  init(_ item: Item, _ options: PresentationOptions) {
    content = Guarded((item, 1))
    self.options = options
  }

  /// Counts a newer one, and takes in its content where that is wished.
  func join(_ newer: Item, isMerged: Bool) {
    content.withLock { content in
      content.count += 1
      if isMerged { content.item = content.item.merging(newer) }
    }
  }

  func end(_ reason: PresentationReason) -> @Sendable () -> Void { outcome.end(reason) }

  func leave(_ claim: Int) -> @Sendable () -> Void { outcome.leave(claim) }

  @MainActor func present(_ round: PresentationMachine.Round, _ queue: PresentationQueue) {
    let showing = Showing(content.withLock { $0 }, options, outcome, round, queue)
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
