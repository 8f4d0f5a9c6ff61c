internal import HikidashiBase

extension PresentationQueue {
  /// Queues an item that is made of another one's answer, and returns at once.
  ///
  /// ```swift
  /// let name = try queue.enqueue(Prompt("Name of the shelf"))
  /// let sure = try queue.enqueue(after: name) { Alert("Delete “\($0)”?") }
  /// ```
  ///
  /// The item has its place among the requests from now on, so that what is asked for later and is of
  /// the same priority comes after it. It ends unseen where there is nothing to show: for the reason for
  /// which `first` ends without an answer, as cancelled where `next` returns nil, and as failed where
  /// it throws. Cancelling it leaves `first` alone.
  ///
  /// - Parameters:
  ///   - first: The item whose answer is handed on. It may belong to another queue.
  ///   - conditions: The next item is shown when all of these hold.
  ///   - change: Changes the options that the next item has by itself. It is called more than once: the
  ///     owner, group and channel that it sets hold from now on. An expiry counts from the answer. A
  ///     duplicate is refused, and the item fails, unless it replaces the older one.
  ///   - next: Makes the next item, once, when `first` was answered and its view is gone; on the thread
  ///     that ends it.
  /// - Throws: ``PresentationError`` when the options contradict themselves.
  @discardableResult
  public func enqueue<Answer, Next: Presentable>(
    after first: PresentationItem<Answer>, when conditions: [Condition] = [],
    options change: @escaping @Sendable (inout PresentationOptions) -> Void = { _ in },
    next: @escaping @Sendable (Answer) throws -> Next?
  ) throws(PresentationError) -> PresentationItem<Next.Answer> {
    var options = PresentationOptions()
    change(&options)
    (options.key, options.expiry) = (nil, nil)
    let item: PresentationItem<Next.Answer> = try enqueue(
      nil as Next?, named: String(describing: Next.self), options, after: [first],
      when: conditions)
    let id = item.id
    first.observe { [weak self] ending in
      guard let self, state.withLock({ $0.records[id] != nil }) else { return }
      switch ending {
      case .unanswered(let reason): send(.empty(id, reason))
      case .answered(let answer): follow(answer, id, change, next)
      }
    }
    return item
  }

  private func follow<Answer, Next: Presentable>(
    _ answer: Answer, _ id: PresentationID, _ change: (inout PresentationOptions) -> Void,
    _ next: (Answer) throws -> Next?
  ) {
    do {
      guard let item = try next(answer) else { return send(.empty(id, .cancelled)) }
      var options = item.options
      change(&options)
      run { state, now in
        (state.records[id] as? RequestRecord<Next>)?.fill(item, options)
        return state.machine.handle(.filled(id, name: item.name, options), at: now)
      }
    } catch {
      let failure = PresentationFailure.refused("\(error)")
      log(tr("“{}”: {}", String(describing: Next.self), failure))
      send(.empty(id, .failed(failure)))
    }
  }
}
