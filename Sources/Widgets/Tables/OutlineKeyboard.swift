internal import CHikidashiGTK
internal import HikidashiOutlines

/// A part in whose rows letters jump, unless they mean something else there.
@MainActor
protocol TypingAhead: AnyObject {
  var jumpsToLetters: Bool { get set }
}

/// What keys do in the rows of an outline.
@MainActor
final class OutlineKeyboard<Item: Sendable> {
  /// Whether letters jump to rows; false where they mean something else.
  var jumps = true {
    didSet { typeAhead = TypeAhead() }
  }
  private let rows: OutlineRows<Item>
  private let loading: ChildLoading<Item>
  /// Moves rows, where a person may.
  var drag: RowDrag<Item>?
  /// Does what further keys mean in a table; returns false for one that means nothing there.
  var edit: (@MainActor (RowKey) -> Bool)?
  private var typeAhead = TypeAhead()

  init(_ rows: OutlineRows<Item>, _ loading: ChildLoading<Item>) {
    self.rows = rows
    self.loading = loading
    rows.list.events.pressed = { [weak self] in self?.pressed($0, held: $1) ?? false }
  }

  /// Lets go of what its user gave it.
  func end() {
    drag?.end()
    (drag, edit) = (nil, nil)
  }

  /// False while the focus is in something inside a row, which has its own meaning for keys.
  private var isRowItselfFocused: Bool {
    gtk_widget_get_focus_child(rows.list.list).map { gtk_widget_is_focus($0) != 0 } ?? false
  }

  /// - Returns: True when the key has been dealt with.
  private func pressed(_ key: Int, held: UInt32) -> Bool {
    guard let position = rows.list.focusedRow, position < rows.outline.rowCount else {
      return false
    }
    guard isRowItselfFocused else {
      // Out of what is in the row, back to the row.
      guard RowKey(key, held: held) == .escape else { return false }
      return rows.list.cell(at: position)?.focusRow() ?? false
    }
    let row = rows.outline.row(at: position)
    if held == GDK_ALT_MASK.rawValue { return move(row, RowKey(key, held: 0)) }
    let isMirrored = gtk_widget_get_direction(rows.list.list) == GTK_TEXT_DIR_RTL
    switch RowKey(key, held: held) {
    case .leave(let forward): return leave(forward: forward)
    case .left: return isMirrored ? inward(row, position) : outward(row, position)
    case .right: return isMirrored ? outward(row, position) : inward(row, position)
    case .space:
      if loading.retry(row) { return true }
      let isForward = held & GDK_SHIFT_MASK.rawValue == 0
      if rows.events.onSpace?(row, isForward) ?? false { return true }
      if row.isSection, !rows.style.hasCheckBoxes {
        rows.toggle(row: position)
      } else {
        rows.toggleSelection(of: row)
      }
      return true
    case .enter:
      if loading.retry(row) { return true }
      if row.isSection { rows.toggle(row: position) } else { rows.events.onActivate?(row) }
      return true
    case .undo: return rows.edits.undo()
    case .redo: return rows.edits.redo()
    case .delete: return edit?(.delete) ?? false
    case .insert: return edit?(.insert) ?? false
    case .letter(let letter): return typed(letter, at: position)
    default: return false
    }
  }

  /// Moves a row, where a person may.
  private func move(_ row: OutlineRow<Item>, _ key: RowKey?) -> Bool {
    guard let drag, drag.isMovable else { return false }
    let isMirrored = gtk_widget_get_direction(rows.list.list) == GTK_TEXT_DIR_RTL
    switch key {
    case .up: drag.move(row, .up)
    case .down: drag.move(row, .down)
    case .left: drag.move(row, isMirrored ? .inward : .outward)
    case .right: drag.move(row, isMirrored ? .outward : .inward)
    default: return false
    }
    return true
  }

  /// Moves the focus out of the list, or into what takes it in the row.
  private func leave(forward: Bool) -> Bool {
    if forward, let row = rows.list.focusedRow, rows.list.cell(at: row)?.enter() == true {
      return true
    }
    return rows.list.leave(forward: forward)
  }

  /// Closes an open row; from a closed one or a leaf goes to the parent.
  private func outward(_ row: OutlineRow<Item>, _ position: Int) -> Bool {
    if row.hasChildren && row.isOpen {
      rows.toggle(row: position)
    } else if let parent = rows.outline.parent(of: row.id),
      let row = rows.outline.row(of: parent)
    {
      go(to: row)
    }
    return true
  }

  /// Opens a closed row; from an open one goes to its first child.
  private func inward(_ row: OutlineRow<Item>, _ position: Int) -> Bool {
    guard row.hasChildren else { return true }
    if !row.isOpen {
      rows.toggle(row: position)
    } else if position + 1 < rows.outline.rowCount {
      go(to: position + 1)
    }
    return true
  }

  /// Jumps to the next row that begins with the letters typed. It looks through at most 50,000 rows,
  /// which takes less than a frame or two.
  private func typed(_ letter: Character, at position: Int) -> Bool {
    guard jumps else { return false }
    let (prefix, mayStay) = typeAhead.add(letter)
    let wanted = prefix.lowercased()
    let count = rows.outline.rowCount
    for step in (mayStay ? 0 : 1)..<min(count + 1, 50_000) {
      let row = (position + step) % count
      if rows.text(rows.outline.row(at: row).item).lowercased().hasPrefix(wanted) {
        go(to: row)
        break
      }
    }
    return true
  }

  /// Moves the focus, and the selection with it where a plain arrow key would.
  private func go(to row: Int) {
    rows.list.focus(row: row)
    _ = rows.select(.only(row))
  }
}

/// The letters typed to jump to a row: those that follow one another within a second belong together.
struct TypeAhead {
  private var letters = ""
  private var last: ContinuousClock.Instant?

  /// Takes one more letter.
  ///
  /// - Returns: What a row must begin with, and whether the row that has the focus may be the one.
  mutating func add(
    _ letter: Character, at now: ContinuousClock.Instant = .now
  ) -> (prefix: String, mayStay: Bool) {
    let goesOn = last.map { now - $0 < .seconds(1) } ?? false
    last = now
    // The same letter again means the next row that begins with it.
    if goesOn, letters != String(letter) {
      letters.append(letter)
      return (letters, true)
    }
    letters = String(letter)
    return (letters, false)
  }
}
