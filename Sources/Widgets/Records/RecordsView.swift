internal import CGTK
public import Records
internal import Support

/// A table of records from their schema: columns, sorting, filtering, editing, files.
///
/// A click on a header sorts in the reader's language, with Shift by several columns. The bar above
/// filters by words and by conditions on fields; records are added, edited and deleted in a form with
/// the schema's rules, and each edit can be taken back. What is selected is copied as tab-separated
/// values; files of those, or of commas, are read and written.
///
/// ```swift
/// let name = Field<String>("name", title: "Name"), rate = Field<Double>("rate", rules: [.range(0...5)])
/// let cards = LiveRecords(RecordTable(try Schema(name, rate)))
/// RecordsView(cards).whenEmpty("No cards yet", icon: "x-office-address-book-symbolic")
/// ```
///
/// Rows are numbers of records in the order shown, and nothing is made for each: a million are as
/// quick to open as a thousand. Whoever else edits the records, the table shows it in the next frame,
/// and keeps what is selected and what is being read.
///
/// - Complexity: A million records are sorted off the main thread; the frame after shows them.
public final class RecordsView: Part {
  /// The records that are shown and edited.
  public let records: any SharedRecords
  /// Called when the user presses Enter on a record, or clicks it twice; nil edits it.
  public var onActivate: (@MainActor (RecordNumber) -> Void)?
  /// Called after the user has selected or deselected records, with those that are selected now and
  /// shown, from the top down.
  public var onSelect: (@MainActor ([RecordNumber]) -> Void)?
  /// Called after the user has arranged the table otherwise: columns, their widths, sorting, filter.
  public var onArrange: (@MainActor (RecordsArrangement) -> Void)?

  var listing: RecordListing
  var layout: RecordsLayout
  let rows = RowList<RecordRow>()
  private let rowsPlace: Part
  let header = RecordsHeader()
  let tools: RecordsToolbar
  let filterBar: FilterBar
  let sharedKeys = SharedKeysBar()
  private let pages: ContentPages
  var shownState = ContentState.loaded
  var emptyContent = EmptyContent(tr("No records"), icon: "x-office-spreadsheet-symbolic")
  var selectionStyle = SelectionStyle.multiple
  var tableStyle = TableStyle.standard
  /// Whether a person may add, edit and delete records.
  var isEditable = true
  /// What the records are to be sorted and filtered by; the rows follow when that is done.
  var wanted: RecordsOrder
  /// Counts what was wanted: a result that comes after another was wanted is dropped.
  var turn = 0
  /// Records are being put in order on another thread.
  var isArranging = false
  /// What stands in the place of rows says that none matches.
  var isFilteredPage = false
  /// Called when records have been sorted, with the moment in which that was done.
  package var didArrange: (@MainActor (ContinuousClock.Instant) -> Void)?
  /// Keeps how the table is arranged.
  var keeper: ArrangementKeeper?
  private var watching: Task<Void, Never>?
  private var scaling: SignalConnection?
  var isWaitingForFrame = false
  /// The toast that takes back the last edit.
  var undoToast: UndoToast?

  /// A table of records that others may show and edit, too.
  ///
  /// - Parameters:
  ///   - records: `LiveRecords`, or a store of records, with a key or without. Its keys are rules of
  ///     the form, and records that share one, as another program has stored them, are told of above
  ///     the rows until they are mended.
  ///   - columns: Which fields are shown, and how; all of them, if not given.
  public init(_ records: any SharedRecords, columns: [FieldColumn]? = nil) {
    Toolkit.start()
    let table = records.table
    self.records = records
    let known = (columns ?? []).filter { table.schema.fields.contains($0.field) }
    layout = RecordsLayout(known.isEmpty ? FieldColumn.columns(of: table.schema) : known)
    listing = RecordListing(SortedView(of: table))
    wanted = RecordsOrder()
    tools = RecordsToolbar()
    filterBar = FilterBar(table.schema)
    rowsPlace = Part(native: rows.scroller).expand()
    pages = ContentPages(rows: Stack(.vertical, spacing: 0, [header, rowsPlace]))
    super.init(native: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    guard let native else { return }
    for part in [tools.bar, filterBar, sharedKeys.part, pages.part] as [Part] {
      part.adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) }
    }
    expand()
    rows.source = self
    rows.events.activated = { [weak self] in self?.activated(row: $0) }
    rows.events.pressed = { [weak self] in self?.pressed($0, modifiers: $1) ?? false }
    rows.events.didRebind = { [weak self] in self?.rows.announceSelection() }
    header.owner = self
    header.follow(rows.scroller)
    RecordsView.style.install()
    tableStyle.sheet.install()
    styleClass("hk-records", tableStyle.styleClass)
    tools.connect(to: self)
    sharedKeys.connect(to: self)
    filterBar.onChange = { [weak self] in self?.filterChanged(isByUser: $0) }
    filterBar.onLeave = { [weak self] isClosing in
      if isClosing { self?.closeFilter() } else { self?.goToRows() }
    }
    rowsPlace.contextMenu { [weak self] in self?.rowMenu() ?? [] }
    rows.model.rowsChanged(at: 0, removed: 0, inserted: listing.count)
    layout.textScale = TextScale.current
    scaling = TextScale.onChange { [weak self] in
      self?.layout.textScale = TextScale.current
      self?.showWidths()
    }
    showColumns()
    showContent()
    watch()
  }

  /// A table of its own records.
  public convenience init(_ table: RecordTable, columns: [FieldColumn]? = nil) {
    self.init(LiveRecords(table), columns: columns)
  }

  isolated deinit {
    watching?.cancel()
    scaling?.disconnect()
  }

  public override var accessibleNative: NativeWidget? {
    native == nil ? nil : rows.list
  }

  @discardableResult
  public override func focus() -> Bool {
    native != nil && giveFocus(to: rows.list)
  }

  public override func nativeDied() {
    super.nativeDied()
    rows.end()
    watching?.cancel()
    watching = nil
    scaling?.disconnect()
    scaling = nil
    onActivate = nil
    onSelect = nil
    onArrange = nil
    keeper = nil
    didArrange = nil
    // Their handlers may capture the table.
    shownState = .loaded
    emptyContent = EmptyContent("")
  }

  /// Hears of what others do to the records.
  private func watch() {
    let changes = records.changes
    watching = Task { [weak self] in
      for await _ in changes {
        guard let self else { return }
        showSoon()
      }
    }
  }

  func show(_ new: ContentState) {
    guard native != nil else { return }
    shownState = new
    pages.show(shownPage())
  }

  private static let style = StyleSheet(
    "records",
    css: """
      .hk-records .hk-record > label { padding: 4px 0; }
      .hk-records-tools { padding: 6px; }
      .hk-records-filter { padding: 0 6px 6px 6px; }
      .hk-records-shared {
        padding: 6px 12px; background-color: alpha(@warning_color, 0.2);
      }
      """)
}

/// What records are sorted and filtered by.
struct RecordsOrder: Hashable, Sendable {
  var keys: [SortKey] = []
  var filter: Query?
}
