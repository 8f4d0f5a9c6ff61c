internal import HikidashiBase

/// The edits that can be taken back, and made again.
struct PreferenceHistory: Sendable {
  struct Edit: Sendable {
    var name: String?
    /// What the user's layer said of each setting before and after; nil for nothing.
    var before: [Int: PreferenceContent?]
    var after: [Int: PreferenceContent?]
  }

  private(set) var edits = UndoStack<Edit>(limit: 100)
  /// The typing that the last edit belongs to.
  private var typing: Int?

  /// Adds an edit.
  ///
  /// - Parameter typing: The typing it belongs to, key by key: all edits of one are one.
  mutating func add(_ edit: Edit, typing: Int? = nil) {
    if let typing, typing == self.typing, var last = edits.nextUndo,
      last.after.keys == edit.after.keys
    {
      last.after = edit.after
      // Typed back to what it was.
      let isAsBefore = edit.after == last.before
      edits.forgetUndone()
      edits.nextUndo = isAsBefore ? nil : last
      if isAsBefore { self.typing = nil }
      return
    }
    self.typing = typing
    edits.add(edit)
  }

  /// What is to be changed to take the last edit back. What somebody else has changed since stays.
  mutating func undo(_ user: [Int: PreferenceContent]) -> [Int: PreferenceContent?]? {
    typing = nil
    guard let edit = edits.undo() else { return nil }
    return edit.before.filter { user[$0.key] == (edit.after[$0.key] ?? nil) }
  }

  mutating func redo(_ user: [Int: PreferenceContent]) -> [Int: PreferenceContent?]? {
    guard let edit = edits.redo() else { return nil }
    return edit.after.filter { user[$0.key] == (edit.before[$0.key] ?? nil) }
  }
}
