internal import HikidashiOutlines

/// What is selected and filtered in a list of items, where it is scrolled to, and how its columns are
/// sorted and how wide, from one run to the next. Rows are known by what their items are known by, as the ids of rows are new at each start.
@MainActor
final class KeptItems<Item: Sendable>: RowsKeeping {
  /// The first item in view and how far its upper edge lies below that of the view, in pixels.
  private struct ItemPlace: Codable {
    var item: String
    var offset: Double
  }

  private weak var table: TableView<Item>?
  private let place: KeptPlace<RowCell>
  // What was kept and is not put back yet.
  private var wantedWords: String?
  private var wantedItems: Set<String> = []
  private var wantedPlace: ItemPlace?
  private var isPuttingBack = false

  private static var mostSelected: Int { 1_000 }

  init(_ table: TableView<Item>) {
    self.table = table
    place = KeptPlace(table.view.rows) { [weak table] in table?.stateKeeper?.note("place") }
  }

  func addAspects(to keeper: StateKeeper) {
    if table?.columnState != nil {
      keeper.keep(
        TableView<Item>.columnsAspect, { [weak self] in self?.table?.columnState },
        putBack: { [weak self] in self?.table?.columnState = $0 })
    }
    keeper.keep(
      "filter", { [weak self] in self?.words },
      putBack: { [weak self] in
        self?.wantedWords = $0
        self?.rowsChanged()
      })
    keeper.keep(
      "selection", { [weak self] in self?.selection },
      putBack: { [weak self] in
        self?.wantedItems = Set($0)
        self?.rowsChanged()
      })
    keeper.keep(
      "place", { [weak self] in self?.itemPlace },
      putBack: { [weak self] in
        self?.wantedPlace = $0
        self?.rowsChanged()
      })
  }

  private var words: String? { wantedWords == nil ? table?.search.words : nil }

  private var selection: [String]? {
    // A table that has no rows yet has nothing to say of them.
    guard let table, !table.view.outline.isEmpty else { return nil }
    let outline = table.view.outline
    guard outline.selectedCount <= Self.mostSelected else { return [] }
    let items = outline.selectedIDs.compactMap { outline.item(of: $0) }
    return items.map { table.rows.key(of: $0) } + wantedItems.sorted()
  }

  private var itemPlace: ItemPlace? {
    guard wantedPlace == nil, let table, let place = place.current,
      let item = table.view.outline.item(of: place.node)
    else { return nil }
    return ItemPlace(item: table.rows.key(of: item), offset: place.offset)
  }

  func rowsChanged() {
    guard !isPuttingBack, let table, !table.view.outline.isEmpty else { return }
    isPuttingBack = true
    if let words = wantedWords {
      wantedWords = nil
      table.search.words = words
    }
    putBackRows(table)
    isPuttingBack = false
    place.rowsChanged()
    table.stateKeeper?.note("selection")
  }

  private func putBackRows(_ table: TableView<Item>) {
    guard !wantedItems.isEmpty || wantedPlace != nil else { return }
    var found: [NodeID] = []
    table.view.outline.forEachNode { id, item in
      guard !wantedItems.isEmpty || wantedPlace != nil else { return }
      let key = table.rows.key(of: item)
      if wantedItems.remove(key) != nil { found.append(id) }
      if let wanted = wantedPlace, wanted.item == key {
        wantedPlace = nil
        place.putBack(ScrollPlace(node: id, offset: wanted.offset))
      }
    }
    guard !found.isEmpty else { return }
    table.view.changeSelection { outline in
      for id in found { outline.setSelected(id, true) }
      return 0..<outline.rowCount
    }
  }

  func selectionChanged() {
    guard !isPuttingBack else { return }
    // Others were chosen instead of those that are not there yet.
    wantedItems = []
    table?.stateKeeper?.note("selection")
  }

  func laidOut() {
    if wantedPlace == nil { place.laidOut() }
  }

  func scrolled() {
    wantedPlace = nil
    place.scrolled()
  }
}

extension TableView {
  /// Brings back at the next start what a person has selected and filtered by, the widths that columns were
  /// given and by which one the rows were sorted, and where the table was scrolled to, as soon as there are
  /// rows.
  ///
  /// ```swift
  /// TableView(people) { $0.name }.keeping("people")
  /// ```
  ///
  /// Rows are known by the text of their items' `id`, such as a number, a name or a UUID. Nobody is told
  /// of what comes back. Of more than 1,000 selected rows none is kept.
  ///
  /// - Parameters:
  ///   - key: The name under which it is kept, unique in the app.
  ///   - document: What the table shows, where it is one of several; the state of the 200 that were used
  ///     last is kept. Call it again when the table shows another.
  ///   - store: Where it is kept; nil takes the app's ``App/state``.
  @discardableResult
  public func keeping(
    _ key: String, for document: String? = nil, in store: StateStore? = nil
  ) -> Self {
    let kept = KeptItems(self)
    keepState(key, for: document, in: store) {
      view.content.keeping = kept
      kept.addAspects(to: $0)
    }
    return self
  }
}
