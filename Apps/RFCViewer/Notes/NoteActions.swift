internal import Hikidashi
internal import RFCKit

/// What can be done with bookmarks, highlights and notes, by keys and by the context menu.
extension ReaderNotes {
  /// The actions of the window, for a document that is shown.
  @ActionBuilder
  func actions(hasText: @escaping @MainActor () -> Bool) -> [Action] {
    let group = tr("Document")
    Action("bookmark", title: tr("Bookmark this place"), shortcuts: "<Control>d", group: group) {
      self.toggleBookmark()
    }.enabled(hasText)
    Action(
      "highlight", title: tr("Highlight the selection"), shortcuts: "<Control>m", group: group
    ) { self.highlight(self.color) }.enabled(hasText)
    Action(
      "add-note", title: tr("Add a note"), shortcuts: "<Control><Shift>n", group: group
    ) { self.addNote() }.enabled(hasText)
    Action("edit-note", title: tr("Edit the note"), shortcuts: "F2", group: group) {
      self.edit(self.note(at: self.here))
    }.enabled(hasText)
    Action(
      "remove-note", title: tr("Remove the bookmark, highlight or note"),
      shortcuts: "<Control>Delete", group: group
    ) { self.remove(self.note(at: self.here).map { [$0] } ?? []) }.enabled(hasText)
    // Everybody knows their keys, and the list of all keys is to stay on one page.
    Action("undo-note", shortcuts: "<Control>z") {
      self.undo()
    }.enabled { self.canUndo }
    Action("redo-note", shortcuts: "<Control><Shift>z") {
      self.redo()
    }.enabled { self.canRedo }
  }

  /// What can be done at the place of the document that a context menu is opened over.
  ///
  /// - Parameter link: The target of the link there, of which other lines speak.
  @MenuBuilder
  func menu(link: String?) -> [Menu] {
    if link == nil, number != nil, let place = menuPlace {
      let line = place..<place
      if hasSelection { Menu.submenu(tr("Highlight")) { colors } }
      Action(
        "bookmark-here",
        title: hasBookmark(at: lineRange(at: place)) ? tr("Remove Bookmark") : tr("Bookmark")
      ) { self.toggleBookmark(at: line) }
      Action("note-here", title: tr("Add Note…")) { self.addNote(at: self.noteRange(at: place)) }
      if let placed = note(at: line) {
        Menu.separator
        changing(placed)
      }
      Menu.separator
    }
  }

  /// The colours, each by its name.
  @MenuBuilder
  private var colors: [Menu] {
    for color in RFCNote.Color.allCases {
      Action("highlight-\(color.rawValue)", title: color.title) { self.highlight(color) }
    }
  }

  /// What can be done with one that is there already.
  @MenuBuilder
  private func changing(_ placed: PlacedNotes.Placed) -> [Menu] {
    let words = placed.note.words
    if !words.isEmpty {
      Action("copy-note", title: tr("Copy Note")) { Clipboard.copy(words) }
    }
    if placed.note.kind == .highlight, !hasSelection {
      Menu.submenu(tr("Highlight")) {
        for color in RFCNote.Color.allCases {
          Action("recolor-\(color.rawValue)", title: color.title) { self.recolor(placed, color) }
        }
      }
    }
    Action("edit-here", title: tr("Edit Note…")) { self.edit(placed) }
    Action("remove-here", title: tr("Remove {}", placed.note.kind.title)) { self.remove([placed]) }
  }
}
