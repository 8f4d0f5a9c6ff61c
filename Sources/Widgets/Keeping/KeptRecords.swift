internal import HikidashiOutlines
internal import HikidashiRecords

/// How a table of records is arranged, what is selected in it, which groups are open, and where it is
/// scrolled to, from one run to the next.
///
/// Records may come after the table, and may be put in order on another thread: what was kept of them waits
/// until then.
@MainActor
final class KeptRecords: RowsKeeping {
  private weak var view: RecordsView?
  private let place: KeptPlace<RecordRow>
  // What was kept and is not put back yet.
  private var wantedSelection: [RecordNumber] = []
  private var wantedFolding: GroupFolding?
  private var wantedPlace: ScrollPlace?
  private var isPuttingBack = false

  private static var mostSelected: Int { 1_000 }

  init(_ view: RecordsView) {
    self.view = view
    place = KeptPlace(view.content.list) { [weak view] in view?.stateKeeper?.note("place") }
    view.arranger.didArrangeByUser = { [weak view] in view?.stateKeeper?.note("arrangement") }
  }

  func addAspects(to keeper: StateKeeper) {
    // Where a setting has it, that is the one place for it.
    if view?.arranger.keeper == nil {
      keeper.keep(
        "arrangement", { [weak self] in self?.view?.arrangement },
        putBack: { [weak self] in self?.view?.arrangement = $0 })
    }
    keeper.keep(
      "groups", { [weak self] in self?.folding },
      putBack: { [weak self] in
        self?.wantedFolding = $0
        self?.rowsChanged()
      })
    keeper.keep(
      "selection", { [weak self] in self?.selection },
      putBack: { [weak self] in
        self?.wantedSelection = $0
        self?.rowsChanged()
      })
    keeper.keep(
      "place", { [weak self] in self?.current },
      putBack: { [weak self] in
        self?.wantedPlace = $0
        self?.rowsChanged()
      })
  }

  /// Whether the rows are those that were asked for.
  private var isReady: Bool {
    guard let view, !view.arranger.isArranging else { return false }
    return !view.content.listing.table.isEmpty
  }

  private var folding: GroupFolding? {
    guard isReady, wantedFolding == nil, let listing = view?.content.listing,
      listing.view.isGrouped
    else { return nil }
    return listing.view.folding
  }

  private var selection: [RecordNumber]? {
    // A table that has no rows yet has nothing to say of them.
    guard isReady, let selection = view?.content.listing.selection else { return nil }
    return selection.count > Self.mostSelected ? [] : Array(selection) + wantedSelection
  }

  private var current: ScrollPlace? { wantedPlace == nil ? place.current : nil }

  func rowsChanged() {
    guard !isPuttingBack, isReady, let view else { return }
    isPuttingBack = true
    if let folding = wantedFolding, view.content.listing.view.isGrouped {
      wantedFolding = nil
      view.content.fold(like: folding)
    }
    let table = view.content.listing.table
    let found = wantedSelection.filter { table.contains($0) }
    if !found.isEmpty {
      wantedSelection.removeAll { table.contains($0) }
      view.content.select(Array(view.content.listing.selection) + found)
    }
    if let wanted = wantedPlace {
      wantedPlace = nil
      place.putBack(wanted)
    }
    isPuttingBack = false
    place.rowsChanged()
    view.stateKeeper?.note("selection")
    view.stateKeeper?.note("groups")
  }

  func selectionChanged() {
    // Others were chosen instead of those that are not there yet.
    wantedSelection = []
    view?.stateKeeper?.note("selection")
  }

  func laidOut() {
    if wantedPlace == nil { place.laidOut() }
  }

  func scrolled() {
    wantedPlace = nil
    place.scrolled()
  }
}

extension RecordsView {
  /// Brings back at the next start how a person has arranged the table, the filter included, what was
  /// selected, which groups were open, and where the table was scrolled to, as soon as there are records.
  ///
  /// ```swift
  /// RecordsView(cards).keeping("cards")
  /// ```
  ///
  /// Where a setting keeps the arrangement (``keeping(_:in:filter:)``, to be called before), it is left to
  /// that. Records are known by their numbers, which a store keeps. Nobody is told of what comes back. Of
  /// more than 1,000 selected records none is kept.
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
    let kept = KeptRecords(self)
    keepState(key, for: document, in: store) {
      content.keeping = kept
      kept.addAspects(to: $0)
    }
    return self
  }
}
