public import Preferences
internal import Records

extension RecordsView {
  /// How the table is arranged now: a value to be kept. Setting it arranges the table so, and tells
  /// nobody.
  public var arrangement: RecordsArrangement {
    get {
      let order = wanted.keys.map {
        RecordsArrangement.Order(
          $0.definition.name, isDescending: $0.isDescending, nulls: $0.nulls)
      }
      return RecordsArrangement(
        columns: layout.arrangement, order: order, words: words, conditions: conditions)
    }
    set {
      let before = arrangement
      if newValue.columns != before.columns {
        layout.arrange(newValue.columns)
        showColumns()
      }
      if newValue.order != before.order { sortKeys = keys(newValue.order) }
      words = newValue.words
      conditions = newValue.conditions
    }
  }

  /// The keys of fields that the records have, each once.
  private func keys(_ order: [RecordsArrangement.Order]) -> [SortKey] {
    let schema = listing.table.schema
    var keys: [SortKey] = []
    for order in order where !keys.contains(where: { $0.definition.name == order.field }) {
      let key = try? SortKey(
        named: order.field, of: schema, descending: order.isDescending, nulls: order.nulls)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Arranges the table as the user does it.
  func arrangeByUser(_ change: () -> Void) {
    let before = arrangement
    change()
    if arrangement != before { tellArrangement() }
  }

  func tellArrangement() {
    let now = arrangement
    keeper?.keep(now)
    onArrange?(now)
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
    keeper = ArrangementKeeper(self, preference, store, keepsFilter: filter)
    letAppSave(store)
    return self
  }
}

/// Keeps how a table is arranged in a setting, and arranges it as the setting says.
@MainActor
final class ArrangementKeeper {
  private weak var view: RecordsView?
  private let preference: Preference<RecordsArrangement>
  private let store: PreferenceStore
  private let keepsFilter: Bool
  /// How the app has arranged the table.
  private let given: RecordsArrangement
  /// How it was when the setting was last looked at.
  private var known: RecordsArrangement
  private var following: Task<Void, Never>?

  init(
    _ view: RecordsView, _ preference: Preference<RecordsArrangement>, _ store: PreferenceStore,
    keepsFilter: Bool
  ) {
    self.view = view
    self.preference = preference
    self.store = store
    self.keepsFilter = keepsFilter
    given = view.arrangement
    known = given
    follow()
    let updates = store.updates(of: preference)
    following = Task { [weak self] in
      for await _ in updates { self?.follow() }
    }
  }

  isolated deinit {
    following?.cancel()
  }

  func keep(_ arrangement: RecordsArrangement) {
    let kept = keepsFilter ? arrangement : arrangement.unfiltered
    guard kept != known else { return }
    known = kept
    // What an administrator has set stays so, and only this run is another.
    try? store.set(preference, to: kept)
  }

  private func follow() {
    guard let view else { return }
    var wanted = store.layer(of: preference) == .standard ? given : store[preference]
    known = keepsFilter ? wanted : wanted.unfiltered
    if !keepsFilter {
      wanted.words = view.words
      wanted.conditions = view.conditions
    }
    if view.arrangement != wanted { view.arrangement = wanted }
  }
}
