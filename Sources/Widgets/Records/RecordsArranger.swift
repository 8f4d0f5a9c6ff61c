internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiRecords

/// Arranges a table of records: which columns it has, and what its records are sorted and filtered by.
@MainActor
final class RecordsArranger {
  let header = RecordsHeader()
  let filterBar: FilterBar
  /// Called after the user has arranged the table otherwise.
  var onArrange: (@MainActor (RecordsArrangement) -> Void)?
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
  /// Records are being put in order on another thread.
  private(set) var isArranging = false
  private var scaling: SignalConnection?

  init(_ rows: RecordsRows) {
    self.rows = rows
    filterBar = FilterBar(rows.listing.table.schema)
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
      return RecordsArrangement(
        columns: rows.layout.arrangement, order: order, words: words, conditions: conditions)
    }
    set {
      let before = arrangement
      if newValue.columns != before.columns {
        rows.layout.arrange(newValue.columns)
        showColumns()
      }
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

  /// Arranges the table as the user does it.
  private func arrangeByUser(_ change: () -> Void) {
    let before = arrangement
    change()
    if arrangement != before { tellArrangement() }
  }

  private func tellArrangement() {
    let now = arrangement
    keeper?.keep(now)
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

  /// Changes what is wanted, and lets the rows follow: now, or, where there are many, when they have
  /// been put in order on another thread.
  private func arrange(_ change: (inout RecordsOrder) -> Void) {
    let before = wanted
    change(&wanted)
    header.show(rows.layout, wanted.keys)
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
    rows.take(SortedView(of: table, by: wanted.keys, where: wanted.filter))
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
      onBusy?(false)
      rows.take(view)
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
    onColumns?()
  }

  private func showWidths() {
    guard rows.list.isAlive else { return }
    header.show(rows.layout, wanted.keys)
    for cell in rows.list.shown.values { cell.setWidths(rows.layout) }
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
    return toggles + [.separator, .item(widths)]
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

/// What records are sorted and filtered by.
private struct RecordsOrder: Hashable, Sendable {
  var keys: [SortKey] = []
  var filter: Query?
}

@concurrent
private func arranged(
  _ table: RecordTable, _ order: RecordsOrder
) async -> (SortedView, ContinuousClock.Instant) {
  let view = SortedView(of: table, by: order.keys, where: order.filter)
  return (view, .now)
}

// MARK: - Titles

extension RecordsArranger: RecordsHeaderOwner {
  func clickedHeader(_ field: FieldDefinition, keepingOthers: Bool) {
    let schema = rows.listing.table.schema
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
    return menu + [
      action("unsort", tr("Do Not Sort")) { $0.arrange { $0.keys = [] } }, .separator,
      action("hide", tr("Hide the Column")) { $0.setHidden(field.name, true) },
    ]
  }
}

// MARK: - Size of text

/// How large the desktop's text is, against 96 dots per inch.
@MainActor
private enum TextScale {
  private static let name = "gtk-xft-dpi"

  static var current: Double {
    guard let settings = gtk_settings_get_default() else { return 1 }
    var value = GValue()
    g_value_init(&value, .int)
    defer { g_value_unset(&value) }
    let object = UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self)
    g_object_get_property(object, name, &value)
    let dots = Double(g_value_get_int(&value)) / 1_024
    return dots > 0 ? dots / 96 : 1
  }

  /// Calls `body` after each change, until the connection is ended.
  static func onChange(_ body: @escaping @MainActor () -> Void) -> SignalConnection? {
    guard let settings = gtk_settings_get_default() else { return nil }
    return connect(UnsafeMutableRawPointer(settings), "notify::" + name) { _ in
      body()
      return false
    }
  }
}
