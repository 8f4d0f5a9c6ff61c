/// What a request of a queue comes after, and the conditions that must hold before it begins.
package struct Prerequisites<ID: Hashable & Sendable>: Sendable {
  /// Others of the same queue, which sees their ends by itself.
  package private(set) var inside: Set<ID> = []
  /// What is to be watched: the queue calls them 0, 1, …
  package private(set) var outside: [any Endable] = []
  package let conditions: [Condition]

  /// - Parameter id: What the queue calls something that is in it; nil for anything else.
  package init(
    _ others: [any Endable], _ conditions: [Condition] = [], id: (any Endable) -> ID?
  ) {
    self.conditions = conditions
    for other in others {
      if let id = id(other) { inside.insert(id) } else { outside.append(other) }
    }
  }

  /// Watches what is outside and the conditions until the tokens are released, and looks at each
  /// condition once.
  ///
  /// - Parameters:
  ///   - keep: Called with the tokens, if there are any; false where the request has ended meanwhile.
  ///   - ended: Called once for each that has ended, with its number.
  ///   - look: Called after each change of a condition, with its number; must read it anew.
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
