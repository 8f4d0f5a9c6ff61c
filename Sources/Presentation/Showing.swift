internal import Support

/// An item on its way over the screen: what is to be shown, and where its presenter reports.
///
/// An item that was interrupted comes back as another showing; what is reported through the earlier
/// one, or after the end, is ignored.
@MainActor public final class Showing<Item: Presentable> {
  public let id: PresentationID
  /// What is to be shown; another one after duplicates were merged.
  public internal(set) var item: Item
  /// How many requests are this item, 1 or more.
  public internal(set) var count: Int
  /// Where and how long it is shown, as it was asked for.
  public let options: PresentationOptions
  /// What the presenter keeps for the item's next showing, such as a view with what was typed into
  /// it: an item that was interrupted finds it again when it comes back. It is let go of at the end.
  public var memory: AnyObject?
  let round: PresentationMachine.Round
  private let content: Guarded<RequestRecord<Item>.Content>
  private weak var queue: PresentationQueue?

  init(
    _ content: Guarded<RequestRecord<Item>.Content>, _ options: PresentationOptions,
    _ round: PresentationMachine.Round, _ queue: PresentationQueue
  ) {
    id = round.id
    (item, count) = content.withLock { ($0.item, $0.count) }
    self.options = options
    self.content = content
    self.round = round
    self.queue = queue
  }

  /// The view is there.
  public func presented() { queue?.send(.presented(round)) }

  /// A person has chosen; the queue asks for the view to be dismissed, unless it is reported as gone
  /// right away. The first answer counts.
  public func answer(_ answer: Item.Answer) {
    queue?.send(.answered(round)) { content.withLock { $0.answer = answer } }
  }

  /// The view is gone, because it was asked for or because a person has closed it.
  public func dismissed() { queue?.send(.dismissed(round)) }

  /// The view cannot be shown, and is not there.
  ///
  /// - Parameter problem: What happened, for the log.
  public func failed(_ problem: String) { queue?.send(.failed(round, problem)) }
}
