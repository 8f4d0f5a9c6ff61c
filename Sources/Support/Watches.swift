/// What an item or a job waits for outside of its queue, to be let go of when it ends.
package struct Watches: Sendable {
  package var tasks: [Task<Void, Never>] = []
  package var conditions: [ObservationToken] = []

  package init() {}

  package mutating func add(_ others: Watches) {
    tasks += others.tasks
    conditions += others.conditions
  }

  package func stop() {
    for task in tasks { task.cancel() }
    for token in conditions { token.cancel() }
  }
}
