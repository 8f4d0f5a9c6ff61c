extension PresentationMachine {
  /// Where a request has gone.
  package enum Place: Hashable, Sendable {
    case added(PresentationID)
    /// It is a duplicate of this item, and counts as it.
    case joined(PresentationID)

    package var id: PresentationID {
      switch self {
      case .added(let id), .joined(let id): id
      }
    }
  }

  /// Takes in a request, which may end at once, or refuses it. The actions are to be done in any
  /// case: they may be what time has brought.
  ///
  /// The errors are ``PresentationError/wrongOptions(name:flaw:)`` and
  /// ``PresentationError/duplicate(name:key:)``.
  ///
  /// - Complexity: O(log n) to find its place, and a move of the channel's ready items.
  package mutating func add(
    _ request: Request, at time: Duration
  ) -> (result: Result<Place, PresentationError>, actions: [Action]) {
    advance(to: time)
    let result = Result { () throws(PresentationError) in try place(request) }
    return (result, takeActions())
  }

  private mutating func place(_ request: Request) throws(PresentationError) -> Place {
    let options = request.options
    if let flaw = options.flaw { throw .wrongOptions(name: request.name, flaw: flaw) }
    var after = request.after
    if let key = options.key, let older = keys[key] {
      switch options.duplicates {
      case .refused: throw .duplicate(name: request.name, key: key)
      case .counted, .merged:
        join(older, options)
        return .joined(older)
      case .replaced:
        decide(older, .replaced)
        after.insert(older)
      }
    }
    after = after.filter { entries[$0] != nil }
    let id = newID()
    entries[id] = Entry(
      name: request.name, lane: lane(of: options.channel),
      expiresAt: options.expiry.map(now.later(by:)), options: options, after: after,
      outside: Set(0..<max(0, request.outside)), nextOutside: max(0, request.outside),
      unmet: request.unmet, since: now)
    for other in after { followers[other, default: []].append(id) }
    if let key = options.key { keys[key] = id }
    refresh(id)
    if let owner = options.owner, goneOwners.contains(owner) { decide(id, .ownerGone) }
    return .added(id)
  }

  private mutating func join(_ id: PresentationID, _ options: PresentationOptions) {
    leaveReady(id)
    entries[id]?.count += 1
    entries[id]?.claims += 1
    entries[id]?.needsUpdate = true
    if let priority = entries[id]?.options.priority, priority < options.priority {
      entries[id]?.options.priority = options.priority
    }
    refresh(id)
  }

  /// Makes an item that waits come after others, too, and returns by which number the first of
  /// those that are no items is called. The actions are to be done in any case.
  ///
  /// The errors are ``PresentationError/cycle(_:)`` and ``PresentationError/notWaiting(name:)``.
  ///
  /// - Parameter outside: How many there are that are no items.
  /// - Complexity: O(items and what they come after).
  package mutating func add(
    after others: Set<PresentationID>, outside: Int, to id: PresentationID, named name: String,
    at time: Duration
  ) -> (result: Result<Int, PresentationError>, actions: [Action]) {
    advance(to: time)
    let result = Result { () throws(PresentationError) in
      try follow(others, outside: outside, id, named: name)
    }
    return (result, takeActions())
  }

  private mutating func follow(
    _ others: Set<PresentationID>, outside: Int, _ id: PresentationID, named name: String
  ) throws(PresentationError) -> Int {
    guard let entry = entries[id], entry.state == .waiting else { throw .notWaiting(name: name) }
    for other in others.sorted() {
      if let path = path(from: other, to: id) {
        throw .cycle(([id] + path).compactMap { entries[$0]?.name })
      }
    }
    leaveReady(id)
    let first = entry.nextOutside
    let last = first + max(0, outside)
    for other in others where entries[other] != nil && !entry.after.contains(other) {
      entries[id]?.after.insert(other)
      followers[other, default: []].append(id)
    }
    entries[id]?.outside.formUnion(first..<last)
    entries[id]?.nextOutside = last
    refresh(id)
    return first
  }

  /// The items over which `start` comes after `end`, both included; nil where it does not.
  private func path(from start: PresentationID, to end: PresentationID) -> [PresentationID]? {
    var cameFrom: [PresentationID: PresentationID] = [:]
    var seen: Set = [start]
    var open = [start]
    while let id = open.popLast() {
      if id == end {
        return Array(sequence(first: id) { cameFrom[$0] }.reversed())
      }
      for other in (entries[id]?.after ?? []).sorted() where seen.insert(other).inserted {
        cameFrom[other] = id
        open.append(other)
      }
    }
    return nil
  }
}
