public import Records
internal import Support

extension RecordsView {
  /// What the records are sorted by; none leaves them as they were entered.
  public var sortKeys: [SortKey] {
    get { wanted.keys }
    set {
      let schema = listing.table.schema
      arrange { $0.keys = newValue.filter { schema.fields.contains($0.definition) } }
    }
  }

  /// Sorts the records; a person may then sort them otherwise.
  @discardableResult
  public func sorted(by keys: SortKey...) -> Self {
    sortKeys = keys
    return self
  }

  /// Fewer than these are put in order within a frame.
  private static let mostAtOnce = 10_000
  /// More edits than these take longer than a frame, where there are many records.
  private static let mostEdits = 1_000

  /// Changes what is wanted, and lets the rows follow: now, or, where there are many, when they have
  /// been put in order on another thread.
  func arrange(_ change: (inout RecordsOrder) -> Void) {
    let before = wanted
    change(&wanted)
    header.show(layout, wanted.keys)
    if wanted != before { rearrange() }
  }

  /// Puts the records in the order that is wanted now.
  func rearrange() {
    turn += 1
    let table = records.table
    if table.count > Self.mostAtOnce, native != nil {
      if !isArranging { arrangeElsewhere(table) }
      return
    }
    take(SortedView(of: table, by: wanted.keys, where: wanted.filter))
  }

  /// One order is made at a time: whoever types must not have one made for each letter at once.
  private func arrangeElsewhere(_ table: RecordTable) {
    isArranging = true
    let (turn, order) = (turn, wanted)
    Task { [weak self] in
      let (view, done) = await arranged(table, order)
      guard let self else { return }
      isArranging = false
      // Something else is wanted by now.
      guard turn == self.turn else { return rearrange() }
      tools.isBusy = false
      take(view)
      didArrange?(done)
    }
    Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(500))
      if let self, turn == self.turn, isArranging { tools.isBusy = true }
    }
  }

  /// Whether what lies between two snapshots is too much to be shown edit by edit.
  func isTooMuch(from old: RecordTable, to new: RecordTable) -> Bool {
    new.count > Self.mostAtOnce && new.changes(since: old).count > Self.mostEdits
  }

  /// Whether everything is shown as it was asked for.
  package var isSettled: Bool { !isArranging && !isWaitingForFrame && rows.isSettled }
}

@concurrent
private func arranged(
  _ table: RecordTable, _ order: RecordsOrder
) async -> (SortedView, ContinuousClock.Instant) {
  let view = SortedView(of: table, by: order.keys, where: order.filter)
  return (view, .now)
}

extension RecordsView: RecordsHeaderOwner {
  func clickedHeader(_ field: FieldDefinition, keepingOthers: Bool) {
    let schema = listing.table.schema
    arrangeByUser {
      arrange {
        $0.keys = RecordListing.keys(
          $0.keys, clicked: field, of: schema, keepingOthers: keepingOthers)
      }
    }
  }

  func resizedColumn(_ name: String, to width: Int?) {
    arrangeByUser { setWidth(name, width) }
  }

  func movedColumn(_ name: String, to place: Int) {
    arrangeByUser {
      layout.move(name, toShown: place)
      showColumns()
    }
  }

  func headerMenu(for column: FieldColumn) -> [Menu] {
    let field = column.field
    var sorting: [Menu] = []
    if field.type.isSortable {
      for isDescending in [false, true] {
        let title = isDescending ? tr("Sort Descending") : tr("Sort Ascending")
        sorting.append(
          .item(
            Action(isDescending ? "descend" : "ascend", title: title) { [weak self] in
              guard let self,
                let key = try? SortKey(
                  named: field.name, of: listing.table.schema, descending: isDescending)
              else { return }
              arrangeByUser { arrange { $0.keys = [key] } }
            }))
      }
    }
    let unsort = Action("unsort", title: tr("Do Not Sort")) { [weak self] in
      guard let self else { return }
      arrangeByUser { arrange { $0.keys = [] } }
    }
    let hide = Action("hide", title: tr("Hide the Column")) { [weak self] in
      guard let self else { return }
      arrangeByUser { setHidden(field.name, true) }
    }
    return sorting + [.item(unsort), .separator, .item(hide)]
  }
}
