internal import CGTK
internal import Presentation
internal import Records
internal import Support

/// The line above a table of records: what can be done, and how many are shown.
@MainActor
final class RecordsToolbar {
  let bar: Part
  private weak var view: RecordsView?
  private let line: Toolbar
  private var editing: [Part] = []
  private var needsSelection: [Part] = []
  private let count = Label().styleClass("dim-label", "numeric")
  private let spinner = Spinner(tr("Sorting …"))
  private let columns = MenuButton(icon: "view-list-symbolic", label: tr("Columns"), [])
  private let more = MenuButton(icon: "view-more-symbolic", label: tr("More"), [])

  init() {
    line = Toolbar(tr("Records")) {}
    line.styleClass("hk-records-tools")
    bar = line
    spinner.isSpinning = false
  }

  /// Makes the buttons, which act on a table.
  func connect(to view: RecordsView) {
    self.view = view
    func button(
      _ icon: String, _ label: String, _ press: @escaping @MainActor (RecordsView) -> Void
    ) -> Button {
      Button(icon: icon, label: label) { [weak view] in
        if let view { press(view) }
      }
    }
    let add = button("list-add-symbolic", tr("Add")) { $0.add() }
    let edit = button("document-edit-symbolic", tr("Edit")) { $0.editSelected() }
    let delete = button("user-trash-symbolic", tr("Delete")) { $0.deleteSelected() }
    let filter = button("edit-find-symbolic", tr("Filter")) { $0.toggleFilter() }
    editing = [add, edit, delete]
    needsSelection = [edit, delete]
    let room = Stack(.horizontal, spacing: 0, []).expand(.horizontal)
    for part in [add, edit, delete, room, spinner, count, filter, columns, more] as [Part] {
      line.append(part)
    }
    show(view)
  }

  /// Whether the records are being put in order, and that for a while.
  var isBusy: Bool {
    get { spinner.isSpinning }
    set { if spinner.isSpinning != newValue { spinner.isSpinning = newValue } }
  }

  /// Says how many records are shown and selected, and what can be done with them.
  func show(_ view: RecordsView) {
    let (all, shown) = (view.listing.table.count, view.listing.count)
    let selected = view.listing.selectedCount
    let number = { (count: Int) in NumberFormat().text(count) }
    var text =
      shown == all
      ? trn("{} record", "{} records", all, number(all))
      : trn("{} of {} record", "{} of {} records", all, number(shown), number(all))
    if selected > 1 { text = tr("{} selected, {}", number(selected), text) }
    if count.text != text { count.text = text }
    for part in editing where part.isVisible != view.isEditable { part.isVisible = view.isEditable }
    for part in needsSelection where part.isEnabled != (selected > 0) {
      part.isEnabled = selected > 0
    }
  }

  /// Fills the menus.
  func showColumns(_ view: RecordsView) {
    columns.show(view.columnMenu())
    more.show(view.moreMenu())
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
