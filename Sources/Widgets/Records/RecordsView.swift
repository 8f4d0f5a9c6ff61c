internal import CHikidashiGTK
internal import HikidashiBase
package import HikidashiOutlines
public import HikidashiRecords

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
public final class RecordsView: ContentTable {
  /// Called when the user presses Enter on a record, or clicks it twice; nil edits it.
  public var onActivate: (@MainActor (RecordNumber) -> Void)?
  /// Called after the user has selected or deselected records, with those that are selected now and
  /// shown, from the top down.
  public var onSelect: (@MainActor ([RecordNumber]) -> Void)? {
    get { content.onSelect }
    set { content.onSelect = newValue }
  }
  /// Called after the user has arranged the table otherwise: columns, their widths, sorting, filter.
  public var onArrange: (@MainActor (RecordsArrangement) -> Void)? {
    get { arranger.onArrange }
    set { arranger.onArrange = newValue }
  }

  let content: RecordsRows
  let arranger: RecordsArranger
  let editor: RecordsEditor
  private let keyboard: RecordsKeyboard
  private let tools: RecordsToolbar
  private let sharedKeys: SharedKeysBar
  private let rowsPlace: Part
  private var tableStyle = TableStyle.standard

  /// A table of records that others may show and edit, too.
  ///
  /// - Parameters:
  ///   - records: `LiveRecords`, or a store of records, with a key or without. Its keys are rules of
  ///     the form, and records that share one, as another program has stored them, are told of above
  ///     the rows until they are mended.
  ///   - columns: Which fields are shown, and how; all of them, if not given.
  public init(_ records: any SharedRecords, columns: [FieldColumn]? = nil) {
    Toolkit.start()
    content = RecordsRows(records, columns: columns)
    arranger = RecordsArranger(content)
    editor = RecordsEditor(content)
    keyboard = RecordsKeyboard(content, arranger, editor)
    tools = RecordsToolbar(content, arranger, editor)
    sharedKeys = SharedKeysBar(content, arranger)
    rowsPlace = Part(native: content.list.scroller).expand()
    let pages = ContentPages(
      rows: Stack(.vertical, spacing: 0, [arranger.header, rowsPlace, arranger.footer]),
      empty: EmptyContent(tr("No records"), icon: "x-office-spreadsheet-symbolic"),
      unmatched: EmptyContent(
        tr("No record matches"), icon: "edit-find-symbolic",
        action: (tr("Show All Records"), { [weak arranger] in arranger?.closeFilter() })))
    super.init(native: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), pages)
    guard let native else { return }
    for part in [tools.bar, arranger.filterBar, sharedKeys.part, pages.part] as [Part] {
      part.adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) }
    }
    expand()
    RecordsView.sheet.install()
    tableStyle.sheet.install()
    styleClass("hk-records", tableStyle.styleClass)
    connectParts()
    arranger.showColumns()
    showRows()
    content.follow(in: self)
    content.catchUp()
  }

  /// A table of its own records.
  public convenience init(_ table: RecordTable, columns: [FieldColumn]? = nil) {
    self.init(LiveRecords(table), columns: columns)
  }

  private func connectParts() {
    editor.part = self
    keyboard.listen(in: self)
    content.willCatchUp = { [weak self] table in
      guard let self else { return }
      editor.dismissOldUndo(table)
      sharedKeys.show(records.keys)
    }
    content.list.events.activated = { [weak self] in self?.activated(row: $0) }
    content.didChange = { [weak self] in
      self?.tools.show()
      self?.arranger.footer.show()
      self?.showRows()
      self?.content.keeping?.rowsChanged()
    }
    arranger.onBusy = { [weak tools] in tools?.isBusy = $0 }
    arranger.onColumns = { [weak tools] in tools?.showMenus() }
    rowsPlace.contextMenu { [weak editor] in editor?.rowMenu() ?? [] }
  }

  private func activated(row: Int) {
    guard row < content.listing.count, let number = content.listing[row] else { return }
    if let onActivate { return onActivate(number) }
    if editor.isEditable { edit(number) }
  }

  public override var accessibleNative: NativeWidget? { native == nil ? nil : rows.list }

  @discardableResult
  public override func focus() -> Bool { native != nil && giveFocus(to: rows.list) }

  public override func nativeDied() {
    super.nativeDied()
    content.end()
    arranger.end()
    onActivate = nil
  }

  override var rowsToSee: ContentPages.Rows {
    if count > 0 { .some } else { arranger.isNarrowed ? .filteredOut : .none }
  }

  var rows: RowList<RecordRow> { content.list }

  /// Whether everything is shown as it was asked for.
  package var isSettled: Bool { !arranger.isArranging && content.isSettled }

  /// The widget that shows a row; nil where none does now.
  package func rowWidget(at row: Int) -> NativeWidget? {
    let cell = rows.boundCell(at: row)
    cell?.comeIntoView()
    return cell?.native
  }

  /// How many rows can be selected.
  package var selectionMode: SelectionMode { content.selection.mode }

  /// Called when records have been sorted, with the moment in which that was done.
  package var didArrange: (@MainActor (ContinuousClock.Instant) -> Void)? {
    get { arranger.didArrange }
    set { arranger.didArrange = newValue }
  }

  private static let sheet = StyleSheet(
    "records",
    css: """
      .hk-records .hk-record > label { padding: 4px 0; }
      .hk-records .hk-section > label { font-weight: bold; }
      .hk-records .hk-row.hk-records-footer {
        padding: 6px 14px; font-weight: bold; border-top: 1px solid alpha(currentColor, 0.15);
      }
      .hk-slate.hk-records .hk-row.hk-records-footer { padding: 6px 10px; }
      .hk-records-tools { padding: 6px; }
      .hk-records-filter { padding: 0 6px 6px 6px; }
      .hk-records-shared {
        padding: 6px 12px; background-color: alpha(@warning_color, 0.2);
      }
      """)
}

// MARK: - Records

extension RecordsView {
  /// The records that are shown and edited.
  public var records: any SharedRecords { content.records }

  /// How many records are shown, those of closed groups included.
  public var count: Int { content.listing.records.count }

  /// The numbers of the records that are shown, from the top down, those of closed groups included.
  ///
  /// - Complexity: O(n)
  public var shownNumbers: [RecordNumber] {
    content.catchUp()
    return Array(content.listing.records)
  }

  /// The selected records that are shown, from the top down. Setting them tells nobody; numbers that
  /// no record has are passed over.
  ///
  /// It can be followed: a closure that reads it is called again when others are selected, and has no
  /// number of a record that was removed meanwhile.
  ///
  /// ```swift
  /// Label { view.selectedNumbers.first.map { cards.table[$0][name] } ?? "Choose a card" }
  /// ```
  public var selectedNumbers: [RecordNumber] {
    get {
      content.observedSelection.willRead()
      let table = records.table
      return content.listing.selectedNumbers.filter(table.contains)
    }
    set { content.select(newValue) }
  }

  /// Replaces all records; none is selected afterwards.
  ///
  /// - Precondition: The table has the schema of the one that is shown.
  public func update(_ table: RecordTable) async throws {
    try await records.change(tr("Replace the records")) { $0 = table }
    content.clearSelection()
    content.catchUp()
  }

  /// Replaces all records. Those that were there before, by their numbers, stay selected, and the view
  /// stays where it is.
  ///
  /// - Precondition: The table has the schema of the one that is shown.
  public func merge(_ table: RecordTable) async throws {
    try await records.change(tr("Replace the records")) { $0 = table }
    content.catchUp()
  }

  /// Shows every row again, as where what ``FieldColumn/text`` draws them by has changed: a setting, a
  /// rate. Selection and place stay.
  ///
  /// - Complexity: O(rows that have a widget), however many records there are.
  public func reload() {
    if native != nil { content.showAgain() }
  }

  /// Brings a record into view, where it is shown and not in view already.
  public func scroll(to number: RecordNumber) { content.scroll(to: number) }

  /// Moves the keyboard focus to a record, which comes into view.
  @discardableResult
  public func focus(_ number: RecordNumber) -> Bool { content.focus(number) }
}

// MARK: - Editing

extension RecordsView {
  /// Sets whether a person may add, edit and delete records, and read files of them.
  @discardableResult
  public func editable(_ isEditable: Bool) -> Self {
    editor.isEditable = isEditable
    tools.show()
    tools.showMenus()
    return self
  }

  /// Replaces the form in which a person adds and edits records.
  ///
  /// ```swift
  /// RecordsView(items).form { item in
  ///   Form {
  ///     item.inputs(except: city)
  ///     DropDown("_City", ["Paris", "Osaka"]).bind(item[city])
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter make: Makes the form for a record, or for a new one. The table stores what was entered
  ///   when the form is applied, and so sets ``Form/onApply``.
  @discardableResult
  public func form(_ make: @escaping @MainActor (_ item: RecordEntry) -> Form) -> Self {
    editor.form = make
    return self
  }

  /// Asks for a new record, in a form, and adds it.
  public func add() { editor.add() }

  /// Shows a record in a form, and changes it.
  public func edit(_ number: RecordNumber) { editor.edit(number) }

  /// Takes back the last edit.
  public func undo() { editor.undo() }

  /// Makes the edit again that was taken back last.
  public func redo() { editor.redo() }

  /// Copies the selected records as tab-separated values with a header: the columns that are shown, in
  /// the order of the rows, exact as in a file. Where none is selected, the one that has the keyboard.
  /// Values with tabs or line breaks stand between quotes, as spreadsheets have it.
  ///
  /// - Returns: False when there is nothing to copy.
  @discardableResult
  public func copy() -> Bool { editor.copy() }

  /// Asks for a file, and writes the records to it that are shown, in their order; where several are
  /// selected, those alone. The name's ending decides the format, where it is a known one.
  public func export(as format: RecordFormat) { editor.export(as: format) }

  /// Asks for a file, and adds the records that it holds. Those that are refused are listed with the
  /// reason, the others are added; all of that is one edit.
  public func importFile() { editor.importFile() }
}

// MARK: - Look

extension RecordsView {
  /// Sets what a click and the keyboard do to rows; at first ``SelectionStyle/multiple``.
  @discardableResult
  public func selection(_ style: SelectionStyle) -> Self {
    content.setSelection(style)
    return self
  }

  /// Sets the look.
  @discardableResult
  public func style(_ style: TableStyle) -> Self {
    guard let native else { return self }
    gtk_widget_remove_css_class(native, tableStyle.styleClass)
    style.sheet.install()
    tableStyle = style
    return styleClass(style.styleClass)
  }
}
