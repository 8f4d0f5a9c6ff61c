public import HikidashiPreferences
public import HikidashiRecords

extension RecordsView {
  /// How the table is arranged now: a value to be kept. Setting it arranges the table so, and tells
  /// nobody.
  public var arrangement: RecordsArrangement {
    get { arranger.arrangement }
    set { arranger.arrangement = newValue }
  }

  /// Keeps how a person arranges the table as a setting: it is arranged so now, and whenever the setting
  /// changes. Where there is no value of the setting, the table is as the app has made it.
  ///
  /// ```swift
  /// RecordsView(members).sorted(by: .ascending(name)).keeping(settings.members, in: store)
  /// ```
  ///
  /// - Parameters:
  ///   - preference: The setting. Its default is not looked at.
  ///   - store: Where the setting is kept.
  ///   - filter: Whether the filter is kept, too.
  @discardableResult
  public func keeping(
    _ preference: Preference<RecordsArrangement>, in store: PreferenceStore, filter: Bool = false
  ) -> Self {
    arranger.keeper = ArrangementKeeper(arranger, preference, store, keepsFilter: filter)
    letAppSave(store)
    return self
  }

  /// What the records are sorted by; none leaves them as they were entered.
  public var sortKeys: [SortKey] {
    get { arranger.sortKeys }
    set { arranger.sortKeys = newValue }
  }

  /// Sorts the records; a person may then sort them otherwise.
  @discardableResult
  public func sorted(by keys: SortKey...) -> Self {
    sortKeys = keys
    return self
  }

  /// The columns in their order, shown or hidden, with the widths that a person gave them.
  public var columns: [FieldColumn] { content.layout.columns }

  /// Shows or hides the column of a field; the last one that is shown stays.
  public func setHidden(_ name: String, _ isHidden: Bool) { arranger.setHidden(name, isHidden) }

  /// Makes the column of a field wider or less wide, in pixels; nil brings back the width that it was given, or
  /// the usual one.
  public func setWidth(_ name: String, _ width: Int?) { arranger.setWidth(name, width) }

  /// Puts the column of a field at a place among all columns, from 0.
  public func moveColumn(_ name: String, to place: Int) { arranger.moveColumn(name, to: place) }

  /// The conditions on single fields that records must fulfil to be shown. Setting them opens the bar
  /// with them, where there are some; conditions on fields that the records do not have are left out.
  public var conditions: [FieldCondition] {
    get { arranger.conditions }
    set { arranger.conditions = newValue }
  }

  /// The words that records must have to be shown, in the language of `Query`: words, or comparisons
  /// such as `rate >= 4`.
  public var words: String {
    get { arranger.words }
    set { arranger.words = newValue }
  }

  /// Shows all records that the ``scope`` has.
  public func clearFilter() { arranger.clearFilter() }

  /// The records that there are for the person: the program's own filter, which no bar shows and
  /// ``clearFilter()`` leaves. Nil for all.
  ///
  /// Records that are added are shown where they are in the scope.
  ///
  /// ```swift
  /// view.scope = city == "Paris"
  /// ```
  ///
  /// - Precondition: The query's fields are those of the records, or of computed columns.
  public var scope: Query? {
    get { arranger.scope }
    set { arranger.scope = newValue }
  }

  /// Sets the ``scope``, and sets it again when something changes that the closure reads.
  ///
  /// ```swift
  /// RecordsView(items).scope { store[settings.city].map { city == $0 } }
  /// ```
  @discardableResult
  public func scope(_ query: @escaping @MainActor () -> Query?) -> Self {
    keepUpToDate(.part, query) { [weak self] in self?.scope = $0 }
    return self
  }
}

// MARK: - Groups

extension RecordsView {
  /// Groups the records by fields, with a heading for each group that opens and closes it, the number
  /// of its records, and the sums of fields in their columns; the sums of all, or of what is selected,
  /// stand below.
  ///
  /// ```swift
  /// RecordsView(cards).grouped(by: city, passed, sums: price, weight)
  /// ```
  ///
  /// A person may then group otherwise, in the menu of a column's title. Computed fields group and are
  /// summed up like others, where there is a column for them.
  ///
  /// - Parameters:
  ///   - fields: The fields, the one of the outermost groups first; none for sums alone.
  ///   - sums: The fields of numbers that are summed up.
  /// - Precondition: `isGroupable` of the fields' types, `isNumber` of those to sum.
  @discardableResult
  public func grouped(by fields: any FieldHandle..., sums: any FieldHandle...) -> Self {
    grouping = RecordGrouping(
      levels: fields.map { RecordGrouping.Level($0.definition) }, sums: sums.map(\.definition))
    return self
  }

  /// What the records are grouped by, and what is summed up. Fields that are not the records' are
  /// passed over.
  public var grouping: RecordGrouping {
    get { arranger.grouping }
    set { arranger.grouping = newValue }
  }

  /// Opens or closes all groups, and those that come later.
  public func setGroupsOpen(_ isOpen: Bool) { content.setAllOpen(isOpen) }

  /// Calls a closure for each row that is made to show a record, after its texts stand there: it may
  /// mark the row.
  ///
  /// ```swift
  /// RecordsView(cards).configureRow { row, record in
  ///   if record[due] < .now { row.mark("error") }
  /// }
  /// ```
  ///
  /// - Parameter configure: What it reads of models is followed: the row is shown again when that
  ///   changes.
  @discardableResult
  public func configureRow(
    _ configure: @escaping @MainActor (_ row: RecordRow, _ record: Record) -> Void
  ) -> Self {
    content.configure = configure
    reload()
    return self
  }
}
