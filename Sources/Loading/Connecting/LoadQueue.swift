/// The loads that wait for their turn: the most urgent first, among them the oldest, and none of a
/// host that has enough transfers.
///
/// - Complexity: O(log *n*) for adding, O(*h* + log *n*) for taking with *h* hosts that wait.
struct LoadQueue: Sendable {
  private struct Waiting {
    var host: String
    var priority: LoadPriority
    var age: UInt64
  }

  var limits: ConnectorLimits
  private var waiting: [UInt64: Waiting] = [:]
  private var heaps: [String: LoadHeap] = [:]
  private var runningByHost: [String: Int] = [:]
  private(set) var running = 0
  private var nextAge: UInt64 = 0

  init(_ limits: ConnectorLimits) { self.limits = limits }

  var waitingCount: Int { waiting.count }

  mutating func add(_ id: UInt64, host: String, _ priority: LoadPriority) {
    nextAge += 1
    waiting[id] = Waiting(host: host, priority: priority, age: nextAge)
    heaps[host, default: LoadHeap()].push(
      LoadHeap.Entry(priority: priority, age: nextAge, id: id))
  }

  /// Takes out one that waits; nothing where it does not.
  mutating func remove(_ id: UInt64) { waiting[id] = nil }

  mutating func setPriority(_ priority: LoadPriority, of id: UInt64) {
    guard let old = waiting[id], old.priority != priority else { return }
    waiting[id]?.priority = priority
    heaps[old.host, default: LoadHeap()].push(
      LoadHeap.Entry(priority: priority, age: old.age, id: id))
  }

  /// Takes the next whose turn it is, which counts as running from now on; nil where there is none.
  mutating func next() -> UInt64? {
    guard running < limits.transfers else { return nil }
    var best: (host: String, entry: LoadHeap.Entry)?
    // A copy of the keys, as looking drops entries that have gone.
    for host in Array(heaps.keys) where runningByHost[host, default: 0] < limits.transfersPerHost {
      guard let entry = first(of: host) else {
        heaps[host] = nil
        continue
      }
      if best.map({ entry.isBefore($0.entry) }) ?? true { best = (host, entry) }
    }
    guard let best else { return nil }
    heaps[best.host]?.pop()
    waiting[best.entry.id] = nil
    running += 1
    runningByHost[best.host, default: 0] += 1
    return best.entry.id
  }

  /// One of a host has given back its place.
  mutating func release(host: String) {
    guard let count = runningByHost[host], count > 0 else { return }
    running -= 1
    runningByHost[host] = count > 1 ? count - 1 : nil
  }

  /// The first of a host that still waits as it was put in.
  private mutating func first(of host: String) -> LoadHeap.Entry? {
    while let entry = heaps[host]?.first {
      if let current = waiting[entry.id], current.age == entry.age,
        current.priority == entry.priority
      {
        return entry
      }
      heaps[host]?.pop()
    }
    return nil
  }
}

/// A binary heap of loads, whose first is the most urgent and oldest.
struct LoadHeap: Sendable {
  struct Entry: Sendable {
    var priority: LoadPriority
    var age: UInt64
    var id: UInt64

    func isBefore(_ other: Entry) -> Bool {
      priority == other.priority ? age < other.age : priority > other.priority
    }
  }

  private var entries: [Entry] = []

  var first: Entry? { entries.first }

  mutating func push(_ entry: Entry) {
    entries.append(entry)
    var place = entries.count - 1
    while place > 0, entries[place].isBefore(entries[(place - 1) / 2]) {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func pop() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    entries[0] = last
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < entries.count && entries[child].isBefore(entries[least]) {
        least = child
      }
      if least == place { return }
      entries.swapAt(place, least)
      place = least
    }
  }
}
