internal import HikidashiBase

/// The loads that wait for their turn: the most urgent first, among them the oldest, and none of a
/// host that has enough transfers.
///
/// - Complexity: O(log *n*) for adding, O(*h*) on average for taking with *h* hosts that wait. Another
///   priority moves those of its host that are younger.
struct LoadQueue: Sendable {
  private struct Waiting {
    var host: String
    var priority: LoadPriority
    var age: UInt64
  }

  /// A place in the line of a host. It counts only while the load waits with that age and priority, so
  /// that nobody has to look for a place that was given up.
  private struct Place: Comparable {
    var age: UInt64
    var id: UInt64

    static func < (first: Place, second: Place) -> Bool { first.age < second.age }
  }

  var limits: ConnectorLimits
  private var waiting: [UInt64: Waiting] = [:]
  private var lines: [String: PriorityFifo<Place>] = [:]
  private var runningByHost: [String: Int] = [:]
  private(set) var running = 0
  private var nextAge: UInt64 = 0

  init(_ limits: ConnectorLimits) { self.limits = limits }

  var waitingCount: Int { waiting.count }

  mutating func add(_ id: UInt64, host: String, _ priority: LoadPriority) {
    nextAge += 1
    waiting[id] = Waiting(host: host, priority: priority, age: nextAge)
    lines[host, default: PriorityFifo()].insert(
      Place(age: nextAge, id: id), priority: priority.rawValue)
  }

  /// Takes out one that waits; nothing where it does not.
  mutating func remove(_ id: UInt64) { waiting[id] = nil }

  mutating func setPriority(_ priority: LoadPriority, of id: UInt64) {
    guard let old = waiting[id], old.priority != priority else { return }
    waiting[id]?.priority = priority
    lines[old.host, default: PriorityFifo()].insert(
      Place(age: old.age, id: id), priority: priority.rawValue)
  }

  /// Takes the next whose turn it is, which counts as running from now on; nil where there is none.
  mutating func next() -> UInt64? {
    guard running < limits.transfers else { return nil }
    var best: (host: String, priority: Int, place: Place)?
    // A copy of the keys, as looking drops places that were given up.
    for host in Array(lines.keys) where runningByHost[host, default: 0] < limits.transfersPerHost {
      guard let (priority, place) = first(of: host) else {
        lines[host] = nil
        continue
      }
      guard let known = best, (known.priority, place.age) >= (priority, known.place.age) else {
        best = (host, priority, place)
        continue
      }
    }
    guard let best else { return nil }
    lines[best.host]?.popFirst()
    waiting[best.place.id] = nil
    running += 1
    runningByHost[best.host, default: 0] += 1
    return best.place.id
  }

  /// One of a host has given back its place.
  mutating func release(host: String) {
    guard let count = runningByHost[host], count > 0 else { return }
    running -= 1
    runningByHost[host] = count > 1 ? count - 1 : nil
  }

  /// The first of a host that still waits as it was put in.
  private mutating func first(of host: String) -> (priority: Int, element: Place)? {
    while let first = lines[host]?.first {
      if let current = waiting[first.element.id], current.age == first.element.age,
        current.priority.rawValue == first.priority
      {
        return first
      }
      lines[host]?.popFirst()
    }
    return nil
  }
}
