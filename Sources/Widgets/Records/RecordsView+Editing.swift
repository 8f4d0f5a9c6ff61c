internal import Presentation
public import Records
internal import Support

extension RecordsView {
  /// Asks for a new record, in a form, and adds it.
  public func add() {
    openForm(tr("Add a Record"), accept: tr("_Add"), record: nil)
  }

  /// Shows a record in a form, and changes it.
  public func edit(_ number: RecordNumber) {
    let table = records.table
    guard table.contains(number) else { return }
    openForm(tr("Edit the Record"), accept: tr("_Save"), record: table[number])
  }

  func editSelected() {
    if let number = commanded.first { edit(number) }
  }

  private func openForm(_ title: String, accept: String, record: Record?) {
    guard let window else { return }
    let form = RecordForm(listing.table.schema, record: record) { [records] in records.keys }
    let modal = Modal<Void>(title, width: 460) { [weak self] answer in
      let message = Label().wrapping().styleClass("error").visible(false)
      let save = Button(accept) { form.form.apply() }.asDefault()
      // While it stores, a second press would store once more, and what is typed would be lost.
      let setBusy = { @MainActor (isBusy: Bool) in
        for part in [form, save] as [Part] { part.isEnabled = !isBusy }
      }
      form.form.onApply = {
        guard let self, save.isEnabled else { return }
        let values = form.values
        let focus = FocusMemory(save.window)
        setBusy(true)
        message.isVisible = false
        Task {
          do {
            try await self.store(values, in: record?.number)
            answer(())
          } catch {
            // The form may have been closed meanwhile.
            guard save.native != nil else {
              return self.report(tr("The record cannot be saved"), error)
            }
            message.text = sentence("\(error)")
            message.isVisible = true
            setBusy(false)
            focus.restore(activating: false)
          }
        }
      }
      form.focusedAtStart()
      let isLong = form.form.inputs.count > 7
      return [
        isLong ? Scroller(form.margin(6)).minimumSize(height: 440) : form, message,
        Stack(.horizontal, spacing: 6, [save]).align(horizontal: .end),
      ]
    }
    window.show(modal)
  }

  /// Makes a record of values, or changes one; it is then the selected one.
  func store(_ values: [String: CellValue], in number: RecordNumber?) async throws {
    guard !values.isEmpty || number == nil else { return }
    let name = number == nil ? tr("Add a record") : tr("Edit a record")
    let made = Guarded<RecordNumber?>(number)
    try await records.change(name) { table in
      if let number {
        try table.update(number) { (draft) throws(RecordError) in
          for (name, cell) in values { try draft.set(name, to: cell) }
        }
      } else {
        let number = try table.append { (draft) throws(RecordError) in
          for (name, cell) in values { try draft.set(name, to: cell) }
        }
        made.withLock { $0 = number }
      }
    }
    showPending()
    if let made = made.withLock({ $0 }) {
      selectedNumbers = [made]
      onSelect?(listing.selectedNumbers)
      if listing.row(of: made) != nil { focus(made) }
    }
    offerUndo(number == nil ? tr("Record added") : tr("Record changed"))
  }

  /// Deletes the selected records, which can be taken back.
  func deleteSelected() {
    let numbers = RecordSet(commanded)
    guard !numbers.isEmpty else { return }
    Task { await delete(numbers) }
  }

  func delete(_ numbers: RecordSet) async {
    let row = numbers.first.flatMap { listing.row(of: $0) }
    let hadFocus = rows.focusedRow != nil
    let count = numbers.count
    do {
      try await records.change(trn("Delete a record", "Delete {} records", count, count)) {
        $0.removeAll(in: numbers)
      }
      showPending()
      if hadFocus, let row, listing.count > 0 { rows.focus(row: min(row, listing.count - 1)) }
      offerUndo(trn("{} record deleted", "{} records deleted", count, count))
    } catch {
      report(tr("The records cannot be deleted"), error)
    }
  }

  /// Offers to take back the edit that was just made, for as long as it is the last one.
  func offerUndo(_ text: String) {
    undoToast?.dismiss()
    guard let window else { return }
    undoToast = UndoToast(text, in: window, after: records.table) { [weak self] in
      // It may be pressed before the table has heard of a later edit.
      guard let self, undoToast?.isCurrent(records.table) == true else { return }
      undo()
    }
  }

  /// Takes the offer away where others have edited the records since.
  func dismissOldUndo(_ table: RecordTable) {
    guard let toast = undoToast, !toast.isCurrent(table) else { return }
    toast.dismiss()
    undoToast = nil
  }

  /// Takes back the last edit.
  public func undo() {
    undoToast?.dismiss()
    undoToast = nil
    Task {
      do {
        _ = try await records.takeBack()
        showPending()
      } catch {
        report(tr("The change cannot be taken back"), error)
      }
    }
  }

  /// Makes the edit again that was taken back last.
  public func redo() {
    Task {
      do {
        _ = try await records.makeAgain()
        showPending()
      } catch {
        report(tr("The change cannot be made again"), error)
      }
    }
  }

  func report(_ title: String, _ error: any Error) {
    window?.show(Alert(title, message: sentence("\(error)")))
  }
}
