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
  /// The typing that the last edit belongs to.
  private var typing: Int?
  private static let limit = 100

  /// Adds an edit.
  ///
  /// - Parameter typing: The typing it belongs to, key by key: all edits of one are one.
  mutating func add(_ edit: Edit, typing: Int? = nil) {
    undone = []
    if let typing, typing == self.typing, let last = done.last,
      last.after.keys == edit.after.keys
    {
      done[done.count - 1].after = edit.after
      // Typed back to what it was.
      if edit.after == last.before {
        done.removeLast()
        self.typing = nil
      }
      return
    }
    self.typing = typing
    done.append(edit)
    if done.count > Self.limit { done.removeFirst() }
  }

  /// What is to be changed to take the last edit back. What somebody else has changed since stays.
  mutating func undo(_ user: [Int: PreferenceContent]) -> [Int: PreferenceContent?]? {
    typing = nil
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
