import HikidashiRecords
import HikidashiStorage
import Synchronization

/// What was done with posts, as others get it and as it comes from them.
extension TimelineStore {
  /// Notes what is to be shared of posts.
  ///
  /// - Throws: `StoreError`
  func remember(
    marked ids: [String], _ change: (inout RecordDraft) throws(RecordError) -> Void
  ) throws(StoreError) {
    guard isShared.withLock({ $0 }), !ids.isEmpty else { return }
    try edit(marks) { records throws(RecordError) in
      for id in ids { try records.upsert(id, change) }
    }
  }

  /// Notes posts that others are to get.
  ///
  /// - Throws: `StoreError`
  func remember(unshared ids: [String]) throws(StoreError) {
    guard isShared.withLock({ $0 }), !ids.isEmpty else { return }
    try edit(unshared) { records throws(RecordError) in
      for id in ids { try records.upsert(id) { _ in } }
    }
  }

  /// Does with posts what was done with them elsewhere, where they are here.
  ///
  /// - Throws: `StoreError`
  func take(_ marks: [SharedMark]) throws(StoreError) {
    for isRead in [true, false] {
      let ids = marks.lazy.filter { $0.isRead == isRead }.map(\.post)
      try posts.mark(PostFields.isRead, try posts.numbers(of: ids), isMarked: isRead)
    }
    for mark in marks {
      guard let post = try record(mark.post),
        post[PostFields.isBookmarked] != mark.isBookmarked || post[PostFields.note] != mark.note
      else { continue }
      try posts.update(mark.post) { draft throws(RecordError) in
        draft[PostFields.isBookmarked] = mark.isBookmarked
        draft[PostFields.note] = mark.note
      }
    }
  }

  /// Notes all that was done with posts before they were shared.
  ///
  /// - Throws: `StoreError`
  /// - Complexity: O(*n*) in posts
  func rememberAll() throws {
    try forEachPage { page in
      let touched = page.table.filter {
        $0[PostFields.isRead] || $0[PostFields.isBookmarked] || !$0[PostFields.note].isEmpty
      }
      guard !touched.isEmpty else { return }
      try marks.edit { records in
        for post in touched {
          try records.upsert(post[PostFields.id]) { draft in
            draft[MarkFields.isRead] = post[PostFields.isRead]
            draft[MarkFields.isBookmarked] = post[PostFields.isBookmarked]
            draft[MarkFields.note] = post[PostFields.note]
          }
        }
      }
    }
  }

  /// Calls `body` with all posts, from the oldest on, some at a time.
  func forEachPage(_ body: (PagedRecords) throws -> Void) throws {
    var cursor: PagedPlace?
    while true {
      let page = try posts.page(.after, of: cursor, limit: 1_000)
      guard let last = page.last else { return }
      cursor = last
      try body(page)
    }
  }

  private func edit(
    _ store: KeyedRecordStore<String>,
    _ body: (inout KeyedRecords<String>) throws(RecordError) -> Void
  ) throws(StoreError) {
    do { try store.edit(nil, body) } catch let error as StoreError { throw error } catch {
      let reason = error as? RecordError
      throw reason.map { .refused(place: folder, $0) } ?? .cancelled
    }
  }
}

/// What was done with a post.
struct SharedMark: Sendable {
  let post: String
  let isRead: Bool
  let isBookmarked: Bool
  let note: String

  init(_ record: Record) {
    post = record[MarkFields.post]
    isRead = record[MarkFields.isRead]
    isBookmarked = record[MarkFields.isBookmarked]
    note = record[MarkFields.note]
  }
}
