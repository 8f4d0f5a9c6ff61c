internal import HikidashiBase
internal import HikidashiPresentation
internal import HikidashiRecords

/// The line above a table of records: what can be done, and how many are shown.
@MainActor
final class RecordsToolbar {
  let bar: Part
  private let rows: RecordsRows
  private let arranger: RecordsArranger
  private let editor: RecordsEditor
  private let line: Toolbar
  private var editing: [Part] = []
  private var needsSelection: [Part] = []
  private let count = RecordsCount()
  private let spinner = Spinner(tr("Sorting …"))
  private let columns = MenuButton(icon: "view-list-symbolic", label: tr("Columns"), [])
  private let more = MenuButton(icon: "view-more-symbolic", label: tr("More"), [])

  init(_ rows: RecordsRows, _ arranger: RecordsArranger, _ editor: RecordsEditor) {
    self.rows = rows
    self.arranger = arranger
    self.editor = editor
    line = Toolbar(tr("Records")) {}
    line.styleClass("hk-records-tools")
    bar = line
    isBusy = false
    let add = Button(icon: "list-add-symbolic", label: tr("Add")) { editor.add() }
    let edit = Button(icon: "document-edit-symbolic", label: tr("Edit")) { editor.editSelected() }
    let delete = Button(icon: "user-trash-symbolic", label: tr("Delete")) {
      editor.deleteSelected()
    }
    let filter = Button(icon: "edit-find-symbolic", label: tr("Filter")) { arranger.toggleFilter() }
    editing = [add, edit, delete]
    needsSelection = [edit, delete]
    let room = Stack(.horizontal, spacing: 0, []).expand(.horizontal)
    for part in [add, edit, delete, room, spinner, count, filter, columns, more] as [Part] {
      line.append(part)
    }
    show()
  }

  /// Whether the records are being put in order, and that for a while.
  var isBusy: Bool {
    get { spinner.isSpinning }
    set {
      guard spinner.isSpinning != newValue else { return }
      spinner.isSpinning = newValue
      spinner.isVisible = newValue
    }
  }

  /// Says how many records are shown and selected, and what can be done with them.
  func show() {
    let shown = rows.listing.records.count
    // How many the scope has would take a search.
    let all = arranger.scope == nil ? rows.listing.table.count : shown
    let selected = rows.listing.selectedCount
    count.show(shown, of: all, selected: selected)
    for part in editing where part.isVisible != editor.isEditable {
      part.isVisible = editor.isEditable
    }
    for part in needsSelection where part.isEnabled != (selected > 0) {
      part.isEnabled = selected > 0
    }
  }

  /// Fills the menus.
  func showMenus() {
    columns.show(arranger.columnMenu())
    more.show(editor.moreMenu())
  }
}

/// The toast after an edit: it goes when the records are changed once more, as what it would take back
/// is then no longer the last edit.
@MainActor
final class UndoToast {
  private let item: PresentationItem<Void>?
  /// The records as the edit left them.
  private let after: RecordTable

  init(_ text: String, in window: Window, after: RecordTable, undo: @escaping @MainActor () -> Void)
  {
    self.after = after
    item = window.show(Toast.undo(text) { undo() })
  }

  /// Whether the records are as the edit left them.
  func isCurrent(_ table: RecordTable) -> Bool { table.changes(since: after).isEmpty }

  func dismiss() { item?.cancel() }
}
