internal import CHikidashiGTK
internal import HikidashiOutlines

/// The headings at the top of a table that say where what is read belongs: the innermost section alone, or
/// one of each level, below one another.
@MainActor
final class PinnedHeadings<Item: Sendable> {
  private struct Place {
    var node: NodeID
    var top: Double
  }

  private let rows: OutlineRows<Item>
  private let overlay: NativeWidget
  private let isPerLevel: Bool
  /// From the top down; some may be out of sight.
  private(set) var headings: [PinnedHeading<Item>] = []
  /// One more is made in the next frame.
  private var isGrowing = false

  /// - Parameters:
  ///   - isPerLevel: Whether there is one of each level.
  ///   - overlay: The `GtkOverlay` around the list.
  init(_ rows: OutlineRows<Item>, perLevel isPerLevel: Bool, over overlay: NativeWidget) {
    self.rows = rows
    self.isPerLevel = isPerLevel
    self.overlay = overlay
    headings = [PinnedHeading(rows, over: overlay)]
  }

  /// The row of the heading, where one is at a point of a widget around the list.
  func row(at point: Point, in widget: NativeWidget) -> Int? {
    headings.first { $0.isAt(point, in: widget) }?.node.flatMap { rows.outline.row(of: $0) }
  }

  /// What they cover of the view when a row is at its top.
  func height(above id: NodeID?) -> Double {
    guard let id, isPerLevel || rows.outline.isSection(id) == false else { return 0 }
    let count = min(sections(above: id).count, isPerLevel ? .max : 1)
    return (0..<count).reduce(0) { $0 + height(of: $1) }
  }

  /// Go where they belong after the rows were laid out.
  func place() {
    let places = isPerLevel ? placesPerLevel() : innermostPlace().map { [$0] } ?? []
    for (index, heading) in headings.enumerated() {
      if index < places.count { heading.show(places[index].node) }
      heading.go(to: index < places.count ? places[index].top : nil)
    }
    guard places.count > headings.count, !isGrowing else { return }
    // Widgets must not come while others are laid out.
    isGrowing = true
    rows.list.afterNextFrame { [weak self] in
      guard let self else { return }
      isGrowing = false
      headings.append(PinnedHeading(rows, over: overlay))
      rows.list.queueLayout()
    }
  }

  private func height(of index: Int) -> Double {
    Double(headings[min(index, headings.count - 1)].height)
  }

  /// The sections above a node, from the root down.
  private func sections(above id: NodeID) -> [NodeID] {
    var sections: [NodeID] = []
    var node = rows.outline.parent(of: id)
    while let id = node {
      if rows.outline.isSection(id) == true { sections.append(id) }
      node = rows.outline.parent(of: id)
    }
    return sections.reversed()
  }

  private func isOpenSection(_ id: NodeID) -> Bool {
    rows.outline.isSection(id) == true && rows.outline.isOpen(id)
  }

  private func innermostPlace() -> Place? {
    guard let first = rows.list.anchor.seen.first else { return nil }
    let isHeading = isOpenSection(first.id)
    guard !isHeading || first.top < 0,
      let node = isHeading ? first.id : sections(above: first.id).last
    else { return nil }
    let height = height(of: 0)
    // The first row in view that no longer belongs below the heading pushes it away.
    let next = rows.list.anchor.seen.dropFirst().first { row in
      rows.outline.isSection(row.id) == true || sections(above: row.id).last != node
    }
    return Place(node: node, top: min(0, (next?.top ?? height) - height))
  }

  /// Each heading is that of the row which stands where the headings above it end.
  private func placesPerLevel() -> [Place] {
    var places: [Place] = []
    let seen = rows.list.anchor.seen
    var edge = 0.0
    while let index = seen.firstIndex(where: { $0.bottom > edge }) {
      let row = seen[index]
      var chain = sections(above: row.id)
      if isOpenSection(row.id), row.top < edge { chain.append(row.id) }
      guard places.count < chain.count,
        zip(places, chain).allSatisfy({ $0.node == $1 })
      else { break }
      let node = chain[places.count]
      let height = height(of: places.count)
      let next = seen[index...].first { other in
        other.id != node && !sections(above: other.id).contains(node)
      }
      places.append(Place(node: node, top: min(edge, (next?.top ?? .infinity) - height)))
      edge += height
    }
    return places
  }
}
