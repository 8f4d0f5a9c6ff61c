import HikidashiPresentation
import HikidashiPresentationTesting
import Testing

private struct Question: Presentable {
  typealias Answer = Bool
  let name: String
}

@Test func aQuestionIsAskedWhenItsTurnHasCome() async throws {
  let presenter = TestPresenter()
  let clock = ManualClock()
  let queue = PresentationQueue(presenter: presenter, clock: clock)
  let isOnline = Condition(false)

  let save = try queue.enqueue(Question(name: "Save?"))
  let install = try queue.enqueue(Question(name: "Install?"), after: [save], when: [isOnline])
  let late = try queue.enqueue(Question(name: "Rate us?"), after: [install]) {
    $0.expiry = .seconds(60)
  }

  await presenter.wait { $0.shown == ["Save?"] }
  await presenter.answer("Save?", with: true)
  #expect(try await save.answer)
  #expect(await presenter.shown.isEmpty)  // it waits to be online

  isOnline.isMet = true
  await presenter.wait { $0.shown == ["Install?"] }
  await clock.waitForSleepers()
  clock.advance(by: .seconds(60))
  #expect(await late.ending == .unanswered(.expired))

  await presenter.close("Install?")  // a person closes it without an answer
  await #expect(throws: PresentationError.ended(name: "Install?", .dismissed)) {
    try await install.answer
  }
}
