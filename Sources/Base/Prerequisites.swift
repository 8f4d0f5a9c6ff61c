/// What must have ended, and which conditions must hold, before a request of a queue begins.
package struct Prerequisites<ID: Hashable & Sendable>: Sendable {
  /// Prerequisites in the same queue, which notices by itself when they end.
  package private(set) var inside: Set<ID> = []
  /// Prerequisites outside the queue, which must be watched. The queue numbers them 0, 1, …
  package private(set) var outside: [any Endable] = []
  package let conditions: [Condition]

  /// - Parameter id: Returns the queue's ID of something that is in it; nil for anything else.
  package init(
    _ others: [any Endable], _ conditions: [Condition] = [], id: (any Endable) -> ID?
  ) {
    self.conditions = conditions
    for other in others {
      if let id = id(other) { inside.insert(id) } else { outside.append(other) }
    }
  }

  /// Watches the outside prerequisites and the conditions until the tokens are released, and checks
  /// each condition once.
  ///
  /// - Parameters:
  ///   - keep: Called with the tokens, if there are any; returns false if the request has ended
  ///     already.
  ///   - ended: Called once for each that has ended, with its number.
  ///   - look: Called after each change of a condition, with its number; must read the condition
  ///     again.
  package func watch(
    keep: ([ObservationToken]) -> Bool, ended: @escaping @Sendable (Int) -> Void,
    look: @escaping @Sendable (Int, Condition) -> Void
  ) {
    var tokens = outside.enumerated().map { number, other in
      let task = Task {
        await other.ended()
        ended(number)
      }
      return ObservationToken { task.cancel() }
    }
    tokens += conditions.enumerated().map { number, condition in
      condition.observe { [weak condition] in
        if let condition { look(number, condition) }
      }
    }
    guard !tokens.isEmpty, keep(tokens) else { return }
    for (number, condition) in conditions.enumerated() { look(number, condition) }
  }
}
