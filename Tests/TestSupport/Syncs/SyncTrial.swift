/// A log of what a program did, and what a check of its syncs would say were it another one.
package struct SyncTrial {
  private let events: [FileEvent]
  /// The state before each event.
  private var states: [SyncOrder] = []
  /// Why the log itself is not in order.
  package private(set) var complaint: SyncOrder.Complaint?

  package init(_ events: [FileEvent], _ order: SyncOrder) {
    self.events = events
    var order = order
    do throws(SyncOrder.Complaint) {
      for event in events {
        states.append(order)
        try order.take(event)
      }
      try order.end()
    } catch {
      complaint = error
    }
  }

  package var acknowledgementCount: Int {
    events.count { if case .acknowledge = $0 { true } else { false } }
  }

  /// What was synced and what each sync covered: the number of the last event, or nil for none.
  private var syncs: [(place: Int, path: String, covered: Int?)] {
    states.indices.compactMap { place in
      switch events[place] {
      case .sync(let path), .syncFileSystem(let path):
        (place, path, states[place].lastUnsynced(by: events[place]))
      default: nil
      }
    }
  }

  /// The syncs that wait for something.
  package var neededCount: Int { syncs.count { $0.covered != nil } }

  /// What was synced though there was nothing to wait for, as far as this program knows.
  package var idle: Set<String> { Set(syncs.filter { $0.covered == nil }.map(\.path)) }

  /// A sync that could be left out, or come before what it is to cover, and nobody would notice.
  package struct Unnoticed: Hashable, CustomStringConvertible, Sendable {
    /// Whether it is one of those before the first acknowledgement.
    package let isFirst: Bool
    package let path: String
    package let description: String
  }

  /// The syncs that nobody would miss. Where one follows another of the same path at once, they are
  /// taken for one.
  package var unnoticed: [Unnoticed] {
    let first = events.firstIndex { if case .acknowledge = $0 { true } else { false } }
    return syncs.flatMap { place, path, covered -> [Unnoticed] in
      guard let covered else { return [] }
      let next = events[place...].firstIndex { $0 != events[place] } ?? events.endIndex
      let early = [events[place]] + events[covered..<place] + events[next...]
      let changes = [
        ("left out", isInOrder(states[place], events[next...])),
        ("before event \(covered)", isInOrder(states[covered], early[...])),
      ]
      return changes.filter(\.1).map { change, _ in
        Unnoticed(
          isFirst: place < first ?? 0, path: path,
          description: "event \(place), the sync of \(path): \(change)")
      }
    }
  }

  private func isInOrder(_ order: SyncOrder, _ events: ArraySlice<FileEvent>) -> Bool {
    var order = order
    do throws(SyncOrder.Complaint) {
      for event in events { try order.take(event) }
      try order.end()
      return true
    } catch {
      return false
    }
  }
}
