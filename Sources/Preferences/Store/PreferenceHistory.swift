/// The edits that can be taken back, and made again.
struct PreferenceHistory: Sendable {
  struct Edit: Sendable {
    var name: String?
    /// What the user's layer said of each setting before and after; nil for nothing.
    var before: [Int: PreferenceContent?]
    var after: [Int: PreferenceContent?]
  }

  private(set) var done: [Edit] = []
  private(set) var undone: [Edit] = []
  private static let limit = 100

  mutating func add(_ edit: Edit) {
    done.append(edit)
    if done.count > Self.limit { done.removeFirst() }
    undone = []
  }

  /// What is to be changed to take the last edit back. What somebody else has changed since stays.
  mutating func undo(_ user: [Int: PreferenceContent]) -> [Int: PreferenceContent?]? {
    guard let edit = done.popLast() else { return nil }
    undone.append(edit)
    return edit.before.filter { user[$0.key] == (edit.after[$0.key] ?? nil) }
  }

  mutating func redo(_ user: [Int: PreferenceContent]) -> [Int: PreferenceContent?]? {
    guard let edit = undone.popLast() else { return nil }
    done.append(edit)
    return edit.after.filter { user[$0.key] == (edit.before[$0.key] ?? nil) }
  }
}
