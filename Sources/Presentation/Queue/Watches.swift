import Support

/// What an item waits for outside of its queue.
struct Watches: Sendable {
  var tasks: [Task<Void, Never>] = []
  var conditions: [(condition: PresentationCondition, token: Int)] = []

  mutating func add(_ others: Watches) {
    tasks += others.tasks
    conditions += others.conditions
  }

  func stop() {
    for task in tasks { task.cancel() }
    for (condition, token) in conditions { condition.stopObserving(token) }
  }
}
