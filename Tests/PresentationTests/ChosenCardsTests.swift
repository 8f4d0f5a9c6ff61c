import HikidashiPresentation
import HikidashiPresentationTesting
import Testing

private struct Choose: Presentable {
  typealias Answer = String
  let name: String
}

@Test func oneAnswerMakesTheNextQuestion() async throws {
  let presenter = TestPresenter()
  let queue = PresentationQueue(presenter: presenter)
  let shelf = try queue.enqueue(Choose(name: "Which shelf?"))
  let card = try queue.enqueue(after: shelf) { Choose(name: "Which card of \($0)?") }
  let sure = try queue.enqueue(after: card) { $0 == "none" ? nil : Choose(name: "Delete \($0)?") }

  await presenter.wait { $0.shown == ["Which shelf?"] }
  await presenter.answer("Which shelf?", with: "Fish")
  await presenter.wait { $0.shown == ["Which card of Fish?"] }
  await presenter.answer("Which card of Fish?", with: "none")
  #expect(try await card.answer == "none")
  #expect(await sure.ending == .unanswered(.cancelled))  // nil: there is nothing to ask
}
