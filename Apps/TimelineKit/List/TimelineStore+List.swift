public import HikidashiRecords
import HikidashiStorage

extension TimelineStore {
  /// Makes the list of all posts that are shown, with what was read and the gaps.
  ///
  /// ```swift
  /// var list = store.list(showing: RuleSet(rules).outcome(in: store.posts.table))
  /// let row = store.place(in: TimelineStore.mergedList).flatMap { list.row(of: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - options: How rows are made.
  ///   - posts: The posts of a smart list, or of a search; all, if not given.
  ///   - outcome: What rules hide.
  /// - Complexity: O(*n* log *n*) in posts.
  public func list(
    _ options: MergedList.Options = MergedList.Options(), of posts: RecordSet? = nil,
    showing outcome: RuleSet.Outcome = RuleSet.Outcome()
  ) -> MergedList {
    let table = self.posts.table
    var list = MergedList(options)
    let shown = (posts ?? table.numbers).subtracting(outcome.muted)
    list.insert(shown.map { TimelineItem(table, $0) })
    // What a rule hides was read, where its thing was: it comes back so.
    let read = table.search(PostFields.isRead == true)
    list.mark(read.map { table[$0, PostFields.id] })
    for gap in gaps() { list.add(gap) }
    // The posts of a source that was removed are kept, and shown again when it is added again.
    list.hide(sources: Set(table.distinct(PostFields.source)).subtracting(sourceNames))
    return list
  }

  private var sourceNames: Set<String> {
    Set(sources.table.values(of: SourceFields.id))
  }

  /// Makes the items of posts by their ids, as ``add(_:)`` gives them; those that are not there are left out.
  public func items(_ ids: some Sequence<String>) -> [TimelineItem] {
    let records = posts.records
    return ids.compactMap { id in records.number(of: id).map { TimelineItem(records.table, $0) } }
  }
}

extension TimelineItem {
  /// The item of a record, of which nothing else is read.
  fileprivate init(_ table: RecordTable, _ number: RecordNumber) {
    self.init(
      id: table[number, PostFields.id], source: table[number, PostFields.source],
      subject: table[number, PostFields.subject], date: table[number, PostFields.published],
      isBoost: table[number, PostFields.kind] == .boost)
  }
}
