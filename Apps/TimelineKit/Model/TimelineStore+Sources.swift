internal import HikidashiRecords
internal import HikidashiStorage

extension TimelineStore {
  /// All sources as people look for them: by their groups, and by their titles within these, in the order of the
  /// reader's language, where “Feed 2” comes before “Feed 10”.
  ///
  /// - Complexity: O(*n* log *n*) when sources have changed
  public var sortedSources: [TimelineSource] {
    let table = sources.table
    let sorted = table.sorted(
      by: .ascending(SourceFields.group), .ascending(SourceFields.title),
      .ascending(SourceFields.id)
    ).map { TimelineSource(table[$0]) }
    // “News” and “news” are equal there, and two groups.
    let groups = Dictionary(grouping: sorted.indices) { sorted[$0].group }
    return groups.values.sorted { $0[0] < $1[0] }.joined().map { sorted[$0] }
  }

  /// All lists by rule, by their titles in the order of the reader's language.
  ///
  /// - Complexity: O(*n* log *n*) when lists have changed
  public var sortedLists: [SmartList] {
    let table = lists.table
    return table.sorted(by: SmartListFields.title).map { SmartList(table[$0]) }
  }

  /// Adds a source, or changes the one with its id.
  ///
  /// - Throws: `StoreError`; nothing was changed then.
  public func put(_ source: TimelineSource) throws { try put([source]) }

  /// Adds sources, or changes those with their ids, all in one step, as the list of another reader has many.
  ///
  /// - Throws: `StoreError`; nothing was changed then.
  public func put(_ added: [TimelineSource]) throws {
    guard !added.isEmpty else { return }
    try sources.edit(tr("Add source")) { records in
      for source in added { try records.upsert(source.id) { source.fill(&$0) } }
    }
  }

  /// Removes a source, but not its posts, which are there again when it is added again.
  ///
  /// - Parameter isForgotten: Whether its posts are deleted, too, with all that the reader has done with them.
  /// - Throws: `StoreError`
  public func remove(source: String, isForgotten: Bool = false) throws {
    try carryMarks(of: source)
    try sources.edit(tr("Remove source")) { _ = $0.remove(source) }
    guard isForgotten else { return }
    readAgain([source])
    try posts.remove(where: PostFields.source, is: source)
    for gap in gaps(of: source) { try keep(nil, inPlaceOf: gap) }
  }
}
