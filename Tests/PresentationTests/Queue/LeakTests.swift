import HikidashiBase
import HikidashiPresentation
import HikidashiPresentationTesting
import Observation
import Testing

/// What is over leaves nothing behind: no item, no task, no one who waits.
@Suite struct LeakTests {
  /// How many of something there are.
  private final class Census: Sendable {
    private let count = Guarded(0)

    var living: Int { count.withLock { $0 } }
    func enter() { count.withLock { $0 += 1 } }
    func leave() { count.withLock { $0 -= 1 } }
  }

  private final class Citizen: Sendable {
    let census: Census

    init(_ census: Census) {
      self.census = census
      census.enter()
    }

    deinit { census.leave() }
  }

  private struct Memo: Presentable {
    typealias Answer = String
    let name: String
    let citizen: Citizen
  }

  /// Has no end; counts who waits for it.
  private struct Endless: Endable {
    let waiting: Census

    func ended() async {
      waiting.enter()
      let (ends, ending) = AsyncStream.makeStream(of: Never.self)
      await withTaskCancellationHandler {
        for await _ in ends {}
      } onCancel: {
        ending.finish()
      }
      waiting.leave()
    }
  }

  /// A manual clock that knows how many sleep.
  private struct CountedClock: Clock {
    let clock = ManualClock()
    let sleeping = Census()

    var now: ManualClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      sleeping.enter()
      defer { sleeping.leave() }
      try await clock.sleep(until: deadline, tolerance: tolerance)
    }
  }

  @Observable @MainActor final class Model { var isOpen = false }

  private let items = Census()
  private let outside = Census()
  private let readers = Census()
  private let tasks = Census()
  private let clock = CountedClock()
  private let presenter = TestPresenter()
  private let gate = Condition(false)

  @Test func nothingIsLeftOfTenThousandPresentsAndCancels() async throws {
    let model = await Model()
    weak var gone: PresentationQueue?
    do {
      let queue = PresentationQueue(presenter: presenter, clock: clock)
      gone = queue
      for number in 0..<10_000 { try await present(number, in: queue, model) }
      // While the queue and the model live on.
      #expect(queue.statuses.isEmpty)
      try await expectNothing()
      #expect(await !model.isOpen)
    }
    #expect(await comesTrue { gone == nil })
  }

  @Test func nothingIsLeftOfTenThousandCancelledAtOnce() async throws {
    weak var gone: PresentationQueue?
    do {
      let queue = PresentationQueue(presenter: presenter, clock: clock)
      gone = queue
      let endings = Census()
      for number in 0..<10_000 {
        let memo = Memo(name: "\(number)", citizen: Citizen(items))
        let item = try queue.enqueue(
          memo, after: number % 2 == 0 ? [Endless(waiting: outside)] : [], when: [gate]
        ) { $0.expiry = .seconds(60 + number) }
        endings.enter()
        Task {
          if await item.ending == .unanswered(.cancelled) { endings.leave() }
        }
      }
      #expect(queue.statuses.count == 10_000)
      queue.cancelAll()
      #expect(await comesTrue { endings.living == 0 })
      try await expectNothing()
    }
    #expect(await comesTrue { gone == nil })
  }

  /// One way after another in which something comes and goes.
  private func present(_ number: Int, in queue: PresentationQueue, _ model: Model) async throws {
    let memo = Memo(name: "\(number)", citizen: Citizen(items))
    switch number % 5 {
    case 0:
      let task = task { try? await queue.present(memo) { $0.maximum = .seconds(5) } }
      await presenter.wait { $0.shown == [memo.name] }
      await presenter.answer(memo.name, with: "yes")
      #expect(await task.value == "yes")
    case 1:
      let item = try queue.enqueue(memo, when: [gate]) { $0.expiry = .seconds(5) }
      item.cancel()
      await item.ended()
    case 2:
      let task = task { try? await queue.present(memo, after: [Endless(waiting: outside)]) }
      task.cancel()
      #expect(await task.value == nil)
    case 3:
      let reader = Citizen(readers)
      let condition = await Condition(observing: {
        withExtendedLifetime(reader) { model.isOpen }
      })
      let item = try queue.enqueue(memo, when: [condition]) { $0.expiry = .seconds(5) }
      clock.clock.advance(by: .seconds(5))
      #expect(await item.ending == .unanswered(.expired))
    default:
      let item = try queue.enqueue(memo) { $0.maximum = .seconds(5) }
      await presenter.wait { $0.shown == [memo.name] }
      item.cancel()
      #expect(await item.ending == .unanswered(.cancelled))
    }
  }

  private func task(_ body: @escaping @Sendable () async -> String?) -> Task<String?, Never> {
    let citizen = Citizen(tasks)
    return Task {
      defer { withExtendedLifetime(citizen) {} }
      return await body()
    }
  }

  private func expectNothing() async throws {
    for (census, name) in [
      (items, "items"), (outside, "waiting outside"), (readers, "readers"), (tasks, "tasks"),
      (clock.sleeping, "sleeping"),
    ] {
      #expect(await comesTrue { census.living == 0 }, "\(census.living) \(name) are left")
    }
    let observers = try #require(
      Mirror(reflecting: gate).descendant("state", "state", "state", "observers"))
    #expect(Mirror(reflecting: observers).children.isEmpty)
  }
}
