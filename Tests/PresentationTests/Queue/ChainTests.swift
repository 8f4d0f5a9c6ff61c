import HikidashiBase
import HikidashiPresentation
import HikidashiPresentationTesting
import Testing

/// What is made of another one's answer.
@Suite struct ChainTests {
  private struct Trouble: Error, CustomStringConvertible {
    let description = "no such card"
  }

  let stage = Stage()

  @discardableResult
  private func chain(
    _ first: PresentationItem<String>, when conditions: [Condition] = [],
    options: @escaping @Sendable (inout PresentationOptions) -> Void = { _ in },
    _ next: @escaping @Sendable (String) throws -> Note?
  ) throws -> PresentationItem<String> {
    try stage.queue.enqueue(after: first, when: conditions, options: options, next: next)
  }

  private func answer(_ name: String, _ answer: String) async {
    await stage.shows(name)
    await stage.presenter.answer(name, with: answer)
  }

  @Test func anAnswerIsHandedOn() async throws {
    let first = try stage.ask("name")
    let second = try chain(first) { Note("delete \($0)") }
    let third = try chain(second) { Note("really \($0)") }
    #expect(stage.queue.statuses.map(\.prerequisites) == [0, 1, 1])
    await answer("name", "carp")
    await answer("delete carp", "yes")
    await answer("really yes", "now")
    #expect(try await third.answer == "now")
    #expect(try await second.answer == "yes")
    #expect(stage.queue.statuses.isEmpty)
  }

  @Test func aChainIsNotBrokenUpByWhatIsAskedForLater() async throws {
    let first = try stage.ask("first")
    try chain(first) { _ in Note("second") }
    try stage.ask("other")
    await answer("first", "x")
    await answer("second", "y")
    await stage.shows("other")
    #expect(
      await stage.presenter.calls == [
        .present("first"), .dismiss("first"), .present("second"), .dismiss("second"),
        .present("other"),
      ])
  }

  @Test(arguments: [PresentationReason.cancelled, .dismissed, .ownerGone])
  func withoutAnAnswerAllThatFollowEnd(_ reason: PresentationReason) async throws {
    let owner = PresentationOwner("window")
    let calls = Guarded(0)
    let first = try stage.ask("first") { $0.owner = owner }
    let second = try chain(first) { text in
      calls.withLock { $0 += 1 }
      return Note(text)
    }
    let third = try chain(second) { Note($0) }
    let other = try stage.ask("other", after: [third])
    await stage.shows("first")
    switch reason {
    case .cancelled: first.cancel()
    case .dismissed: await stage.presenter.close("first")
    default: stage.queue.end(owner)
    }
    for item in [first, second, third] { #expect(await item.ending == .unanswered(reason)) }
    await stage.shows("other")
    #expect(other.state == .presented)
    #expect(calls.withLock { $0 } == 0)
  }

  @Test func nilEndsTheChain() async throws {
    let first = try stage.ask("first")
    let second = try chain(first) { _ in nil }
    await answer("first", "x")
    #expect(await second.ending == .unanswered(.cancelled))
    #expect(stage.log.isEmpty)
  }

  @Test func anErrorEndsTheChainAndIsLogged() async throws {
    let first = try stage.ask("first")
    let second = try chain(first) { _ in throw Trouble() }
    await answer("first", "x")
    #expect(await second.ending == .unanswered(.failed(.refused("no such card"))))
    #expect(stage.log == ["“Note”: it could not be asked for: no such card"])
  }

  @Test func aNextOneThatIsCancelledLeavesTheFirst() async throws {
    let calls = Guarded(0)
    let first = try stage.ask("first")
    let second = try chain(first) { _ in
      calls.withLock { $0 += 1 }
      return Note("second")
    }
    second.cancel()
    #expect(await second.ending == .unanswered(.cancelled))
    await answer("first", "x")
    #expect(try await first.answer == "x")
    #expect(calls.withLock { $0 } == 0)
  }

  @Test func theFirstMayHaveEnded() async throws {
    let first = try stage.ask("first")
    await answer("first", "x")
    _ = await first.ending
    try chain(first) { Note("after \($0)") }
    await stage.shows("after x")
  }

  @Test func aRequestThatIsTakenBackEndsItsChainAlone() async throws {
    let first = try stage.ask("first") { $0.key = "k" }
    let second = try stage.ask("first") {
      $0.key = "k"
      $0.duplicates = .counted
    }
    let (kept, ended) = (try chain(first) { Note($0) }, try chain(second) { Note($0) })
    let task = Task { await second.ending }
    task.cancel()
    _ = await task.value
    #expect(await ended.ending == .unanswered(.cancelled))
    await answer("first", "x")
    await answer("x", "y")
    #expect(try await kept.answer == "y")
  }

  @Test func itMayFollowAnItemOfAnotherQueue() async throws {
    let other = Stage()
    let first = try other.ask("first")
    try chain(first) { Note("after \($0)") }
    await other.shows("first")
    await other.presenter.answer("first", with: "x")
    await stage.shows("after x")
  }

  @Test func theOptionsOfTheNextOneCount() async throws {
    let gate = Condition(false)
    let first = try stage.ask("first")
    let second = try stage.queue.enqueue(after: first, when: [gate]) {
      $0.expiry = .seconds(5)
    } next: {
      Quick(name: $0)
    }
    stage.clock.advance(by: .seconds(60))
    await answer("first", "x")
    #expect(await comesTrue { stage.queue.status(second.id)?.options.channel == .toasts })
    let status = stage.queue.status(second.id)
    #expect(status?.name == "x")
    #expect(status?.unmetConditions == 1)
    await stage.clock.waitForSleepers()
    stage.clock.advance(by: .seconds(5))
    #expect(await second.ending == .unanswered(.expired))
  }

  private struct Quick: Presentable {
    typealias Answer = String
    let name: String
    var options: PresentationOptions { PresentationOptions(channel: .toasts) }
  }

  @Test func aDuplicateFailsUnlessItReplaces() async throws {
    let first = try stage.ask("first")
    let older = try stage.ask("older") {
      $0.key = "k"
      $0.channel = .banners
    }
    let refused = try chain(first, options: { $0.key = "k" }, { _ in Note("refused") })
    let replacing: @Sendable (inout PresentationOptions) -> Void = {
      $0.key = "k"
      $0.duplicates = .replaced
    }
    let newer = try chain(first, options: replacing) { Note("newer \($0)") }
    await stage.shows("first", "older")
    await stage.presenter.answer("first", with: "x")
    let error = PresentationError.duplicate(name: "refused", key: "k")
    #expect(await refused.ending == .unanswered(.failed(.refused(error.description))))
    #expect(await older.ending == .unanswered(.replaced))
    await stage.shows("newer x")
    #expect(newer.state == .presented)
  }

  @Test func anOwnerThatEndsTakesWhatIsToFollowAlong() async throws {
    let owner = PresentationOwner("window")
    let first = try stage.ask("first")
    let second = try chain(first, options: { $0.owner = owner }, { Note($0) })
    stage.queue.end(owner)
    #expect(await second.ending == .unanswered(.ownerGone))
    let third = try chain(first, options: { $0.owner = owner }, { Note($0) })
    #expect(await third.ending == .unanswered(.ownerGone))
    await answer("first", "x")
    #expect(await stage.presenter.calls == [.present("first"), .dismiss("first")])
  }
}
