internal import Presentation
internal import Records

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
