internal import FoundationEssentials
internal import Hikidashi
internal import TimelineKit

/// Keeps where the reader is in each list, and goes back there.
///
/// Where the reader is changes by nothing but what they do themselves: where the post at the top goes, because its
/// source was removed or a rule hides it, they are at the one below it until it comes back.
@MainActor
final class PlaceKeeper {
  private unowned let view: OutlineView<TimelineRow>
  private let places: Kept<[String: Place]>
  /// Under what it is kept now; nil where it is not.
  private(set) var key: String?
  /// Called with the rows that the reader has left behind, from one node to another.
  var onPassed: (@MainActor (_ from: NodeID, _ to: NodeID) -> Void)?
  private var last: NodeID?

  init(_ view: OutlineView<TimelineRow>, in state: StateStore) {
    self.view = view
    places = state.kept("places", default: [:])
    view.onScroll = { [weak self] in self?.scrolled(to: $0) }
  }

  /// Called when the view comes near rows that are not loaded.
  var onNearEnd: (@MainActor () -> Void)?
  /// From where to where the list is loaded.
  private var coverage = MergedList.Coverage()
  private var isNewestFirst = true
  private var isExtending = false

  /// Where the reader was in a list on another machine; for lists in which they never were on this one.
  var elsewhere: @MainActor (_ key: String) -> TimelinePlace? = { _ in nil }
  /// Told when the reader is at another place in a list.
  var onPlace: @MainActor (TimelinePlace, _ key: String) -> Void = { _, _ in }

  /// The reader's place in a list; nil where they never were in it.
  func place(for key: String?) -> Place? {
    guard let key else { return nil }
    return places.value[key] ?? elsewhere(key).map { Place($0, offset: 0) }
  }

  private func scrolled(to seen: ScrollPlace) {
    if let last, last != seen.node { onPassed?(last, seen.node) }
    last = seen.node
    guard let key, let place = view.outline.item(of: seen.node)?.place else { return }
    let new = Place(place, offset: seen.offset)
    if places.value[key] != new {
      places.value[key] = new
      onPlace(place, key)
    }
    extend(at: seen.node)
  }

  /// Asks for more rows before the reader comes to the last.
  private func extend(at node: NodeID) {
    guard !isExtending, let row = view.outline.row(of: node) else { return }
    let (near, rest) = (ListMaker.reach / 2, view.outline.rowCount - row)
    let (top, bottom) =
      isNewestFirst ? (coverage.newest, coverage.oldest) : (coverage.oldest, coverage.newest)
    guard top != nil && row < near || bottom != nil && rest < near else { return }
    isExtending = true
    onNearEnd?()
  }

  /// Shows other rows, and goes to where the reader is in them.
  ///
  /// - Parameter isOther: Whether it is another list than before, and not the same one with other rows.
  func show(
    _ outline: Outline<TimelineRow>?, of list: MergedList, for key: String?, isOther: Bool
  ) {
    self.key = key
    (coverage, isNewestFirst) = (list.coverage, list.options.order == .newestFirst)
    isExtending = false
    let kept = place(for: key)
    let row = kept.flatMap { list.row(of: $0.inTime) }
    if let outline {
      if !isOther {
        view.merge(outline)
      } else if let first = row.map({ list.rows[$0] }) ?? list.rows.first {
        // Close to where it will be.
        view.update(outline, at: ScrollPlace(node: first.node, offset: 0))
      } else {
        view.update(outline)
      }
    }
    // The place on another machine may come after its posts.
    let hasMoved = key.map { places.value[$0] != nil } ?? true
    // On the way to another place the reader keeps going, whatever comes around them.
    guard isOther || (outline != nil || !hasMoved) && !view.isScrolling else { return }
    guard let kept, let row else {
      if isOther, let top = list.rows.first { view.scroll(to: top.node, .top) }
      return
    }
    let node = list.rows[row].node
    let isThere = list.rows[row].items.contains { $0.id == kept.post }
    let place = ScrollPlace(node: node, offset: isThere ? kept.offset : 0)
    last = node
    if isOther || view.scrollPlace != place { view.scroll(to: place) }
  }
}

extension PlaceKeeper {
  /// A place in time, and how far below the upper edge of the view the row of its post begins.
  struct Place: Codable, Equatable {
    var post: String
    var date: Double
    var offset: Double

    init(_ place: TimelinePlace, offset: Double) {
      (post, date) = (place.id, place.date.timeIntervalSinceReferenceDate)
      self.offset = offset
    }

    var inTime: TimelinePlace {
      TimelinePlace(id: post, date: Date(timeIntervalSinceReferenceDate: date))
    }
  }
}
