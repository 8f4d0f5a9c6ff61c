internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiRecords

/// Arranges a table of records: which columns it has, and what its records are sorted and filtered by.
@MainActor
final class RecordsArranger {
  let header = RecordsHeader()
  let filterBar: FilterBar
  let footer: RecordsFooter
  /// Called after the user has arranged the table otherwise.
  var onArrange: (@MainActor (RecordsArrangement) -> Void)?
  /// Called after the user has arranged the table otherwise, to keep that.
  var didArrangeByUser: (@MainActor () -> Void)?
  /// Called when sorting has taken a while, and when it has ended.
  var onBusy: (@MainActor (Bool) -> Void)?
  /// Called when other columns are shown.
  var onColumns: (@MainActor () -> Void)?
  /// Called when records have been sorted, with the moment in which that was done.
  var didArrange: (@MainActor (ContinuousClock.Instant) -> Void)?
  /// Keeps how the table is arranged.
  var keeper: ArrangementKeeper?
  private let rows: RecordsRows
  /// What the records are to be sorted and filtered by; the rows follow when that is done.
  private var wanted = RecordsOrder()
  /// Counts what was wanted: a result that comes after another was wanted is dropped.
  private var turn = 0
  /// The most levels that a person can group by.
  private static let mostLevels = 3
  /// Records are being put in order on another thread.
  private(set) var isArranging = false
  private var scaling: SignalConnection?

  init(_ rows: RecordsRows) {
    self.rows = rows
    filterBar = FilterBar(rows.listing.table.schema)
    footer = RecordsFooter(rows)
    header.owner = self
    header.follow(rows.list.scroller)
    filterBar.onChange = { [weak self] in self?.filterChanged(isByUser: $0) }
    filterBar.onLeave = { [weak self] isClosing in
      if isClosing { self?.closeFilter() } else { self?.rows.goToRows() }
    }
    rows.isFarBehind = { [weak self] in
      if let self, !isArranging { rearrange() }
    }
    rows.layout.textScale = TextScale.current
    scaling = TextScale.onChange { [weak self] in
      self?.rows.layout.textScale = TextScale.current
      self?.showWidths()
    }
  }

  isolated deinit { scaling?.disconnect() }

  /// The widgets have died.
  func end() {
    scaling?.disconnect()
    scaling = nil
    onArrange = nil
    didArrangeByUser = nil
    keeper = nil
    didArrange = nil
  }

  // MARK: - The whole

  var arrangement: RecordsArrangement {
    get {
      let order = wanted.keys.map {
        RecordsArrangement.Order(
          $0.definition.name, isDescending: $0.isDescending, nulls: $0.nulls)
      }
      let groups = wanted.grouping.levels.map {
        RecordsArrangement.Order($0.field.name, isDescending: $0.isDescending)
      }
      return RecordsArrangement(
        columns: rows.layout.arrangement, groups: groups, order: order, words: words,
        conditions: conditions)
    }
    set {
      let before = arrangement
      if newValue.columns != before.columns {
        rows.layout.arrange(newValue.columns)
        showColumns()
      }
      if newValue.groups != before.groups { levels = levels(newValue.groups) }
      if newValue.order != before.order { sortKeys = keys(newValue.order) }
      words = newValue.words
      conditions = newValue.conditions
    }
  }

  /// The keys of fields that the records have, each once.
  private func keys(_ order: [RecordsArrangement.Order]) -> [SortKey] {
    let schema = rows.listing.table.schema
    var keys: [SortKey] = []
    for order in order where !keys.contains(where: { $0.definition.name == order.field }) {
      let key = try? SortKey(
        named: order.field, of: schema, descending: order.isDescending, nulls: order.nulls)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// The levels of fields that the records have, each once.
  private func levels(_ groups: [RecordsArrangement.Order]) -> [RecordGrouping.Level] {
    let schema = rows.listing.table.schema
    var levels: [RecordGrouping.Level] = []
    for group in groups where !levels.contains(where: { $0.field.name == group.field }) {
      guard let field = schema[group.field], field.type.isGroupable else { continue }
      levels.append(RecordGrouping.Level(field, isDescending: group.isDescending))
    }
    return levels
  }

  /// Arranges the table as the user does it.
  private func arrangeByUser(_ change: () -> Void) {
    let before = arrangement
    change()
    if arrangement != before { tellArrangement() }
  }

  private func tellArrangement() {
    let now = arrangement
    keeper?.keep(now)
    didArrangeByUser?()
    onArrange?(now)
  }

  // MARK: - Order

  var sortKeys: [SortKey] {
    get { wanted.keys }
    set {
      let schema = rows.listing.table.schema
      arrange { $0.keys = newValue.filter { schema.fields.contains($0.definition) } }
    }
  }

  /// What the records are grouped by, and what is summed up.
  var grouping: RecordGrouping {
    get { wanted.grouping }
    set {
      let schema = rows.listing.table.schema
      let known = RecordGrouping(
        levels: newValue.levels.filter { schema.fields.contains($0.field) },
        sums: newValue.sums.filter { schema.fields.contains($0) })
      arrange { $0.grouping = known }
    }
  }

  private var levels: [RecordGrouping.Level] {
    get { wanted.grouping.levels }
    set { grouping = RecordGrouping(levels: newValue, sums: wanted.grouping.sums) }
  }

  /// Changes what is wanted, and lets the rows follow: now, or, where there are many, when they have
  /// been put in order on another thread.
  private func arrange(_ change: (inout RecordsOrder) -> Void) {
    let before = wanted
    change(&wanted)
    header.show(rows.layout, wanted.keys)
    if wanted.grouping != before.grouping { onColumns?() }
    if wanted != before { rearrange() }
  }

  /// Puts the records in the order that is wanted now.
  private func rearrange() {
    turn += 1
    let table = rows.records.table
    if table.count > RecordsRows.mostAtOnce, rows.list.isAlive {
      if !isArranging { arrangeElsewhere(table) }
      return
    }
    rows.take(wanted.arranged(table, rows.computed))
  }

  /// One order is made at a time: whoever types must not have one made for each letter at once.
  private func arrangeElsewhere(_ table: RecordTable) {
    isArranging = true
    let (turn, order, computed) = (turn, wanted, rows.computed)
    Task { [weak self] in
      let (arranged, done) = await order.arrangedElsewhere(table, computed)
      guard let self else { return }
      isArranging = false
      // Something else is wanted by now.
      guard turn == self.turn else { return rearrange() }
      onBusy?(false)
      rows.take(arranged)
      didArrange?(done)
    }
    Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(500))
      if let self, turn == self.turn, isArranging { onBusy?(true) }
    }
  }

  // MARK: - Columns

  func setHidden(_ name: String, _ isHidden: Bool) {
    rows.layout.setHidden(name, isHidden)
    showColumns()
  }

  func setWidth(_ name: String, _ width: Int?) {
    rows.layout.setWidth(name, width)
    showWidths()
  }

  func moveColumn(_ name: String, to place: Int) {
    rows.layout.move(name, to: place)
    showColumns()
  }

  func showColumns() {
    guard rows.list.isAlive else { return }
    header.show(rows.layout, wanted.keys)
    rows.showAgain()
    footer.show()
    onColumns?()
  }

  private func showWidths() {
    guard rows.list.isAlive else { return }
    header.show(rows.layout, wanted.keys)
    for cell in rows.list.shown.values { cell.setWidths(rows.layout) }
    footer.setWidths()
  }

  /// A line for each column, which is checked while it is shown.
  func columnMenu() -> [Menu] {
    let toggles = rows.layout.columns.map { column in
      Menu.toggle(column.title, isOn: !column.isHidden) { [weak self] isOn in
        guard let self else { return }
        arrangeByUser { setHidden(column.field.name, !isOn) }
      }
    }
    let widths = Action("widths", title: tr("Usual Widths")) { [weak self] in
      guard let self else { return }
      arrangeByUser {
        for column in rows.layout.columns { setWidth(column.field.name, nil) }
      }
    }
    let menu = toggles + [.separator, .item(widths)]
    guard !levels.isEmpty else { return menu }
    let open = Action("open-groups", title: tr("Open All Groups")) { [weak self] in
      self?.rows.setAllOpen(true)
    }
    let close = Action("close-groups", title: tr("Close All Groups")) { [weak self] in
      self?.rows.setAllOpen(false)
    }
    return menu + [.separator, .item(open), .item(close)]
  }

  // MARK: - Filter

  var conditions: [FieldCondition] {
    get { filterBar.conditions }
    set {
      filterBar.conditions = newValue
      if !newValue.isEmpty { filterBar.isVisible = true }
    }
  }

  var words: String {
    get { filterBar.words }
    set {
      filterBar.words = newValue
      if !newValue.isEmpty { filterBar.isVisible = true }
    }
  }

  /// The program's filter, beside the person's.
  var scope: Query? {
    get { wanted.scope }
    set { arrange { $0.scope = newValue } }
  }

  /// Whether the person's filter may hide records: where nothing is shown, there is none to begin with.
  var isNarrowed: Bool {
    guard wanted.filter != nil else { return false }
    let table = rows.listing.table
    return !(wanted.scope.map { table.search($0).isEmpty } ?? table.isEmpty)
  }

  func clearFilter() {
    filterBar.words = ""
    filterBar.conditions = []
  }

  private func filterChanged(isByUser: Bool) {
    let query = filterBar.query()
    arrange { $0.filter = query }
    if isByUser { tellArrangement() }
  }

  /// Opens the bar, or closes it and shows all records.
  func toggleFilter() {
    if filterBar.isVisible { closeFilter() } else { openFilter() }
  }

  func openFilter() {
    filterBar.isVisible = true
    filterBar.focus()
  }

  func closeFilter() {
    arrangeByUser { clearFilter() }
    filterBar.isVisible = false
    rows.goToRows()
  }
}

// MARK: - Titles

extension RecordsArranger: RecordsHeaderOwner {
  func clickedHeader(_ field: FieldDefinition, keepingOthers: Bool) {
    let schema = rows.listing.table.schema
    if let level = levels.firstIndex(where: { $0.field == field }) {
      return arrangeByUser { levels[level].isDescending.toggle() }
    }
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
      rows.layout.move(name, toShown: place)
      showColumns()
    }
  }

  func headerMenu(for column: FieldColumn) -> [Menu] {
    let field = column.field
    func action(
      _ name: String, _ title: String, _ run: @escaping @MainActor (RecordsArranger) -> Void
    ) -> Menu {
      .item(
        Action(name, title: title) { [weak self] in
          guard let self else { return }
          arrangeByUser { run(self) }
        })
    }
    func sort(_ name: String, _ title: String, isDescending: Bool) -> Menu {
      action(name, title) { arranger in
        let schema = arranger.rows.listing.table.schema
        let key = try? SortKey(named: field.name, of: schema, descending: isDescending)
        if let key { arranger.arrange { $0.keys = [key] } }
      }
    }
    var menu: [Menu] = []
    if field.type.isSortable {
      menu = [
        sort("ascend", tr("Sort Ascending"), isDescending: false),
        sort("descend", tr("Sort Descending"), isDescending: true),
      ]
    }
    menu.append(action("unsort", tr("Do Not Sort")) { $0.arrange { $0.keys = [] } })
    if levels.contains(where: { $0.field == field }) {
      menu.append(
        action("ungroup", tr("Do Not Group by This Column")) { arranger in
          arranger.levels.removeAll { $0.field == field }
        })
    } else if field.type.isGroupable, levels.count < Self.mostLevels {
      menu.append(
        action("group", tr("Group by This Column")) {
          $0.levels.append(RecordGrouping.Level(field))
        })
    }
    return menu + [
      .separator,
      action("hide", tr("Hide the Column")) { $0.setHidden(field.name, true) },
    ]
  }
}
