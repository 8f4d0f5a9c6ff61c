internal import HikidashiBase

/// One presentation of an item: its content, and the methods by which its presenter reports.
///
/// An item that was interrupted comes back as another showing; what is reported through the earlier
/// one, or after the end, is ignored.
@MainActor public final class Showing<Item: Presentable> {
  public let id: PresentationID
  /// The item to show. It changes when duplicates are merged; a part whose closure reads it follows.
  public var item: Item {
    observed.willRead()
    return current.item
  }
  /// How many requests share this item, 1 or more. It can be followed like ``item``.
  public var count: Int {
    observed.willRead()
    return current.count
  }
  /// Where and how long it is shown, as it was asked for.
  public let options: PresentationOptions
  /// What the presenter keeps for the item's next showing, such as a view with what was typed into
  /// it: an item that was interrupted finds it again when it comes back. It is let go of at the end.
  public var memory: AnyObject?
  /// The window that the presenter has chosen for the item, which it keeps over all showings.
  package weak var place: AnyObject?
  let round: PresentationMachine.Round
  private let content: Guarded<RequestRecord<Item>.Content>
  private weak var queue: PresentationQueue?
  private var current: (item: Item, count: Int)
  private let observed = ObservedState()
  /// The item's own function that shows it, while it runs.
  private var run: Task<Void, Never>?

  /// Nil where it is not known yet what is shown.
  init?(
    _ content: Guarded<RequestRecord<Item>.Content>, _ round: PresentationMachine.Round,
    _ queue: PresentationQueue
  ) {
    let now = content.withLock { $0 }
    guard let item = now.item else { return nil }
    id = round.id
    current = (item, now.count)
    options = now.options
    self.content = content
    self.round = round
    self.queue = queue
  }

  func change(_ item: Item, count: Int) {
    current = (item, count)
    observed.didChange()
  }

  /// Reports that the view is there.
  public func presented() { queue?.send(.presented(round)) }

  /// Reports the person's answer. The queue then asks to dismiss the view, unless it is reported as
  /// gone right away. The first answer counts.
  public func answer(_ answer: Item.Answer) {
    queue?.send(.answered(round)) { content.withLock { $0.answer = answer } }
  }

  /// Reports that the view is gone, on request or because a person closed it.
  public func dismissed() { queue?.send(.dismissed(round)) }

  /// Reports that the view cannot be shown, and is not there.
  ///
  /// - Parameter problem: What happened, for the log.
  public func failed(_ problem: String) { queue?.send(.failed(round, problem)) }

  /// Begins to show an item that shows itself; returns false, and does nothing, for other items.
  ///
  /// For presenters: what becomes of the item is reported by itself.
  ///
  /// - Parameter afterwards: Called once, when the item's function has returned and its view is gone.
  public func showItself(afterwards: @escaping @MainActor () -> Void = {}) -> Bool {
    guard let item = current.item as? any CustomPresentable else { return false }
    begin(item, afterwards)
    return true
  }

  /// Ends what `showItself()` has begun, by cancelling its task; returns false, and does nothing,
  /// where nothing was begun.
  public func endItself() -> Bool {
    run?.cancel()
    return run != nil
  }

  private func begin<Custom: CustomPresentable>(
    _ item: Custom, _ afterwards: @escaping @MainActor () -> Void
  ) {
    guard let showing = self as? Showing<Custom> else { return }
    // The task holds the showing until the function returns, whatever the queue has given up.
    run = Task { await showing.perform(item, afterwards) }
  }
}

extension Showing where Item: CustomPresentable {
  /// Each way out of the item's function is one report that the view is gone.
  fileprivate func perform(_ item: Item, _ afterwards: @MainActor () -> Void) async {
    // It was given up before it came to this.
    guard !Task.isCancelled else { return dismissed() }
    presented()
    do {
      let answer = try await item.show(self)
      afterwards()
      self.answer(answer)
      dismissed()
    } catch {
      afterwards()
      // An error after the cancellation is how the view was taken away.
      if Task.isCancelled || error is CancellationError { return dismissed() }
      failed("\(error)")
    }
  }
}
