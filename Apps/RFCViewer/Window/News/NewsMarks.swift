/// Which news a person has not read: what came since the list was seen first.
struct NewsMarks: Codable, Equatable {
  /// What was there before; who starts has read all of it.
  private var known: Set<String> = []
  /// What is not read yet.
  private(set) var unread: Set<String> = []

  /// Takes in the news of today.
  ///
  /// - Returns: What was not there before.
  mutating func take(_ ids: [String]) -> Set<String> {
    // Where nothing could be read, nothing has changed.
    guard !ids.isEmpty else { return [] }
    let ids = Set(ids)
    let fresh = known.isEmpty ? [] : ids.subtracting(known)
    unread = unread.union(fresh).intersection(ids)
    known = ids
    return fresh
  }

  mutating func markRead(_ id: String) { unread.remove(id) }

  mutating func markAllRead() { unread = [] }
}
