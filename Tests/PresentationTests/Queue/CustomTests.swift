import HikidashiBase
import HikidashiPresentation
import HikidashiPresentationTesting
import TestSupport
import Testing

/// An app's own things, which show themselves.
@MainActor @Suite struct CustomTests {
  /// Has what shows itself do so, and counts how often that is over.
  private final class Host: Presenter {
    var over = 0

    func present<Item: Presentable>(_ showing: Showing<Item>) {
      if !showing.showItself(afterwards: { self.over += 1 }) { showing.failed("it draws nothing") }
    }

    func dismiss<Item: Presentable>(_ showing: Showing<Item>) { _ = showing.endItself() }
    func abandon<Item: Presentable>(_ showing: Showing<Item>) { _ = showing.endItself() }
  }

  /// A view that stays until it is told how to go.
  @MainActor private final class View {
    var rounds = 0
    var cancellations = 0
    /// What its function does when its task is cancelled; nil where it ignores that.
    var atCancellation: Result<String, any Error>? = .failure(CancellationError())
    weak var showing: Showing<Errand>?
    private var gate: CheckedContinuation<String, any Error>?

    func show(_ showing: Showing<Errand>) async throws -> String {
      rounds += 1
      self.showing = showing
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { gate = $0 }
      } onCancel: {
        Task { @MainActor in
          self.cancellations += 1
          if let result = self.atCancellation { self.leave(result) }
        }
      }
    }

    func leave(_ result: Result<String, any Error>) {
      gate?.resume(with: result)
      gate = nil
    }
  }

  private struct Errand: CustomPresentable {
    let name: String
    let view: View

    init(_ name: String, _ view: View) { (self.name, self.view) = (name, view) }

    func show(_ showing: Showing<Errand>) async throws -> String { try await view.show(showing) }

    func merging(_ newer: Errand) -> Errand { Errand(name + newer.name, view) }
  }

  private struct Trouble: Error, CustomStringConvertible {
    let description = "out of paper"
  }

  private let host = Host()
  private let clock = ManualClock()
  private let view = View()
  private let lines = Guarded<[String]>([])

  private func queue() -> PresentationQueue {
    PresentationQueue(presenter: host, clock: clock) { [lines] line in
      lines.withLock { $0.append(line) }
    }
  }

  private func settle(_ holds: () -> Bool) async { #expect(await comesTrue(holds)) }

  @Test func itWaitsItsTurnAndReturnsItsAnswer() async throws {
    let queue = queue()
    let gate = Condition(false)
    let first = try queue.enqueue(Errand("first", View()), when: [gate])
    let item = try queue.enqueue(Errand("own", view), after: [first])
    #expect(view.rounds == 0)
    first.cancel()
    await settle { view.rounds == 1 }
    #expect(item.state == .presented)
    view.leave(.success("done"))
    #expect(try await item.answer == "done")
    #expect(host.over == 1)
    #expect(view.cancellations == 0)
  }

  @Test func aCancellationOfItsOwnIsAPersonWhoClosesIt() async throws {
    let item = try queue().enqueue(Errand("own", view))
    await settle { view.rounds == 1 }
    view.leave(.failure(CancellationError()))
    #expect(await item.ending == .unanswered(.dismissed))
    #expect(lines.withLock { $0 }.isEmpty)
  }

  @Test func anErrorIsAFailureInTheLog() async throws {
    let queue = queue()
    let item = try queue.enqueue(Errand("own", view))
    await settle { view.rounds == 1 }
    view.leave(.failure(Trouble()))
    #expect(await item.ending == .unanswered(.failed(.presenter("out of paper"))))
    #expect(lines.withLock { $0 } == ["“own”: the presenter could not show it: out of paper"])
    #expect(host.over == 1)
  }

  /// Whatever its function does then, the reason stays.
  @Test(arguments: [0, 1, 2])
  func itIsTakenAwayWithOneEnding(_ way: Int) async throws {
    view.atCancellation =
      [.success("too late"), .failure(CancellationError()), .failure(Trouble())][way]
    let queue = queue()
    let item = try queue.enqueue(Errand("own", view))
    await settle { view.rounds == 1 }
    item.cancel()
    #expect(await item.ending == .unanswered(.cancelled))
    #expect(view.cancellations == 1)
    #expect(host.over == 1)
    #expect(lines.withLock { $0 }.isEmpty)
    #expect(queue.statuses.isEmpty)
  }

  @Test func whatIsTakenBackAtOnceIsNeverCalled() async throws {
    let queue = queue()
    let item = try queue.enqueue(Errand("own", view))
    item.cancel()
    #expect(await item.ending == .unanswered(.cancelled))
    let other = try queue.enqueue(Errand("other", View()))
    await settle { other.state == .presented }
    #expect(view.rounds == 0)
  }

  private func interrupt(_ queue: PresentationQueue) throws -> (View, PresentationItem<String>) {
    let view = View()
    let item = try queue.enqueue(Errand("urgent", view)) {
      $0.priority = 1
      $0.interrupts = true
    }
    return (view, item)
  }

  @Test func itMakesWayAndComesBackWithItsMemory() async throws {
    let queue = queue()
    let item = try queue.enqueue(Errand("own", view))
    await settle { view.rounds == 1 }
    let draft = View()
    view.showing?.memory = draft
    let (urgentView, urgent) = try interrupt(queue)
    await settle { urgentView.rounds == 1 }
    #expect(item.status.isInterrupted)
    urgentView.leave(.success("seen"))
    #expect(try await urgent.answer == "seen")
    await settle { view.rounds == 2 }
    #expect(view.showing?.memory === draft)
    view.leave(.success("done"))
    #expect(try await item.answer == "done")
  }

  @Test func anAnswerOnTheWayOutCountsWhereItMakesWay() async throws {
    view.atCancellation = .success("in time")
    let queue = queue()
    let item = try queue.enqueue(Errand("own", view))
    await settle { view.rounds == 1 }
    let (urgentView, _) = try interrupt(queue)
    #expect(try await item.answer == "in time")
    await settle { urgentView.rounds == 1 }
    #expect(view.rounds == 1)
  }

  @Test func whatDoesNotGoIsGivenUp() async throws {
    view.atCancellation = nil
    let queue = queue()
    let item = try queue.enqueue(Errand("own", view))
    let next = try queue.enqueue(Errand("next", View()))
    await settle { view.rounds == 1 }
    item.cancel()
    await settle { view.cancellations == 1 }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(10))
    #expect(await item.ending == .unanswered(.cancelled))
    await settle { next.state == .presented }
    #expect(lines.withLock { $0 }.count == 1)
    // What it says in the end is heard by nobody.
    view.leave(.success("at last"))
    await settle { host.over == 1 }
    #expect(next.state == .presented)
  }

  @Test func whatIsMergedCanBeFollowed() async throws {
    let queue = queue()
    try queue.enqueue(Errand("a", view)) { $0.key = "k" }
    await settle { view.rounds == 1 }
    let showing = try #require(view.showing)
    let reading = TrackedReading { "\(showing.item.name) \(showing.count)" }
    try queue.enqueue(Errand("b", view)) {
      $0.key = "k"
      $0.duplicates = .merged
    }
    await reading.wait { $0 == "ab 2" }
    queue.cancelAll()
    await settle { host.over == 1 }
  }

  @Test func whatDrawsNothingIsRefused() async throws {
    let item = try queue().enqueue(Note("a"))
    #expect(await item.ending == .unanswered(.failed(.presenter("it draws nothing"))))
  }
}
