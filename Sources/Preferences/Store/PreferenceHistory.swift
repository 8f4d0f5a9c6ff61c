internal import HikidashiBase

/// The edits that can be undone and redone.
struct PreferenceHistory: Sendable {
  struct Edit: Sendable {
    var name: String?
    /// The user's values of the settings before and after the edit; nil for none.
    var before: [Int: PreferenceContent?]
    var after: [Int: PreferenceContent?]
  }

  private(set) var edits = UndoStack<Edit>(limit: 100)
  /// The number of the typing that the last edit belongs to.
  private var typing: Int?

  /// Adds an edit.
  ///
  /// - Parameter typing: The number of the typing it belongs to; successive edits of one typing
  ///   become one.
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

  /// The changes that undo the last edit, without settings that others have changed since.
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
