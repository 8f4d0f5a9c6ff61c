internal import CHikidashiGTK
public import HikidashiOutlines

/// The items behind the rows of a table. However often they change between two frames, the list is told
/// once; whoever asks meanwhile gets the items as they are now.
///
/// A list that is not seen is told when the main loop is free, and before it comes into a window or is
/// seen, so that it is measured and drawn as it is.
@MainActor
final class TableItems<Item: Sendable> {
  /// Items that were given and are not shown yet.
  private struct Pending {
    var items: [Item]
    /// Whether nothing is kept of the rows before.
    var replaces: Bool
  }

  private let view: OutlineView<Item>
  private let matching: RowMatcher<Item>
  private var pending: Pending?
  /// The list is told in the next frame.
  private var isWaiting = false
  private var lastID: UInt64 = 0

  init(_ view: OutlineView<Item>, matching: RowMatcher<Item>) {
    self.view = view
    self.matching = matching
  }

  /// Whether there is something that the list is not told of yet.
  var isPending: Bool { pending != nil || isWaiting }

  var all: [Item] { pending?.items ?? view.outline.nodeItems }

  /// What an item is known by, in this run and others.
  func key(of item: Item) -> String { matching.key(item) }

  func update(_ items: [Item]) { pending = Pending(items: items, replaces: true) }

  func merge(_ items: [Item]) {
    pending = Pending(items: items, replaces: pending?.replaces ?? false)
  }

  func edit<Result>(_ body: (inout [Item]) throws -> Result) rethrows -> Result {
    var items = all
    let replaces = pending?.replaces ?? false
    // Held once only, so that the array is changed in its place.
    pending = nil
    defer { pending = Pending(items: items, replaces: replaces) }
    return try body(&items)
  }

  /// Tells the list in the next frame of a widget around it.
  func showSoon(in native: NativeWidget) {
    // A window that is not shown yet takes its size from what is in it.
    let isAboutToBeMeasured =
      gtk_widget_get_root(native).map { gtk_widget_get_mapped($0.widget) == 0 } ?? false
    guard !isAboutToBeMeasured else { return show() }
    guard !isWaiting else { return }
    isWaiting = true
    let show = { @MainActor [weak self] in
      self?.isWaiting = false
      self?.show()
    }
    if gtk_widget_get_mapped(native) == 0 {
      Task { show() }
    } else {
      addTick(to: native) {
        show()
        return false
      }
    }
  }

  /// Tells the list at once of what waits for the next frame.
  func show() {
    guard let new = pending else { return }
    pending = nil
    if new.replaces {
      let ids = new.items.indices.map { _ in freshID() }
      view.change { $0.update(Outline(flat: new.items, ids: ids)) }
    } else {
      let old = view.outline
      let difference = matching.difference(old.nodeItems, new.items)
      let ids = new.items.indices.map { row in
        difference.source(of: row).map { old.nodeIDs[$0] } ?? freshID()
      }
      view.change { $0.merge(Outline(flat: new.items, ids: ids)) }
    }
  }

  private func freshID() -> NodeID {
    lastID += 1
    return NodeID(rawValue: lastID)
  }
}

/// Finds the rows that stay when there are others.
@usableFromInline
struct RowMatcher<Item: Sendable> {
  @usableFromInline let difference: (_ old: [Item], _ new: [Item]) -> ListDifference
  /// What a row is known by from one run to the next.
  @usableFromInline let key: (Item) -> String

  @inlinable
  init(
    key: @escaping (Item) -> String,
    difference: @escaping (_ old: [Item], _ new: [Item]) -> ListDifference
  ) {
    self.key = key
    self.difference = difference
  }
}

extension RowMatcher where Item == String {
  /// Rows with the same text are the same rows.
  static var texts: RowMatcher {
    RowMatcher(key: { $0 }, difference: { ListDifference(from: $0, to: $1) { $0 } })
  }
}

extension RowMatcher where Item: Identifiable {
  /// Rows with the same id are the same rows. Inlinable, so that it is compiled for the app's own ids.
  @inlinable
  static var identities: RowMatcher {
    RowMatcher(key: { "\($0.id)" }, difference: { ListDifference(from: $0, to: $1) { $0.id } })
  }
}
