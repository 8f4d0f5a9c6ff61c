import HikidashiBase
import HikidashiPresentation
import HikidashiPresentationTesting
import Observation
import Testing

struct Note: Presentable, Equatable {
  typealias Answer = String
  var name: String
  var lines: [String] = []

  init(_ name: String, _ lines: [String] = []) {
    self.name = name
    self.lines = lines
  }

  func merging(_ newer: Note) -> Note { Note(name, lines + newer.lines) }
}

private struct Other: Presentable {
  typealias Answer = Never
}

@Suite struct QueueTests {
  let presenter = TestPresenter()
  let clock = ManualClock()
  let lines = Guarded<[String]>([])

  private func queue(
    _ rules: [PresentationChannel: ChannelRules] = [:], watchdog: Duration = .seconds(10)
  ) -> PresentationQueue {
    PresentationQueue(presenter: presenter, rules: rules, watchdog: watchdog, clock: clock) {
      [lines] line in lines.withLock { $0.append(line) }
    }
  }

  @Test func presentReturnsTheTypedAnswer() async throws {
    let queue = queue()
    async let answer = queue.present(Note("a"))
    await presenter.wait { $0.shown == ["a"] }
    #expect(await !presenter.answer("a", with: 7))
    await presenter.answer("a", with: "yes")
    #expect(try await answer == "yes")
    #expect(await presenter.calls == [.present("a"), .dismiss("a")])
    #expect(queue.statuses.isEmpty)
  }

  @MainActor @Test func whatIsTakenBackAtOnceIsNeverShown() async throws {
    let queue = queue()
    let item = try queue.enqueue(Note("a"))
    item.cancel()
    let other = try queue.enqueue(Note("b"))
    await presenter.wait { $0.shown == ["b"] }
    #expect(presenter.calls == [.present("b")])
    #expect(await item.ending == .unanswered(.cancelled))
    #expect(other.state == .presented)
  }

  @Test func cancellingTheTaskCancelsTheItem() async throws {
    let queue = queue()
    let task = Task { try await queue.present(Note("a")) }
    await presenter.wait { $0.shown == ["a"] }
    task.cancel()
    await #expect(throws: PresentationError.ended(name: "a", .cancelled)) { try await task.value }
    #expect(await presenter.calls == [.present("a"), .dismiss("a")])
    #expect(queue.statuses.isEmpty)
  }

  @Test func duplicatesAreOneUntilTheLastIsTakenBack() async throws {
    let queue = queue()
    let first = try queue.enqueue(Note("a", ["1"])) { $0.key = "k" }
    await presenter.wait { $0.shown == ["a"] }
    let second = try queue.enqueue(Note("a", ["2"])) {
      $0.key = "k"
      $0.duplicates = .merged
    }
    await presenter.wait { $0.calls.last == .update("a", count: 2) }
    #expect(await presenter.item("a") as? Note == Note("a", ["1", "2"]))
    #expect(queue.statuses.map(\.count) == [2])
    #expect(throws: PresentationError.duplicate(name: "x", key: "k")) {
      try queue.enqueue(Note("x")) { $0.key = "k" }
    }
    #expect(throws: PresentationError.otherKind(name: "Other", key: "k")) {
      try queue.enqueue(Other()) {
        $0.key = "k"
        $0.duplicates = .counted
      }
    }
    let task = Task { await second.ending }
    task.cancel()
    #expect(await task.value == .unanswered(.cancelled))
    #expect(first.state == .presented)
    await presenter.answer("a", with: "yes")
    #expect(await first.ending == .answered("yes"))
    #expect(await second.ending == .unanswered(.cancelled))
  }

  @Test func aSilentPresenterIsNamedInTheLog() async throws {
    await MainActor.run { presenter.presentsAtOnce = false }
    let queue = queue()
    let item = try queue.enqueue(Note("a"))
    let next = try queue.enqueue(Note("b"))
    await presenter.wait { $0.shown == ["a"] }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(10))
    let failure = PresentationFailure.notPresented(within: .seconds(10))
    #expect(await item.ending == .unanswered(.failed(failure)))
    await presenter.wait { $0.shown == ["b"] }
    #expect(lines.withLock { $0 }.count == 1)
    #expect(lines.withLock { $0 }.first?.contains("“a”") == true)
    await presenter.reportPresented("b")
    await MainActor.run { presenter.dismissesAtOnce = false }
    await presenter.answer("b", with: "kept")
    await presenter.wait { $0.calls.last == .dismiss("b") }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(10))
    // The person has chosen, whatever becomes of the view.
    #expect(await next.ending == .answered("kept"))
    #expect(lines.withLock { $0 }.count == 2)
    await presenter.wait { $0.shown.isEmpty }
    #expect(await presenter.calls.last == .abandon("b"))
  }

  @Test func itInterruptsAndComesBack() async throws {
    let queue = queue()
    let low = try queue.enqueue(Note("low"))
    await presenter.wait { $0.shown == ["low"] }
    let high = try queue.enqueue(Note("high")) {
      $0.priority = 1
      $0.interrupts = true
    }
    await presenter.wait { $0.shown == ["high"] }
    #expect(low.state == .waiting)
    await presenter.close("high")
    #expect(await high.ending == .unanswered(.dismissed))
    await presenter.wait { $0.shown == ["low"] }
    await presenter.answer("low", with: "back")
    #expect(await low.ending == .answered("back"))
  }

  @Test func whatIsOutsideIsWaitedFor() async throws {
    let (queue, other) = (queue(), PresentationQueue(presenter: TestPresenter(), clock: clock))
    other.suspend()
    let job = try other.enqueue(Note("job"))
    let item = try queue.enqueue(Note("a"), after: [job])
    let behind = try queue.enqueue(Note("b"), after: [item])
    #expect(throws: PresentationError.cycle(["a", "b", "a"])) { try item.add(after: [behind]) }
    #expect(queue.statuses.map(\.prerequisites) == [1, 1])
    job.cancel()
    await presenter.wait { $0.shown == ["a"] }
    #expect(throws: PresentationError.notWaiting(name: "a")) { try item.add(after: []) }
    queue.cancelAll()
    await behind.ended()
    #expect(await item.ending.reason == .cancelled)
  }

  @Observable @MainActor final class Model { var isReady = false }

  @MainActor @Test func aModelIsReadAgainWhenItChanges() async throws {
    let queue = queue()
    let model = Model()
    let condition = Condition(observing: { model.isReady })
    let item = try queue.enqueue(Note("a"), when: [condition])
    #expect(queue.statuses.map(\.unmetConditions) == [1])
    model.isReady = true
    await presenter.wait { $0.shown == ["a"] }
    presenter.close("a")
    #expect(await item.ending == .unanswered(.dismissed))
  }

  @Test func anOwnerTakesItsItemsAlong() async throws {
    let queue = queue()
    let owner = PresentationOwner("window")
    let items = try ["a", "b"].map { name in
      try queue.enqueue(Note(name)) {
        $0.owner = owner
        $0.minimum = .seconds(60)
      }
    }
    await presenter.wait { $0.shown == ["a"] }
    queue.end(owner)
    let late = try queue.enqueue(Note("c")) { $0.owner = owner }
    for item in items + [late] { #expect(await item.ending == .unanswered(.ownerGone)) }
    #expect(await presenter.calls == [.present("a"), .dismiss("a")])
  }

  @Test func timesAreKept() async throws {
    let queue = queue([.toasts: ChannelRules(gap: .seconds(2))])
    let items = try ["a", "b"].map { name in
      try queue.enqueue(Note(name)) {
        $0.channel = .toasts.on(screen: "left")
        $0.maximum = .seconds(5)
      }
    }
    await presenter.wait { $0.shown == ["a"] }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(5))
    #expect(await items[0].ending == .unanswered(.timedOut))
    #expect(items[1].state == .waiting)
    await clock.waitForSleepers()
    clock.advance(by: .seconds(2))
    await presenter.wait { $0.shown == ["b"] }
    queue.cancel(group: "none")
    queue.cancelAll()
    #expect(await items[1].ending == .unanswered(.cancelled))
  }

  @Test func wrongOptionsAreRefused() {
    #expect(throws: PresentationError.self) {
      try queue().enqueue(Note("a")) {
        $0.minimum = .seconds(2)
        $0.maximum = .seconds(1)
      }
    }
  }
}
