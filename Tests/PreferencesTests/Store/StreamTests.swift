import HikidashiBase
import HikidashiPreferences
import HikidashiStorage
import TestSupport
import Testing

/// Those who are told of changes.
@Suite struct StreamTests {
  private let settings = SamplePreferences()

  private func store() throws -> PreferenceStore {
    try PreferenceStore(
      settings, at: .memory, version: "1", options: PreferenceOptions(autosave: nil))
  }

  @Test func aReaderGetsEveryKeyThatChanged() async throws {
    let store = try store()
    var changes = store.changes.makeAsyncIterator()
    try store.set(settings.jobs, to: 5)
    try store.set(settings.isOffline, to: true)
    // Both came before the reader asked: they are one.
    let first = await changes.next()
    #expect(first?.keys == ["offline", "jobs"])
    #expect(first?.shownKeys == ["jobs", "mirror"])
    #expect(first?.concerns(settings.jobs) == true && first?.concerns(settings.level) == false)
    let waiting = Task {
      var changes = store.changes.makeAsyncIterator()
      return await changes.next()?.keys
    }
    let settings = settings
    // The reader may not wait yet: what it is to see is made until it has seen it.
    let maker = Task {
      for number in 0... {
        if Task.isCancelled { return }
        try store.set(settings.jobs, to: 6 + number % 2)
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    #expect(await waiting.value == ["jobs"])
    maker.cancel()
  }

  @Test func updatesBeginWithTheValueAndEndWithTheLast() async throws {
    let store = try store()
    let settings = settings
    let seen = Guarded([Int]())
    let reader = Task {
      for await jobs in store.updates(of: settings.jobs) {
        seen.withLock { $0.append(jobs) }
        if jobs == 32 { break }
      }
    }
    try await eventually("the first") { seen.withLock { $0.first == 4 } }
    for jobs in 5...32 { try store.set(settings.jobs, to: jobs) }
    await reader.value
    let values = seen.withLock { $0 }
    #expect(values.last == 32 && values == values.sorted())
  }

  @Test func sequencesEndWithTheStoreAndWithTheTask() async throws {
    var store: PreferenceStore? = try store()
    var changes = store?.changes.makeAsyncIterator()
    store = nil
    #expect(await changes?.next() == nil)
    let kept = try self.store()
    let reader = Task {
      for await _ in kept.changes {}
      return true
    }
    reader.cancel()
    #expect(await reader.value)
  }

  @Test func anObserverIsToldUntilItEnds() throws {
    let store = try store()
    let seen = Guarded([[String]]())
    let observation = store.onChange { change in seen.withLock { $0.append(change.keys) } }
    try store.set(settings.jobs, to: 5)
    try store.set(settings.jobs, to: 5)
    store.undo()
    observation.cancel()
    try store.set(settings.jobs, to: 6)
    #expect(seen.withLock { $0 } == [["jobs"], ["jobs"]])
    _ = store.onChange { _ in Issue.record("nobody keeps the token") }
    try store.set(settings.jobs, to: 7)
  }

  @Test func manyThreadsChangeAndRead() async throws {
    let store = try store()
    let settings = settings
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for step in 0..<200 {
            try? store.set(settings.jobs, to: 1 + (thread * 200 + step) % 32)
            _ = store[settings.jobs]
            if step % 50 == 0 { try? await store.save() }
            if step % 60 == 0 { store.undo() }
          }
        }
      }
    }
    try await store.save()
    #expect((1...32).contains(store[settings.jobs]))
  }
}
