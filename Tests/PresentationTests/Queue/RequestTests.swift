import HikidashiBase
import HikidashiPresentation
import HikidashiPresentationTesting
import Testing

/// Duplicates, taking back, questions, and what the presenter is told.
@Suite struct RequestTests {
  let stage = Stage()

  @Test func aReplacedOneGoesBeforeTheNewerComes() async throws {
    let older = try stage.ask("old") { $0.key = "k" }
    await stage.shows("old")
    let newer = try stage.ask("new") {
      $0.key = "k"
      $0.duplicates = .replaced
    }
    #expect(await older.ending == .unanswered(.replaced))
    await stage.shows("new")
    #expect(
      await stage.presenter.calls == [.present("old"), .dismiss("old"), .present("new")])
    newer.cancel()
    #expect(await newer.ending == .unanswered(.cancelled))
    // The key is free again.
    try stage.ask("next") { $0.key = "k" }
  }

  @Test func countedOnesEndTogetherWithOneAnswer() async throws {
    let items = try (0..<3).map { number in
      try stage.ask("\(number)") {
        $0.key = "k"
        $0.duplicates = .counted
      }
    }
    #expect(Set(items.map(\.id)).count == 1)
    #expect(stage.queue.statuses.map(\.count) == [3])
    await stage.shows("0")
    await stage.presenter.answer("0", with: "yes")
    for item in items { #expect(await item.ending == .answered("yes")) }
  }

  @Test func aDuplicateRaisesThePriority() async throws {
    stage.queue.suspend()
    try stage.ask("a") { $0.priority = 1 }
    try stage.ask("b") { $0.key = "k" }
    try stage.ask("b") {
      $0.key = "k"
      $0.duplicates = .counted
      $0.priority = 2
    }
    stage.queue.resume()
    await stage.shows("b")
  }

  @Test func oneGroupIsTakenBackAndTheRestGoesOn() async throws {
    for (number, group) in ["x", "y", "x", nil].enumerated() {
      try stage.ask("\(number)") { $0.group = group }
    }
    await stage.shows("0")
    stage.queue.cancel(group: "x")
    await stage.shows("1")
    #expect(stage.queue.statuses.map(\.name) == ["1", "3"])
    stage.queue.cancelAll()
    #expect(await comesTrue { stage.queue.statuses.isEmpty })
  }

  @Test func whatIsShownAndWhatWaitsCanBeAsked() async throws {
    let owner = PresentationOwner("window")
    let gate = Condition(false)
    let a = try stage.ask("a") { $0.group = "g" }
    let b = try stage.ask("b", after: [a], when: [gate]) { $0.owner = owner }
    await stage.shows("a")
    let statuses = stage.queue.statuses
    #expect(statuses.map(\.id) == [a.id, b.id])
    #expect(statuses.map(\.state) == [.presented, .waiting])
    #expect(statuses.map(\.prerequisites) == [0, 1])
    #expect(statuses.map(\.unmetConditions) == [0, 1])
    #expect(statuses.map(\.options.group) == ["g", nil])
    #expect(statuses.map(\.options.owner) == [nil, owner])
    stage.queue.cancel(a.id)
    #expect(await a.ending == .unanswered(.cancelled))
    #expect(stage.queue.status(a.id) == nil)
    #expect(a.state == .ended)
  }

  private struct Other: Presentable {
    typealias Answer = Never
  }

  @Test func whatHasExpiredIsNoDuplicate() async throws {
    stage.queue.suspend()
    let older = try stage.ask("a") {
      $0.key = "k"
      $0.expiry = .seconds(5)
    }
    stage.clock.advance(by: .seconds(5))
    // Of another type, so that it could not be counted as the older one.
    let newer = try stage.queue.enqueue(Other()) {
      $0.key = "k"
      $0.duplicates = .counted
    }
    #expect(newer.state == .waiting)
    #expect(await older.ending == .unanswered(.expired))
  }

  @Test func waitingForAnEndMayBeGivenUp() async throws {
    stage.queue.suspend()
    let item = try stage.ask("a")
    let waiting = Guarded(0)
    for _ in 0..<100 {
      waiting.withLock { $0 += 1 }
      let task = Task {
        await item.ended()
        waiting.withLock { $0 -= 1 }
      }
      task.cancel()
    }
    #expect(await comesTrue { waiting.withLock { $0 } == 0 })
    #expect(item.state == .waiting)
  }

  @Test func aFailureIsLoggedByName() async throws {
    await MainActor.run { stage.presenter.presentsAtOnce = false }
    let item = try stage.ask("a")
    await stage.shows("a")
    await stage.presenter.fail("a", "no window")
    #expect(await item.ending == .unanswered(.failed(.presenter("no window"))))
    #expect(stage.log == ["“a”: the presenter could not show it: no window"])
  }

  /// Writes down what it is told beside the item.
  @MainActor private final class Listener: Presenter {
    var channels: [PresentationChannel] = []
    var early: [() -> Void] = []

    nonisolated init() {}

    func present<Item: Presentable>(_ showing: Showing<Item>) {
      channels.append(showing.options.channel)
      early.append(showing.dismissed)
      showing.presented()
    }

    func dismiss<Item: Presentable>(_ showing: Showing<Item>) { showing.dismissed() }
  }

  @Test func thePresenterKnowsWhatWasAskedFor() async throws {
    let listener = Listener()
    let queue = PresentationQueue(presenter: listener, clock: stage.clock)
    let low = try queue.enqueue(Note("low")) { $0.channel = .banners }
    #expect(await comesTrue { low.state == .presented })
    let high = try queue.enqueue(Note("high")) {
      $0.channel = .banners
      $0.interrupts = true
      $0.priority = 1
    }
    #expect(await comesTrue { high.state == .presented })
    high.cancel()
    #expect(await comesTrue { low.state == .presented })
    #expect(await listener.channels == [.banners, .banners, .banners])
    // A report of the earlier showing is none of the later one.
    await MainActor.run { listener.early[0]() }
    #expect(low.state == .presented)
    await MainActor.run { listener.early[2]() }
    #expect(await low.ending == .unanswered(.dismissed))
  }

  /// Has no end, and asks the queue when nobody waits for it any longer.
  private struct Curious: Endable {
    let queue: PresentationQueue
    let isWaitedFor = Guarded(false)
    let asked = Guarded(0)

    func ended() async {
      let (ends, ending) = AsyncStream.makeStream(of: Never.self)
      await withTaskCancellationHandler {
        isWaitedFor.withLock { $0 = true }
        for await _ in ends {}
      } onCancel: {
        asked.withLock { $0 += queue.statuses.count + 1 }
        ending.finish()
      }
    }
  }

  @Test func anothersCancellationMayAskTheQueue() async throws {
    let curious = Curious(queue: stage.queue)
    let item = try stage.ask("a", after: [curious])
    #expect(await comesTrue { curious.isWaitedFor.withLock { $0 } })
    item.cancel()
    #expect(await item.ending == .unanswered(.cancelled))
    #expect(await comesTrue { curious.asked.withLock { $0 } == 1 })
  }

  @Test(arguments: [
    (
      PresentationError.ended(name: "a", .failed(.notDismissed(within: .seconds(10)))),
      """
      “a” has no answer: the presenter did not report within 10.0 seconds that it was dismissed
      """
    ),
    (
      .wrongOptions(name: "a", flaw: "its expiry of -1.0 seconds is negative"),
      "“a” cannot be shown: its expiry of -1.0 seconds is negative; mend its options"
    ),
    (.cycle(["a", "b", "a"]), "these would wait for each other: a → b → a; leave one out"),
    (
      .duplicate(name: "a", key: "k"),
      """
      “a” was refused: another of the key “k” waits or is shown; wait for it, or have duplicates \
      counted, merged or replaced
      """
    ),
  ])
  func errorsSayWhatToMend(_ error: PresentationError, _ words: String) {
    #expect(error.description == words)
  }
}
