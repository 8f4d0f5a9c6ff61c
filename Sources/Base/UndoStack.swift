/// Steps that can be taken back, and those that were, which can be made again.
package struct UndoStack<Step: Sendable>: Sendable {
  private var done: [Step] = []
  private var undone: [Step] = []
  private let limit: Int

  /// - Parameter limit: How many steps can be taken back; the oldest are forgotten.
  package init(limit: Int = .max) { self.limit = max(0, limit) }

  /// The step that ``undo()`` takes back; nil sets the one before it in its place.
  package var nextUndo: Step? {
    get { done.last }
    set { Self.replaceLast(of: &done, by: newValue) }
  }

  /// The step that ``redo()`` makes again; nil sets the one behind it in its place.
  package var nextRedo: Step? {
    get { undone.last }
    set { Self.replaceLast(of: &undone, by: newValue) }
  }

  package var canUndo: Bool { !done.isEmpty }
  package var canRedo: Bool { !undone.isEmpty }

  /// Adds a step that was made: what was taken back cannot be made again any more.
  package mutating func add(_ step: Step) {
    forgetUndone()
    done.append(step)
    if done.count > limit { done.removeFirst(done.count - limit) }
  }

  /// The step to take back, which is the next to be made again; nil where there is none.
  package mutating func undo() -> Step? {
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return step
  }

  /// The step to make again, which is the next to be taken back; nil where there is none.
  package mutating func redo() -> Step? {
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }

  /// Forgets what could be made again.
  package mutating func forgetUndone() { undone = [] }

  /// Forgets all steps.
  package mutating func clear() {
    done = []
    undone = []
  }

  private static func replaceLast(of steps: inout [Step], by step: Step?) {
    _ = steps.popLast()
    if let step { steps.append(step) }
  }
}
