internal import HikidashiBase

/// One presentation of an item: its content, and the methods by which its presenter reports.
///
/// An item that was interrupted comes back as another showing; what is reported through the earlier
/// one, or after the end, is ignored.
@MainActor public final class Showing<Item: Presentable> {
  public let id: PresentationID
  /// The item to show; it changes when duplicates are merged.
  public internal(set) var item: Item
  /// How many requests share this item, 1 or more.
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
}
